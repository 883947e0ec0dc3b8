import MeetingEngine
import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

@Suite("The stage of a running meeting") struct RecordFlashTests {
    /// The instants of the next seconds, in steps of 50 ms, at which the stage is inverted, in milliseconds.
    private func flashes(of rig: inout RecordRig, during seconds: Int) throws -> [Int] {
        var found: [Int] = []
        for step in 0..<seconds * 20 {
            if try rig.screen.isFlashing { found.append(step * 50) }
            rig.advance(by: 0.05)
        }
        return found
    }

    private let twice = [0, 50, 100, 150, 400, 450, 500, 550]

    @Test(arguments: [false, true])
    func `flashes twice when the speaker changes, and not at the start, muted or not`(isMuted: Bool) throws {
        var rig = try RecordRig()
        rig.status.isMuted = isMuted
        #expect(try flashes(of: &rig, during: 3) == [])
        rig.perform(.nextSpeaker)
        #expect(try flashes(of: &rig, during: 3) == twice)
    }

    @Test func `flashes at a warning and at the end of the slot`() throws {
        var rig = try RecordRig(settings: MeetingSettings(atSlotEnd: .overtime, warnings: [.seconds(10)]))
        rig.advance(by: 49)
        #expect(try flashes(of: &rig, during: 2) == twice.map { $0 + 1000 })
        rig.advance(by: 8)
        // Overtime begins after the last instant of the slot.
        #expect(try flashes(of: &rig, during: 3) == twice.dropFirst().map { $0 + 1000 })
        #expect(try rig.screen.clockState == .overtime)
    }

    @Test func `flashes at most twice a second, however fast the speakers change`() throws {
        var rig = try RecordRig(
            (0..<9).map { Attendee(id: Attendee.ID(rawValue: "\($0)"), name: "\($0)") }, seconds: 900)
        rig.advance(by: 5)
        var inversions: [Double] = []
        var wasFlashing = false
        for step in 0..<120 {
            if step % 5 == 0 { rig.perform(step % 10 == 0 ? .nextSpeaker : .previousSpeaker) }
            let isFlashing = try rig.screen.isFlashing
            if isFlashing, !wasFlashing { inversions.append(Double(step) * 0.05) }
            wasFlashing = isFlashing
            rig.advance(by: 0.05)
        }
        #expect(!inversions.isEmpty)
        for first in inversions { #expect(inversions.count { first..<first + 1 ~= $0 } <= 2) }
    }

    @Test func `does not flash in a pause, nor after it`() throws {
        var rig = try RecordRig()
        rig.advance(by: 5)
        rig.perform(.nextSpeaker, .pause)
        #expect(try flashes(of: &rig, during: 1) == [])
        rig.perform(.pause)
        #expect(try flashes(of: &rig, during: 1) == [])
    }

    @Test func `is inverted by a flash, and the configuration turns it off`() throws {
        var rig = try RecordRig()
        rig.advance(by: 5)
        rig.perform(.nextSpeaker)
        let screen = try rig.screen
        for size in [Size(columns: 80, rows: 24), Size(columns: 100, rows: 32), Size(columns: 200, rows: 60)] {
            var canvas = Canvas(size)
            screen.draw(on: &canvas, in: canvas.bounds)
            #expect(canvas.cells.contains { $0.style == .plain.reversed.bold && $0.character == "█" }, "\(size)")
            #expect(screen.watchCanvas(size).cells.contains { $0.style.isReversed }, "\(size)")
        }
        guard case .record(let quiet) = Screen.Content.record(screen).withoutFlash else { return }
        #expect(!quiet.isFlashing)
    }

    @Test func `shows what the speaker said last time, and nobody else's words`() throws {
        var rig = try RecordRig()
        let words: [Attendee.ID: String] = [Team.ann.id: "the login page", Team.cal.id: "the server"]
        #expect(try rig.screen.lastWords == nil)
        rig.feature.reported.lastWords = words
        #expect(try rig.screen.lastWords == Fact("Last time", "the login page"))
        rig.advance(by: 5)
        rig.perform(.nextSpeaker)
        #expect(try rig.screen.lastWords == nil)
        rig.perform(.nextSpeaker)
        #expect(try rig.screen.lastWords == Fact("Last time", "the server"))
    }
}
