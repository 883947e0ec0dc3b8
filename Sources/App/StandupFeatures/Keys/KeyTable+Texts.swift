package import Localization

extension KeyTable {
    /// The key hints for the bottom line: the first key of each binding.
    func hints(
        in context: KeyContext, emphasis: KeyEmphasis = KeyEmphasis(), _ localizer: Localizer
    ) -> [KeyHint] {
        let all = Self.shown(in: context, hintsOnly: false)
        let first = emphasis.first.compactMap { command in all.first { bindings[$0].command == command } }
        let others = Self.shown(in: context, hintsOnly: true).filter {
            !first.contains($0) && !emphasis.hidden.contains(bindings[$0].command)
        }
        return hints(first + others, keys: 1, in: context, localizer)
            .map { hint in
                var hint = hint
                if let text = emphasis.texts[bindings[hint.binding].command] { hint.text = localizer(text) }
                if bindings[hint.binding].keys(in: context).first == .character(" ") { hint.sign = "␣" }
                return hint
            }
    }

    /// All keys of a context, for the help.
    package func all(in context: KeyContext, _ localizer: Localizer) -> [KeyHint] {
        hints(Self.shown(in: context, hintsOnly: false), keys: .max, in: context, localizer)
    }

    private func hints(
        _ indices: [Int], keys count: Int, in context: KeyContext, _ localizer: Localizer
    ) -> [KeyHint] {
        indices.compactMap { index in
            let binding = bindings[index]
            let keys = binding.keys(in: context)
            guard let text = binding.text, !keys.isEmpty else { return nil }
            return KeyHint(
                key: keys.prefix(count).map { $0.name(localizer) }.joined(separator: " "),
                text: localizer(text),
                binding: index)
        }
    }
}

extension Key {
    /// The key's label on a keyboard.
    func name(_ localizer: Localizer) -> String {
        switch self {
        case .character(" "): localizer(.keyNameSpace)
        case .character(let character): String(character)
        case .paste: ""
        case .control(let character): "^" + character.uppercased()
        case .alt(let character): localizer(.keyNameAlt) + "-" + String(character)
        case .function(let number): "F\(number)"
        case .enter: localizer(.keyNameEnter)
        case .escape: localizer(.keyNameEscape)
        case .tab: localizer(.keyNameTab)
        case .backTab: localizer(.keyNameBackTab)
        case .backspace: localizer(.keyNameBackspace)
        case .delete: localizer(.keyNameDelete)
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .wordLeft: "^←"
        case .wordRight: "^→"
        case .home: localizer(.keyNameHome)
        case .end: localizer(.keyNameEnd)
        case .pageUp: localizer(.keyNamePageUp)
        case .pageDown: localizer(.keyNamePageDown)
        }
    }
}

extension KeyContext {
    var title: Message {
        switch self {
        case .list: .helpList
        case .standup: .helpStandup
        case .form: .helpForm
        case .start: .helpStart
        case .record: .helpRecord
        case .watch: .helpWatch
        case .search: .helpSearch
        case .results: .helpResults
        case .find: .helpFind
        case .replace: .helpReplace
        case .export: .helpExport
        case .transcribe: .helpTranscribe
        case .post: .helpPost
        case .comparison: .helpComparison
        case .minutes: .helpMinutes
        case .exportFile: .helpExportFile
        case .files: .helpFiles
        case .importForm: .helpImport
        case .importText: .helpImportText
        case .progress: .helpProgress
        case .ending: .helpEnding
        case .meeting: .helpMeeting
        case .devices: .helpDevices
        case .invitation: .helpInvitation
        case .dialog: .helpDialog
        case .text: .helpText
        case .filter: .helpFilter
        case .line: .helpLine
        case .help: .helpTitle
        }
    }
}
