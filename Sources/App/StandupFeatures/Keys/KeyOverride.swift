/// The keys that the user has chosen for a command in a context.
package struct KeyOverride: Hashable, Sendable {
    package var context: KeyContext
    /// The command's name, such as `next-speaker`.
    package var command: String
    /// The keys, the first for hints; without any, the command has none.
    package var keys: [Key]

    package init(_ context: KeyContext, _ command: String, _ keys: [Key]) {
        self.context = context
        self.command = command
        self.keys = keys
    }
}

package enum KeyOverrideError: Error, Hashable, Sendable {
    case unknownCommand(KeyOverride)
    /// The key has another command in the context; one without a name has this key for good.
    case boundTwice(KeyOverride, Key, other: String?)
    /// The key types a character in the context.
    case isText(KeyOverride, Key)
}

extension Key {
    /// Whether the key types a character in a text field.
    var isPrintable: Bool {
        switch self {
        case .character, .paste: true
        default: false
        }
    }

    private static let names: [String: Key] = [
        "space": .character(" "), "enter": .enter, "esc": .escape, "tab": .tab, "shift-tab": .backTab,
        "backspace": .backspace, "delete": .delete, "up": .up, "down": .down, "left": .left, "right": .right,
        "ctrl-left": .wordLeft, "ctrl-right": .wordRight,
        "home": .home, "end": .end, "pageup": .pageUp, "pagedown": .pageDown,
    ]

    private static let otherNames: [String: Key] = ["alt-left": .wordLeft, "alt-right": .wordRight]

    /// The names of the keys whose bytes a terminal also sends for Control with a character.
    package static let sameAsControl: [Character: String] = [
        "m": "enter", "j": "enter", "i": "tab", "h": "backspace", "[": "esc",
    ]

    /// A key by its name in the configuration: `D`, `space`, `ctrl-d`, `alt-d`, `f5`, `pageup`; nil if there is none.
    ///
    /// Only letters distinguish upper and lower case, and only by themselves and after `alt-`. `ctrl-m` and the like have
    /// no name, as a terminal sends Enter for them. `alt-left` is another name of `ctrl-left`, likewise to the right.
    package init?(name: String) {
        if let character = name.first, name.count == 1, !character.isWhitespace {
            self = .character(character)
            return
        }
        let lower = name.lowercased()
        if let key = Self.names[lower] ?? Self.otherNames[lower] {
            self = key
        } else if lower.hasPrefix("ctrl-"), let character = lower.dropFirst(5).first, lower.count == 6,
            character.isASCII, Self.sameAsControl[character] == nil
        {
            self = .control(character)
        } else if lower.hasPrefix("alt-"), let character = name.dropFirst(4).first, name.count == 5 {
            self = .alt(character)
        } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }

    /// The key's name in the configuration; nil for a paste.
    package var configurationName: String? {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .paste: nil
        case .control(let character): "ctrl-\(character)"
        case .alt(let character): "alt-\(character)"
        case .function(let number): "f\(number)"
        default: Self.names.first { $0.value == self }?.key
        }
    }
}
