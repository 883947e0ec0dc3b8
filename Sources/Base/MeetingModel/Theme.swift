/// The colour theme of a standup's card and meeting.
public enum Theme: String, CaseIterable, Hashable, Sendable, Codable {
    case bubblegum
    case buttercup
    case indigo
    case lavender
    case magenta
    case navy
    case orange
    case oxblood
    case periwinkle
    case poppy
    case purple
    case seafoam
    case sky
    case tan
    case teal
    case yellow

    /// Whether text on this theme's colour is light.
    public var hasLightText: Bool {
        switch self {
        case .indigo, .magenta, .navy, .oxblood, .purple: true
        default: false
        }
    }
}
