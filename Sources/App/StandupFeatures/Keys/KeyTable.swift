package import Localization

/// The key bindings of the whole program: the one source of the commands of keys, of the help and of the manual.
///
/// Letters are commands except in text fields. The keys h, j, k and l move the selection in lists. D deletes, and u
/// takes it back; n and N go through what a search has found; [ and ] go through turns; 1, 2 and 3 mark points as done, open
/// and dropped.
package struct KeyTable: Hashable, Sendable {
    /// A set of keys with the same command in some contexts.
    package struct Binding: Hashable, Sendable {
        /// The keys; hints show the first.
        package let keys: [Key]
        package let command: Command
        package let contexts: Set<KeyContext>
        /// The catalogue key of the description; nil if the binding is hidden.
        package let text: Message?
        /// Whether the bottom line shows the binding if there is room.
        let isHint: Bool
        /// The keys chosen by the user in some contexts, instead of `keys`.
        var chosen: [KeyContext: [Key]] = [:]

        init(
            _ keys: [Key], _ command: Command, in contexts: Set<KeyContext>, _ text: Message?, isHint: Bool = false
        ) {
            self.keys = keys
            self.command = command
            self.contexts = contexts
            self.text = text
            self.isHint = isHint
        }

        package func keys(in context: KeyContext) -> [Key] { chosen[context] ?? keys }

        /// The name in the configuration, such as `next-speaker`; nil if the keys cannot be changed.
        package var name: String? { text.flatMap { $0.key.split(separator: ".").last.map(String.init) } }
    }

    /// The bindings, in the same order in every table.
    package private(set) var bindings: [Binding]

    /// The command for a key in a context; nil if the key is not bound.
    package func command(for key: Key, in context: KeyContext) -> Command? {
        let isTyping = Self.typing.contains(context)
        let key = isTyping ? key : key.onLatinKeyboard
        if let binding = bindings.first(where: { $0.contexts.contains(context) && $0.keys(in: context).contains(key) })
        {
            return binding.command
        }
        guard isTyping else { return nil }
        switch key {
        case .character(let character): return .insert(String(character))
        case .paste(let text): return .insert(text)
        default: return nil
        }
    }

    /// The visible bindings of a context, as indices into `bindings`, most important first.
    package static func shown(in context: KeyContext, hintsOnly: Bool) -> [Int] {
        let bindings = standard.bindings
        return bindings.indices.filter { index in
            let binding = bindings[index]
            return binding.contexts.contains(context) && binding.text != nil && (!hintsOnly || binding.isHint)
        }
    }

    /// This table with the keys of some commands replaced.
    ///
    /// - Throws: The first override that names an unknown command, or takes a key that something else in its context has.
    package func overriding(_ overrides: [KeyOverride]) throws(KeyOverrideError) -> KeyTable {
        var table = self
        for override in overrides {
            guard
                let index = bindings.firstIndex(where: {
                    $0.name == override.command && $0.contexts.contains(override.context)
                })
            else { throw .unknownCommand(override) }
            table.bindings[index].chosen[override.context] = override.keys
        }
        for override in overrides {
            for key in override.keys {
                guard !Self.typing.contains(override.context) || !key.isPrintable else { throw .isText(override, key) }
                let holders = table.bindings.filter {
                    $0.contexts.contains(override.context) && $0.keys(in: override.context).contains(key)
                }
                if let other = holders.first(where: { $0.name != override.command }) {
                    throw .boundTwice(override, key, other: other.name)
                }
            }
        }
        return table
    }

    /// The names of the commands whose keys can be changed in a context.
    package static func names(in context: KeyContext) -> [String] {
        standard.bindings.filter { $0.contexts.contains(context) }.compactMap(\.name)
    }
}
