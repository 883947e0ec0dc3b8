package import MeetingModel

extension Localizer {
    package func name(of theme: Theme) -> String { self(theme.textKey) }
}

extension Theme {
    var textKey: TextKey {
        switch self {
        case .bubblegum: "theme.bubblegum"
        case .buttercup: "theme.buttercup"
        case .indigo: "theme.indigo"
        case .lavender: "theme.lavender"
        case .magenta: "theme.magenta"
        case .navy: "theme.navy"
        case .orange: "theme.orange"
        case .oxblood: "theme.oxblood"
        case .periwinkle: "theme.periwinkle"
        case .poppy: "theme.poppy"
        case .purple: "theme.purple"
        case .seafoam: "theme.seafoam"
        case .sky: "theme.sky"
        case .tan: "theme.tan"
        case .teal: "theme.teal"
        case .yellow: "theme.yellow"
        }
    }
}
