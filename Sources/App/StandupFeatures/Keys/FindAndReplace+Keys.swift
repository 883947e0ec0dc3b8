import Localization

extension FindAndReplace {
    /// Space leaves out only the change that is selected.
    var emphasis: KeyEmphasis {
        switch focus {
        case .find:
            KeyEmphasis(first: [.activate], hidden: [.insert(" ")], texts: [.activate: .keyNextField])
        case .replacement: KeyEmphasis(first: [.activate, .nextField], hidden: [.insert(" ")])
        case .changes: KeyEmphasis(first: [.activate, .insert(" "), .nextField])
        }
    }
}
