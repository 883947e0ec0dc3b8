import MeetingModel
import StandupHistory
import Testing

@testable import MeetingHistory
@testable import Presentation
@testable import StandupFeatures

@Suite("Marked passages of a past meeting") struct MarkTests {
    /// A meeting that has been read, and is in the history.
    private func rig() throws -> MeetingRig {
        let rig = MeetingRig.read()
        try rig.store.begin(rig.meeting)
        return rig
    }

    @Test func `are marked and unmarked, stored at once, and shown in every transcript`() throws {
        var rig = try rig()
        rig.perform(.toggleMark)
        #expect(try rig.screen.selected == 0, "the first, if none is selected")
        rig.perform(.down, .down, .toggleMark)
        #expect(try rig.screen.lines.map(\.isMarked) == [true, false, true])
        #expect(rig.meeting.marks.map(\.start) == [.seconds(3), .seconds(83)])
        #expect(try rig.screen.marks == [.init(start: 3, end: 9), .init(start: 83, end: 89)])
        rig.perform(.edit)
        rig.type("other words")
        rig.perform(.activate, .save, .nextVersion)
        #expect(try rig.screen.lines.map(\.isMarked) == [true, false, true])
        rig.perform(.toggleMark)
        #expect(rig.meeting.marks.map(\.start) == [.seconds(3)])
        #expect(rig.transcripts.count == 2, "a mark is no correction")
    }

    @Test func `are gone through in their order, and from the last to the first`() throws {
        var rig = try rig()
        rig.perform(.nextMark)
        #expect(rig.notice?.text == "No passage is marked. Press b to mark the selected one.")
        rig.perform(.down, .down, .toggleMark, .down, .toggleMark, .first, .nextMark)
        #expect(rig.feature.utterance == 1)
        rig.perform(.nextMark)
        #expect(rig.feature.utterance == 2)
        rig.perform(.nextMark)
        #expect(rig.feature.utterance == 1)
    }

    @Test func `are undone and redone in turn with the corrections`() throws {
        var rig = try rig()
        rig.perform(.toggleMark, .edit)
        rig.type("one")
        rig.perform(.activate, .down, .toggleMark)
        rig.perform(.undo)
        #expect(rig.meeting.marks.count == 1)
        #expect(try rig.screen.lines[0].text == "one")
        rig.perform(.undo)
        #expect(try rig.screen.lines[0].text == "yesterday i finished the lagoon page")
        #expect(rig.meeting.marks.count == 1)
        rig.perform(.undo)
        #expect(rig.meeting.marks.isEmpty)
        rig.perform(.redo, .redo, .redo)
        #expect(rig.meeting.marks.count == 2)
        #expect(try rig.screen.lines[0].text == "one")
    }

    @Test func `stay as they were if they cannot be stored, or while the meeting runs`() throws {
        var rig = try rig()
        rig.refusal = .cannotWrite(path: "/data", reason: "full")
        rig.perform(.toggleMark)
        #expect(rig.notice?.kind == .error)
        #expect(try rig.screen.lines.allSatisfy { !$0.isMarked })
        var live = MeetingRig.read(state: .live)
        live.perform(.toggleMark)
        #expect(live.meeting.marks.isEmpty && live.notice?.kind == .warning)
    }
}
