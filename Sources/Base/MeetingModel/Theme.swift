/// The color theme of a standup's card and meeting; Scrumdinger's sixteen.
public enum Theme: String, CaseIterable, Hashable, Sendable, Codable {
    /// Pink, light.
    case bubblegum
    /// Yellow, light and warm.
    case buttercup
    /// Blue, very dark, towards violet.
    case indigo
    /// Violet, light.
    case lavender
    /// Purple red, dark.
    case magenta
    /// Blue, very dark.
    case navy
    /// Orange.
    case orange
    /// Red, very dark.
    case oxblood
    /// Blue, light, towards violet.
    case periwinkle
    /// Red, light.
    case poppy
    /// Purple, dark.
    case purple
    /// Green, light and bluish.
    case seafoam
    /// Blue, light.
    case sky
    /// Brown, light.
    case tan
    /// Green blue.
    case teal
    /// Yellow.
    case yellow

    /// Whether text on this theme's color is light.
    public var hasLightText: Bool {
        switch self {
        case .indigo, .magenta, .navy, .oxblood, .purple: true
        default: false
        }
    }
}
