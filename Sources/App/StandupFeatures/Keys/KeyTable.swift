package import Localization

/// The key bindings of the whole program.
///
/// Letters are commands except in text fields. The keys h, j, k and l move the selection in lists.
package enum KeyTable {
    /// A set of keys with the same command in some contexts.
    package struct Binding: Hashable, Sendable {
        /// The keys; hints show the first.
        package let keys: [Key]
        /// The command they trigger.
        package let command: Command
        /// The contexts in which the binding applies.
        package let contexts: Set<KeyContext>
        /// The catalogue key of the description; nil if the binding is hidden.
        package let text: TextKey?
        /// Whether the bottom line shows the binding if there is room.
        package let isHint: Bool

        init(
            _ keys: [Key], _ command: Command, in contexts: Set<KeyContext>, _ text: TextKey?, isHint: Bool = false
        ) {
            self.keys = keys
            self.command = command
            self.contexts = contexts
            self.text = text
            self.isHint = isHint
        }
    }

    /// The command for a key in a context; nil if the key is not bound.
    package static func command(for key: Key, in context: KeyContext) -> Command? {
        let isTyping = typing.contains(context)
        let key = isTyping ? key : key.onLatinKeyboard
        if let binding = bindings.first(where: { $0.contexts.contains(context) && $0.keys.contains(key) }) {
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
        bindings.indices.filter { index in
            let binding = bindings[index]
            return binding.contexts.contains(context) && binding.text != nil && (!hintsOnly || binding.isHint)
        }
    }

    private static let rows: Set<KeyContext> = [.list, .standup, .start, .meeting, .devices, .record, .help]
    private static let typing: Set<KeyContext> = [.text, .line, .filter]
    private static let fields: Set<KeyContext> = [.standup, .start, .devices, .dialog, .form, .text]

    /// All bindings.
    package static let bindings: [Binding] = [
        // A running meeting
        Binding([.character("n"), .enter], .nextSpeaker, in: [.record], "key.next-speaker", isHint: true),
        Binding([.character("p")], .previousSpeaker, in: [.record], "key.previous-speaker", isHint: true),
        Binding([.character(" ")], .pause, in: [.record], "key.pause", isHint: true),
        Binding([.character("q"), .escape, .control("c")], .end, in: [.record], "key.end", isHint: true),
        Binding([.character("l")], .later, in: [.record], "key.later", isHint: true),
        Binding([.character("a")], .absence, in: [.record], "key.absence", isHint: true),
        Binding([.character("A")], .absentUnlessFollowing, in: [.record], "key.absent-unless-following"),
        Binding([.character("e"), .character("+")], .extend, in: [.record], "key.extend", isHint: true),
        Binding([.character("-")], .shorten, in: [.record], "key.shorten", isHint: true),
        Binding([.character("t")], .note, in: [.record], "key.note", isHint: true),
        Binding([.character("m")], .mute, in: [.record], "key.mute", isHint: true),
        Binding([.character("s")], .shuffle, in: [.record], "key.shuffle"),
        Binding([.character("o")], .slotEnd, in: [.record], "key.slot-end"),
        Binding([.character("W")], .warning, in: [.record], "key.warning"),
        Binding([.character("c")], .toggleCall, in: [.record], "key.call"),
        Binding([.character("d")], .openDevices, in: [.record], "key.microphone"),
        Binding([.control("\\")], .detach, in: [.record, .ending], "key.detach"),

        Binding([.character("q"), .escape, .control("c")], .end, in: [.ending], "record.ending.key", isHint: true),

        // Standups
        Binding([.enter], .activate, in: [.line], "key.save", isHint: true),
        Binding([.enter, .tab, .backTab], .activate, in: [.filter], "key.to-list", isHint: true),
        Binding([.escape], .back, in: [.filter], "key.clear-filter", isHint: true),
        Binding([.up], .up, in: [.filter], "key.up", isHint: true),
        Binding([.down], .down, in: [.filter], "key.down", isHint: true),
        Binding([.enter], .activate, in: [.list, .standup], "key.open", isHint: true),
        Binding([.enter], .activate, in: [.start, .devices, .dialog, .form], "key.choose", isHint: true),
        Binding([.character("s")], .start, in: [.list, .standup, .start], "key.start", isHint: true),
        Binding([.character("a")], .add, in: [.list], "key.add", isHint: true),
        Binding([.character("e")], .edit, in: [.list, .standup], "key.edit", isHint: true),
        Binding([.character("e"), .enter], .edit, in: [.meeting], "key.correct", isHint: true),
        Binding([.character("m")], .moveUtterance, in: [.meeting], "key.move-utterance", isHint: true),
        Binding([.character("v")], .nextVersion, in: [.meeting], "key.next-version", isHint: true),
        Binding([.character("c")], .chooseVersion, in: [.meeting], "meeting.choose-version"),
        Binding([.character(" ")], .toggle, in: [.start], "key.toggle", isHint: true),
        Binding([.character(" ")], .toggle, in: [.form], nil),
        Binding([.character("t")], .testDing, in: [.devices], "key.test-ding", isHint: true),
        Binding([.character("x"), .delete], .delete, in: [.list, .standup, .meeting], "key.delete", isHint: true),
        Binding([.character("u")], .undo, in: [.list, .standup], "key.undo"),
        Binding([.character("/")], .filter, in: [.list], "key.filter", isHint: true),
        Binding([.character("f")], .filter, in: [.standup], "key.filter-attendee"),
        Binding([.character("d")], .openDevices, in: [.list, .standup, .start], "key.devices"),
        Binding([.character("w")], .invite, in: [.list, .standup, .start, .record], "key.invite"),
        Binding([.character("1")], .select(0), in: [.invitation], "invitation.watch", isHint: true),
        Binding([.character("2")], .select(1), in: [.invitation], "invitation.speak", isHint: true),
        Binding([.character("3")], .select(2), in: [.invitation], "invitation.lead", isHint: true),
        Binding([.down, .character("j")], .down, in: [.invitation], "key.next-invitee"),
        Binding([.up, .character("k")], .up, in: [.invitation], "key.previous-invitee"),
        Binding([.enter], .activate, in: [.invitation], "key.create-link", isHint: true),

        // Forms
        Binding([.control("s")], .save, in: [.form, .text], "key.save", isHint: true),
        Binding([.control("o")], .addRow, in: [.form, .text], "key.add-row", isHint: true),
        Binding([.control("d")], .removeRow, in: [.form, .text], "key.remove-row", isHint: true),
        Binding([.control("p")], .moveRowUp, in: [.form, .text], "key.move-row-up"),
        Binding([.control("n")], .moveRowDown, in: [.form, .text], "key.move-row-down"),
        Binding([.character("K")], .moveRowUp, in: [.start, .record], "key.move-row-up"),
        Binding([.character("J")], .moveRowDown, in: [.start, .record], "key.move-row-down"),
        Binding([.tab], .nextField, in: fields, "key.next-field"),
        Binding([.backTab], .previousField, in: fields, "key.previous-field"),

        // Navigation and text input
        Binding([.up, .character("k")], .up, in: rows, "key.up"),
        Binding([.down, .character("j")], .down, in: rows, "key.down"),
        Binding([.up], .up, in: [.text, .line, .form, .dialog], nil),
        Binding([.down], .down, in: [.text, .line, .form, .dialog], nil),
        Binding([.left], .left, in: [.text, .line, .filter, .form, .dialog], nil),
        Binding([.right], .right, in: [.form], "key.change", isHint: true),
        Binding([.right], .right, in: [.text, .line, .filter, .dialog], nil),
        Binding([.left, .character("h")], .left, in: [.invitation], nil),
        Binding([.right, .character("l")], .right, in: [.invitation], nil),
        Binding([.left, .character("h")], .left, in: [.list, .devices], "key.left"),
        Binding([.right, .character("l")], .right, in: [.list, .devices], "key.right"),
        Binding([.pageUp], .pageUp, in: rows, "key.page-up"),
        Binding([.pageDown], .pageDown, in: rows, "key.page-down"),
        Binding([.home, .character("g")], .first, in: rows, "key.first"),
        Binding([.end, .character("G")], .last, in: rows, "key.last"),
        Binding([.home, .control("a")], .first, in: typing, nil),
        Binding([.end, .control("e")], .last, in: typing, nil),
        Binding([.enter], .activate, in: [.text], "key.confirm"),
        Binding([.backspace], .deleteBackward, in: typing, nil),
        Binding([.delete], .deleteForward, in: typing, nil),
        Binding([.control("w")], .deleteWord, in: typing, "key.delete-word"),
        Binding([.control("u")], .deleteToStart, in: typing, "key.delete-to-start"),
        Binding([.control("k")], .deleteToEnd, in: typing, nil),

        // Global
        Binding([.escape], .back, in: [.list], "key.clear-filter"),
        Binding([.escape], .back, in: [.form, .text, .line, .dialog], "key.cancel", isHint: true),
        Binding([.control("r")], .toggleRemote, in: [.form, .text], "key.remote", isHint: true),
        Binding(
            [.escape], .back, in: [.standup, .start, .meeting, .devices, .invitation, .help], "key.back", isHint: true),
        Binding([.character("r")], .toggleRemote, in: [.start], "key.remote", isHint: true),
        Binding([.character("c")], .toggleCall, in: [.start], "key.call", isHint: true),
        Binding(
            [.character("q")], .back, in: [.standup, .start, .meeting, .devices, .invitation, .help, .form], nil),
        Binding([.character("q")], .quit, in: [.list], "key.quit", isHint: true),
        Binding([.control("c")], .quit, in: Set(KeyContext.allCases).subtracting([.record, .ending]), "key.quit"),
        Binding(
            [.character("?"), .function(1)], .help, in: Set(KeyContext.allCases).subtracting(typing), "key.help",
            isHint: true),
        Binding([.function(1)], .help, in: typing, "key.help", isHint: true),
    ]
}
