import MeetingHistory
import MeetingModel
import Presentation
import Testing

@testable import StandupFeatures

@Suite("Find and replace") struct ReplacingTests {
    private func opened(_ find: String, _ replacement: String) -> MeetingRig {
        var rig = MeetingRig.read()
        rig.perform(.replace, .insert(find), .nextField, .insert(replacement))
        return rig
    }

    private func screen(_ rig: MeetingRig) -> ReplaceScreen? {
        if case .replace(let screen) = rig.feature.content(rig.localizer) { return screen }
        return nil
    }

    @Test func `previews every change, makes them in one step, and undoes them together`() throws {
        var rig = opened("I", "we")
        #expect(rig.feature.context == .replace)
        let preview = try #require(screen(rig))
        #expect(preview.changes.map(\.time) == ["0:03", "1:23"])
        #expect(preview.changes.map(\.lead) == ["yesterday", ""])
        #expect(preview.changes.map { [$0.before, $0.after] } == [["i", "we"], ["i", "we"]])
        #expect(preview.changes[1].rest == "will work on the search")
        #expect(preview.summary == "2 changes. Enter replaces all, Space leaves one out.")
        rig.perform(.activate)
        #expect(screen(rig) == nil && rig.feature.context == .meeting)
        #expect(rig.notice?.text == "2 changes, not saved. Press u to undo them all.")
        #expect(
            try rig.screen.lines.map(\.text) == [
                "yesterday we finished the lagoon page", "nothing blocks me", "we will work on the search",
            ])
        #expect(try rig.screen.unsaved == "2 corrections, not saved")
        rig.perform(.undo)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
        #expect(try rig.screen.unsaved == nil)
        rig.perform(.redo, .save)
        #expect(rig.transcripts.count == 2)
        let words = rig.transcripts[1][0].utterance.words
        #expect(words.map(\.text) == ["yesterday", "we", "finished", "the", "lagoon", "page"])
        #expect(words.map(\.start) == (3...8).map { .seconds($0) })
    }

    @Test func `leaves out the changes that were taken out`() throws {
        var rig = opened("the", "this")
        rig.perform(.nextField, .down, .insert(" "))
        #expect(screen(rig)?.selected == 1)
        #expect(screen(rig)?.changes.map(\.isIncluded) == [true, false])
        #expect(screen(rig)?.summary.hasPrefix("1 of 2 changes.") == true)
        var kept = rig
        kept.perform(.insert(" "))
        #expect(screen(kept)?.changes.map(\.isIncluded) == [true, true])
        rig.perform(.activate)
        #expect(
            try rig.screen.lines.map(\.text) == [
                "yesterday i finished this lagoon page", "nothing blocks me", "i will work on the search",
            ])
    }

    @Test func `goes from the first field to the second with Enter, and from part to part with Tab and arrows`() {
        var rig = MeetingRig.read()
        rig.perform(.replace, .insert("the"), .activate)
        #expect(rig.feature.replacing?.focus == .replacement)
        rig.perform(.down)
        #expect(rig.feature.replacing?.focus == .changes)
        rig.perform(.nextField)
        #expect(rig.feature.replacing?.focus == .find)
        rig.perform(.previousField, .up)
        #expect(rig.feature.replacing?.focus == .replacement)
        rig.perform(.up)
        #expect(rig.feature.replacing?.focus == .find)
        rig.perform(.select(3))
        #expect(screen(rig)?.changes.map(\.isIncluded) == [false, true])
    }

    @Test func `changes nothing if the words do not occur, are all taken out, or the field is left`() throws {
        var rig = opened("sesquipedalian", "x")
        rig.perform(.activate)
        #expect(rig.notice?.text == "The transcript has no such words.")
        rig.perform(.back)
        #expect(rig.feature.context == .meeting)
        rig.perform(.replace)
        #expect(screen(rig)?.find.text == "" && screen(rig)?.changes.isEmpty == true)
        rig.perform(.insert("lagoon"), .nextField, .activate)
        #expect(rig.screenIsReplace && rig.feature.unsaved.count == 0)
        var live = MeetingRig.read(state: .live)
        live.perform(.replace)
        #expect(live.feature.context == .meeting && live.notice?.kind == .warning)
    }

    @Test func `says how many changes are left when all were taken out, and makes none of them`() {
        var rig = opened("lagoon", "harbour")
        rig.perform(.nextField, .insert(" "))
        #expect(screen(rig)?.summary == "0 of 1 change. Space includes it again.")
        rig.perform(.activate)
        #expect(rig.notice?.text == "No change is included. Press Space on one in the list, then Enter.")
        #expect(rig.screenIsReplace && rig.feature.unsaved.count == 0)
    }

    @Test func `types into the replacement what is typed in the list of changes`() {
        var rig = opened("the", "thi")
        rig.perform(.nextField, .insert("s"))
        #expect(screen(rig)?.replacement.text == "this" && rig.feature.replacing?.focus == .replacement)
        #expect(screen(rig)?.changes.map(\.after) == ["this", "this"])
    }

    @Test func `removes words only where the user takes the change, and all of them with new words`() throws {
        var rig = opened("the", "")
        #expect(screen(rig)?.changes.map(\.isIncluded) == [false, false])
        #expect(
            screen(rig)?.summary == "0 of 2 removals. Type new words, or press Tab, then Space to include one.")
        rig.perform(.activate)
        #expect(rig.screenIsReplace && rig.feature.unsaved.count == 0)
        rig.perform(.nextField, .down, .insert(" "))
        #expect(screen(rig)?.summary.hasPrefix("1 of 2 changes.") == true)
        var typed = rig
        typed.perform(.insert("a"))
        #expect(screen(typed)?.changes.map(\.isIncluded) == [true, true])
        rig.perform(.activate)
        #expect(
            try rig.screen.lines.map(\.text) == [
                "yesterday i finished the lagoon page", "nothing blocks me", "i will work on search",
            ])
    }

    @Test func `removes the utterance if nothing is left of it`() throws {
        var rig = opened("nothing blocks me", "")
        rig.perform(.nextField, .insert(" "), .activate)
        #expect(try rig.screen.lines.count == 2 && rig.screen.unsaved == "1 correction, not saved")
        rig.perform(.undo)
        #expect(try rig.screen.lines.count == 3)
    }

    @Test func `follows what another process changes in the transcript`() {
        var rig = opened("the", "this")
        rig.correctElsewhere(UtteranceCorrection(utterance: 13, text: "gone"))
        #expect(screen(rig)?.changes.count == 1)
    }

    @Test func `has an address`() throws {
        var rig = MeetingRig.read()
        rig.perform(.replace)
        #expect(rig.feature.dialog == .replace)
        #expect(
            try Place(address: "standup/s1/meeting/m1?dialog=replace")
                == .meeting("s1", meeting: "m1", dialog: .replace))
    }
}

extension MeetingRig {
    fileprivate var screenIsReplace: Bool {
        if case .replace = feature.content(localizer) { return true }
        return false
    }
}
