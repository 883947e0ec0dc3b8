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
        case .character(" "): localizer("key.name.space")
        case .character(let character): String(character)
        case .paste: ""
        case .control(let character): "^" + character.uppercased()
        case .alt(let character): localizer("key.name.alt") + "-" + String(character)
        case .function(let number): "F\(number)"
        case .enter: localizer("key.name.enter")
        case .escape: localizer("key.name.escape")
        case .tab: localizer("key.name.tab")
        case .backTab: localizer("key.name.back-tab")
        case .backspace: localizer("key.name.backspace")
        case .delete: localizer("key.name.delete")
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .wordLeft: "^←"
        case .wordRight: "^→"
        case .home: localizer("key.name.home")
        case .end: localizer("key.name.end")
        case .pageUp: localizer("key.name.page-up")
        case .pageDown: localizer("key.name.page-down")
        }
    }
}

extension KeyContext {
    var title: TextKey {
        switch self {
        case .list: "help.list"
        case .standup: "help.standup"
        case .form: "help.form"
        case .start: "help.start"
        case .record: "help.record"
        case .watch: "help.watch"
        case .search: "help.search"
        case .results: "help.results"
        case .find: "help.find"
        case .replace: "help.replace"
        case .export: "help.export"
        case .transcribe: "help.transcribe"
        case .post: "help.post"
        case .comparison: "help.comparison"
        case .minutes: "help.minutes"
        case .exportFile: "help.export-file"
        case .files: "help.files"
        case .importForm: "help.import"
        case .importText: "help.import-text"
        case .progress: "help.progress"
        case .ending: "help.ending"
        case .meeting: "help.meeting"
        case .devices: "help.devices"
        case .invitation: "help.invitation"
        case .dialog: "help.dialog"
        case .text: "help.text"
        case .filter: "help.filter"
        case .line: "help.line"
        case .help: "help.title"
        }
    }
}
