import Localization

extension KeyTable {
    /// The table without changes by the user.
    package static let standard = KeyTable(bindings: all)

    private static let rows: Set<KeyContext> = [
        .list, .standup, .start, .meeting, .minutes, .comparison, .results, .devices, .record, .help,
    ]
    /// The contexts in which characters are typed into a field.
    static let typing: Set<KeyContext> = [
        .text, .line, .filter, .search, .find, .replace, .exportFile, .files, .importText,
    ]
    /// The fields in pages, which Ctrl-C leaves; where a form or a choice of files is open, it quits.
    static let fieldsOfPages = typing.subtracting([.text, .files, .importText])
    /// Where up and down go through fields.
    private static let unlisted: Set<KeyContext> = [
        .text, .line, .form, .dialog, .replace, .export, .exportFile, .transcribe, .importForm, .importText,
    ]
    private static let fields: Set<KeyContext> = [
        .standup, .start, .devices, .dialog, .form, .text, .replace, .export, .transcribe, .importForm,
    ]

    private static let all: [Binding] = [
        // A running meeting
        Binding(
            [.character("n"), .enter, .character("]")], .nextSpeaker, in: [.record], "key.next-speaker", isHint: true),
        Binding(
            [.character("p"), .character("[")], .previousSpeaker, in: [.record], "key.previous-speaker", isHint: true),
        Binding([.character(" ")], .pause, in: [.record], "key.pause", isHint: true),
        Binding([.character("q"), .escape, .control("c")], .end, in: [.record], "key.end", isHint: true),
        Binding([.character("l")], .later, in: [.record], "key.later", isHint: true),
        Binding([.character("a")], .absence, in: [.record], "key.absence", isHint: true),
        Binding([.character("A")], .absentUnlessFollowing, in: [.record], "key.absent-unless-following"),
        Binding([.character("e"), .character("+")], .extend, in: [.record], "key.extend", isHint: true),
        Binding([.character("-")], .shorten, in: [.record], "key.shorten", isHint: true),
        Binding([.character("t")], .note, in: [.record], "key.note", isHint: true),
        Binding([.character("1")], .markDone, in: [.record], "key.point-done", isHint: true),
        Binding([.character("2")], .markOpen, in: [.record], "key.point-open", isHint: true),
        Binding([.character("3")], .markDropped, in: [.record], "key.point-dropped", isHint: true),
        Binding([.character("m")], .mute, in: [.record], "key.mute", isHint: true),
        Binding([.character("s")], .shuffle, in: [.record], "key.shuffle"),
        Binding([.character("o")], .slotEnd, in: [.record], "key.slot-end"),
        Binding([.character("W")], .warning, in: [.record], "key.warning"),
        Binding([.character("c")], .toggleCall, in: [.record], "key.call"),
        Binding([.character("d")], .openDevices, in: [.record], "key.microphone"),
        Binding([.control("\\")], .detach, in: [.record, .watch, .ending], "key.detach"),

        Binding([.character("q"), .escape, .control("c")], .end, in: [.ending], "key.end-now", isHint: true),

        // A past meeting
        Binding([.character("p"), .enter], .play, in: [.meeting], "key.play", isHint: true),
        Binding([.character(" ")], .pause, in: [.meeting], "key.pause", isHint: true),
        Binding([.left, .character("h")], .left, in: [.meeting], "key.seek-back"),
        Binding([.right, .character("l")], .right, in: [.meeting], "key.seek-forward"),
        Binding([.character("[")], .previousTurn, in: [.meeting], "key.previous-turn"),
        Binding([.character("]")], .nextTurn, in: [.meeting], "key.next-turn"),
        Binding([.character("-")], .slower, in: [.meeting], "key.slower"),
        Binding([.character("+"), .character("=")], .faster, in: [.meeting], "key.faster"),
        Binding([.character("C")], .changeChannel, in: [.meeting], "key.channel"),
        Binding([.character("S")], .chooseSpeaker, in: [.meeting], "key.choose-speaker"),
        Binding([.character("O")], .chooseLoudspeaker, in: [.meeting], "key.choose-loudspeaker"),
        Binding([.character("/")], .find, in: [.meeting], "key.find", isHint: true),
        Binding([.character("n")], .nextHit, in: [.meeting], "key.next-hit"),
        Binding([.character("N")], .previousHit, in: [.meeting], "key.previous-hit"),
        Binding([.character("e")], .edit, in: [.meeting], "key.correct", isHint: true),
        Binding([.character("m")], .moveUtterance, in: [.meeting], "key.move-utterance", isHint: true),
        Binding([.character("M"), .tab], .showMinutes, in: [.meeting], "key.minutes", isHint: true),
        Binding([.character("x")], .export, in: [.meeting], "key.export", isHint: true),
        Binding([.character("R")], .replace, in: [.meeting], "key.replace"),
        Binding([.character("b")], .toggleMark, in: [.meeting], "key.mark"),
        Binding([.character("B")], .nextMark, in: [.meeting], "key.next-mark"),
        Binding([.control("s")], .save, in: [.meeting], "key.save-corrections"),
        Binding([.character("U"), .control("r")], .redo, in: [.meeting], "key.redo"),
        Binding([.character("v")], .nextVersion, in: [.meeting], "key.next-version"),
        Binding([.character("c")], .chooseVersion, in: [.meeting], "key.choose-version"),
        Binding([.character("V")], .compare, in: [.meeting], "key.compare"),
        Binding([.character("n")], .nextHit, in: [.comparison], "key.next-difference", isHint: true),
        Binding([.character("N")], .previousHit, in: [.comparison], "key.previous-difference", isHint: true),
        Binding([.character("1")], .compareFrom, in: [.comparison], "key.compare-from", isHint: true),
        Binding([.character("2")], .compareTo, in: [.comparison], "key.compare-to", isHint: true),
        Binding([.character("V")], .compare, in: [.comparison], nil),

        // The minutes of a past meeting
        Binding([.character("p"), .enter], .play, in: [.minutes], "key.play", isHint: true),
        Binding([.character(" ")], .pause, in: [.minutes], "key.pause"),
        Binding([.left, .character("h")], .left, in: [.minutes], "key.seek-back"),
        Binding([.right, .character("l")], .right, in: [.minutes], "key.seek-forward"),
        Binding([.character("e")], .edit, in: [.minutes], "key.edit", isHint: true),
        Binding([.character("1")], .markDone, in: [.minutes, .standup], "key.mark-done", isHint: true),
        Binding([.character("2")], .markOpen, in: [.minutes, .standup], "key.mark-open", isHint: true),
        Binding([.character("3")], .markDropped, in: [.minutes, .standup], "key.mark-dropped", isHint: true),
        Binding([.character("a")], .add, in: [.minutes], "key.add", isHint: true),
        Binding([.character("D"), .delete], .delete, in: [.minutes], "key.delete", isHint: true),
        Binding([.character("t")], .changeKind, in: [.minutes], "key.change-kind"),
        Binding([.character("m")], .moveUtterance, in: [.minutes], "key.change-person"),
        Binding([.character("u")], .undo, in: [.minutes], "key.undo", isHint: true),
        Binding([.character("U"), .control("r")], .redo, in: [.minutes], "key.redo"),
        Binding([.character("r")], .makeMinutes, in: [.minutes], "key.make-minutes"),
        Binding([.character("x")], .export, in: [.minutes], "key.export", isHint: true),
        Binding([.character("v")], .listPoints, in: [.minutes], "key.list-points"),
        Binding([.character("P")], .postMinutes, in: [.minutes, .meeting], "key.post-minutes"),
        Binding([.character("A")], .askAssistant, in: [.minutes], "key.ask-assistant"),
        Binding([.character("M"), .tab], .showMinutes, in: [.minutes], "key.transcript", isHint: true),

        // The search over all meetings
        Binding([.enter], .activate, in: [.search, .results], "key.open", isHint: true),
        Binding([.control("p")], .play, in: [.search], "key.play", isHint: true),
        Binding([.character("p")], .play, in: [.results], "key.play", isHint: true),
        Binding([.tab], .nextField, in: [.search], "key.to-results", isHint: true),
        Binding([.tab, .character("/")], .find, in: [.results], "key.to-words", isHint: true),
        Binding([.character("s")], .filterStandup, in: [.results], "key.filter-standup", isHint: true),
        Binding([.character("a")], .filterPerson, in: [.results], "key.filter-person", isHint: true),
        Binding([.character("t")], .filterTime, in: [.results], "key.filter-time", isHint: true),
        Binding([.character("o")], .matchAny, in: [.results], "key.match-any", isHint: true),
        Binding([.character("M")], .findPoints, in: [.results], "key.find-points", isHint: true),
        Binding([.up], .up, in: [.search, .find, .files], "key.up"),
        Binding([.down], .down, in: [.search, .find, .files], "key.down"),
        Binding([.pageUp], .pageUp, in: [.search, .files], "key.page-up"),
        Binding([.pageDown], .pageDown, in: [.search, .files], "key.page-down"),
        Binding([.enter], .activate, in: [.find], "key.find", isHint: true),
        Binding([.tab], .right, in: [.exportFile], "key.complete", isHint: true),
        Binding([.enter], .activate, in: [.replace], "key.replace-found", isHint: true),
        Binding([.character(" ")], .insert(" "), in: [.replace], "key.leave-out", isHint: true),
        Binding([.enter], .activate, in: [.export, .exportFile], "key.export", isHint: true),
        Binding([.enter], .activate, in: [.transcribe], "key.transcribe", isHint: true),

        // An import
        Binding([.enter], .activate, in: [.files], "key.open", isHint: true),
        Binding([.backspace], .deleteBackward, in: [.files], "key.folder-up", isHint: true),
        Binding([.tab], .nextField, in: [.files], "key.complete", isHint: true),
        Binding([.enter], .activate, in: [.importForm, .importText], "key.import", isHint: true),
        Binding([.tab], .nextField, in: [.importText], "key.next-field"),
        Binding([.character(" ")], .toggle, in: [.importForm], nil),

        // Standups
        Binding([.enter], .activate, in: [.line], "key.done", isHint: true),
        Binding([.enter, .tab, .backTab], .activate, in: [.filter], "key.to-list", isHint: true),
        Binding([.escape, .control("c")], .back, in: [.filter], "key.clear-filter", isHint: true),
        Binding([.up], .up, in: [.filter], "key.up", isHint: true),
        Binding([.down], .down, in: [.filter], "key.down", isHint: true),
        Binding([.enter], .activate, in: [.list, .standup], "key.open", isHint: true),
        Binding([.enter], .activate, in: [.start, .devices, .dialog, .form], "key.choose", isHint: true),
        Binding([.character("s")], .start, in: [.list, .standup, .start], "key.start", isHint: true),
        Binding([.character("S")], .watch, in: [.list, .standup], "key.watch"),
        Binding([.character("a")], .add, in: [.list], "key.add", isHint: true),
        Binding([.character("e")], .edit, in: [.list, .standup], "key.edit", isHint: true),
        Binding([.character(" ")], .toggle, in: [.start], "key.toggle", isHint: true),
        Binding([.character(" ")], .toggle, in: [.form], nil),
        Binding([.character("t")], .testDing, in: [.devices], "key.test-ding", isHint: true),
        Binding([.character("v")], .verify, in: [.devices], "key.verify", isHint: true),
        Binding([.character("D"), .delete], .delete, in: [.devices], "key.remove-model", isHint: true),
        Binding([.character("D"), .delete], .delete, in: [.list, .standup, .meeting], "key.delete", isHint: true),
        Binding([.character("T")], .transcribe, in: [.meeting], "key.transcribe", isHint: true),
        Binding([.character("W")], .writeUpdate, in: [.standup], "key.write-update", isHint: true),
        Binding([.character("x")], .export, in: [.standup], "key.export"),
        Binding([.character(" ")], .toggle, in: [.standup], "key.mark-meeting"),
        Binding([.character("-")], .fewerMeetings, in: [.standup], "key.fewer-meetings"),
        Binding([.character("+"), .character("=")], .moreMeetings, in: [.standup], "key.more-meetings"),
        Binding([.character("i")], .importFile, in: [.list, .standup], "key.import"),
        Binding([.character("u")], .undo, in: [.list, .standup, .meeting, .results, .record], "key.undo"),
        Binding([.character("/")], .filter, in: [.list], "key.filter", isHint: true),
        Binding([.character("f")], .search, in: [.list, .standup], "key.search", isHint: true),
        Binding([.character("f")], .search, in: [.meeting], "key.search"),
        Binding([.character("o")], .filter, in: [.standup], "key.filter-attendee"),
        Binding([.character("d")], .openDevices, in: [.list, .standup, .start], "key.devices"),
        Binding([.character("w")], .invite, in: [.list, .standup, .start, .record], "key.invite"),
        Binding([.character("1")], .select(0), in: [.invitation], "invitation.watch", isHint: true),
        Binding([.character("2")], .select(1), in: [.invitation], "invitation.speak", isHint: true),
        Binding([.character("3")], .select(2), in: [.invitation], "invitation.lead", isHint: true),
        Binding([.down, .character("j")], .down, in: [.invitation], "key.next-invitee"),
        Binding([.up, .character("k")], .up, in: [.invitation], "key.previous-invitee"),
        Binding([.enter], .activate, in: [.invitation], "key.create-link", isHint: true),
        Binding([.character("i")], .listInvitations, in: [.invitation], "key.invitations", isHint: true),
        Binding([.character("e")], .edit, in: [.invitation], "key.until", isHint: true),
        Binding([.character("c")], .showCallNotice, in: [.invitation], "key.call-notice", isHint: true),

        // Forms
        Binding([.control("s")], .save, in: [.form, .text], "key.save", isHint: true),
        Binding([.control("o")], .addRow, in: [.form, .text], "key.add-row", isHint: true),
        Binding([.control("d")], .removeRow, in: [.form, .text], "key.remove-row", isHint: true),
        Binding([.control("y")], .undo, in: [.form, .text], "key.restore-row"),
        Binding([.control("p")], .moveRowUp, in: [.form, .text], "key.move-row-up"),
        Binding([.control("n")], .moveRowDown, in: [.form, .text], "key.move-row-down"),
        Binding([.character("K")], .moveRowUp, in: [.start, .record], "key.move-row-up"),
        Binding([.character("J")], .moveRowDown, in: [.start, .record], "key.move-row-down"),
        Binding([.tab], .nextField, in: fields, "key.next-field"),
        Binding([.backTab], .previousField, in: fields.union([.exportFile, .importText]), "key.previous-field"),

        // Navigation and text input
        Binding([.up, .character("k")], .up, in: rows, "key.up"),
        Binding([.down, .character("j")], .down, in: rows, "key.down"),
        Binding([.up], .up, in: unlisted, nil),
        Binding([.down], .down, in: unlisted, nil),
        Binding([.left], .left, in: [.form, .dialog, .export, .transcribe, .importForm], nil),
        Binding([.left], .left, in: typing, "key.left"),
        Binding([.right], .right, in: [.form, .export, .transcribe, .importForm], "key.change", isHint: true),
        Binding([.right], .right, in: [.dialog], nil),
        Binding([.right], .right, in: typing, "key.right"),
        Binding([.wordLeft, .alt("b")], .wordLeft, in: typing, "key.word-left"),
        Binding([.wordRight, .alt("f")], .wordRight, in: typing, "key.word-right"),
        Binding([.left, .character("h")], .left, in: [.invitation], nil),
        Binding([.right, .character("l")], .right, in: [.invitation], nil),
        Binding([.left, .character("h")], .left, in: [.list, .devices], "key.left"),
        Binding([.right, .character("l")], .right, in: [.list, .devices], "key.right"),
        Binding([.pageUp], .pageUp, in: rows, "key.page-up"),
        Binding([.pageDown], .pageDown, in: rows, "key.page-down"),
        Binding([.home, .character("g")], .first, in: rows, "key.first"),
        Binding([.end, .character("G")], .last, in: rows, "key.last"),
        Binding([.pageUp], .pageUp, in: [.dialog], nil),
        Binding([.pageDown], .pageDown, in: [.dialog], nil),
        Binding([.home], .first, in: [.dialog], nil),
        Binding([.end], .last, in: [.dialog], nil),
        Binding([.home, .control("a")], .first, in: typing, "key.first"),
        Binding([.end, .control("e")], .last, in: typing, "key.last"),
        Binding([.enter], .activate, in: [.text], "key.confirm"),
        Binding([.backspace], .deleteBackward, in: typing.subtracting([.files]), nil),
        Binding([.delete], .deleteForward, in: typing, "key.delete-forward"),
        Binding([.control("w")], .deleteWord, in: typing, "key.delete-word"),
        Binding([.control("u")], .deleteToStart, in: typing, "key.delete-to-start"),
        Binding([.control("k")], .deleteToEnd, in: typing, nil),

        // A background task
        Binding([.escape, .character("q")], .back, in: [.progress], "key.stop", isHint: true),
        Binding([.enter], .activate, in: [.progress], "key.task-behind", isHint: true),
        Binding([.control("t")], .showTask, in: Set(KeyContext.allCases), nil),

        // Global
        Binding([.escape], .back, in: [.list], "key.clear-filter"),
        Binding(
            [.escape], .back,
            in: [.form, .text, .dialog, .export, .transcribe, .files, .importForm, .importText], "key.cancel",
            isHint: true),
        // No key but Enter stores what is typed.
        Binding(
            [.escape, .control("c")], .back, in: fieldsOfPages.subtracting([.filter, .search]), "key.cancel",
            isHint: true),
        Binding([.control("r")], .toggleRemote, in: [.form, .text], "key.remote", isHint: true),
        Binding(
            [.escape], .back,
            in: [
                .standup, .start, .meeting, .minutes, .comparison, .results, .devices, .invitation, .watch, .help,
            ],
            "key.back",
            isHint: true),
        Binding([.escape, .control("c")], .back, in: [.search], "key.back", isHint: true),
        Binding([.character("r")], .toggleRemote, in: [.start], "key.remote", isHint: true),
        Binding([.character("c")], .toggleCall, in: [.start], "key.call", isHint: true),
        Binding(
            [.character("q")], .back,
            in: [
                .standup, .start, .meeting, .minutes, .comparison, .results, .devices, .invitation, .watch, .help,
                .form,
                .transcribe,
            ],
            nil),
        Binding([.character("q"), .control("c")], .quit, in: [.list], "key.quit", isHint: true),
        Binding([.control("z")], .suspend, in: Set(KeyContext.allCases), "key.suspend"),
        Binding(
            [.control("c")], .quit,
            in: Set(KeyContext.allCases).subtracting(fieldsOfPages).subtracting([.list, .record, .ending]),
            "key.quit"),
        Binding(
            [.character("?"), .function(1)], .help, in: Set(KeyContext.allCases).subtracting(typing), "key.help",
            isHint: true),
        Binding([.function(1)], .help, in: typing, "key.help", isHint: true),
    ]
}
