package import MeetingModel

extension Localizer {
    package func name(of theme: Theme) -> String { self(theme.message) }
}

extension Theme {
    var message: Message {
        switch self {
        case .bubblegum: .themeBubblegum
        case .buttercup: .themeButtercup
        case .indigo: .themeIndigo
        case .lavender: .themeLavender
        case .magenta: .themeMagenta
        case .navy: .themeNavy
        case .orange: .themeOrange
        case .oxblood: .themeOxblood
        case .periwinkle: .themePeriwinkle
        case .poppy: .themePoppy
        case .purple: .themePurple
        case .seafoam: .themeSeafoam
        case .sky: .themeSky
        case .tan: .themeTan
        case .teal: .themeTeal
        case .yellow: .themeYellow
        }
    }
}
