import MeetingEngine
import MeetingModel
import Presentation
import Testing

@testable import StandupFeatures
@testable import Web

@Suite("The clocks of the live page") struct LiveClockTests {
    private static let start = Duration.seconds(1000)
    private static let ids: [Attendee.ID] = [id("ann"), id("ben"), id("cal")]

    /// A meeting of three in 300 seconds, at an instant after its start.
    private static func meeting(
        _ settings: MeetingSettings = MeetingSettings(), at seconds: Double,
        _ change: (inout MeetingTimer) -> Void = { _ in }
    ) throws -> (clocks: LiveClocks, running: ReportedMeeting) {
        var timer = try MeetingTimer(attendees: ids, length: .seconds(300), settings: settings)
        timer.start(at: start)
        change(&timer)
        let now = start + .milliseconds(Int(seconds * 1000))
        timer.advance(to: now)
        let standup = Standup(
            id: id("s"), title: "Daily", length: .seconds(300),
            attendees: ids.map { Attendee(id: $0, name: $0.rawValue) },
            settings: settings)
        let status = MeetingStatus(timer: timer, standup: standup, isRecording: false)
        return (LiveClocks(status, at: now), ReportedMeeting(id("m"), status, at: now))
    }

    @Test func `count down to the slot's end, and the meeting's`() throws {
        let clocks = try Self.meeting(at: 30.25).clocks
        #expect(clocks.turn == .down(zeroAt: 1_100_000))
        #expect(clocks.elapsed == .up(since: 1_000_000))
        #expect(clocks.remaining == .down(zeroAt: 1_300_000))
        #expect(clocks.wholeTurn == 100_000)
        #expect(clocks.starts == [id("ben"): .down(zeroAt: 1_100_000), id("cal"): .down(zeroAt: 1_200_000)])
        #expect(clocks.expectedEnd(Timestamp(nanosecondsSince1970: 30_250_000_000)) == 300_000)
    }

    @Test func `count up in overtime, from the exact end of the slot`() throws {
        let settings = MeetingSettings(atSlotEnd: .overtime)
        for seconds in [100.0, 112.5] {
            let clocks = try Self.meeting(settings, at: seconds).clocks
            #expect(clocks.isOvertime && clocks.showsOvertime)
            #expect(clocks.turn == .up(since: 1_100_000))
            #expect(clocks.remaining == .stopped(200_000))
            #expect(clocks.starts.isEmpty)
            #expect(clocks.expectedEnd(Timestamp(nanosecondsSince1970: 0)) == nil)
        }
        let shared = MeetingSettings(atSlotEnd: .overtime, timeSharing: .shared)
        #expect(try Self.meeting(shared, at: 112.5).clocks.remaining == .down(zeroAt: 1_300_000))
        #expect(try Self.meeting(shared, at: 400).clocks.remaining == .stopped(0))
    }

    @Test func `stand still in a pause, on whole seconds as the terminal shows them`() throws {
        let clocks = try Self.meeting(at: 90) { $0.perform(.pause(.user), at: Self.start + .milliseconds(30_250)) }
            .clocks
        #expect(clocks.turn == .stopped(70_000))
        #expect(clocks.elapsed == .stopped(30_000))
        #expect(clocks.remaining == .stopped(270_000))
        #expect(!clocks.showsOvertime)
        let over = try Self.meeting(MeetingSettings(atSlotEnd: .overtime), at: 190) {
            $0.perform(.pause(.user), at: Self.start + .milliseconds(112_900))
        }
        #expect(over.clocks.turn == .stopped(12_000))
        #expect(over.clocks.showsOvertime && !over.clocks.isOvertime)
    }

    @Test func `show the meeting's length when it is over`() throws {
        let clocks = try Self.meeting(at: 90) { $0.perform(.end(.finished), at: Self.start + .milliseconds(61_700)) }
            .clocks
        #expect(clocks.turn == .stopped(61_000))
        #expect(clocks.elapsed == .stopped(61_000))
        #expect(clocks.remaining == .stopped(0))
        #expect(clocks.wholeTurn == 0)
    }

    @Test(
        arguments: [
            MeetingSettings(), MeetingSettings(atSlotEnd: .overtime),
            MeetingSettings(atSlotEnd: .overtime, timeSharing: .shared), MeetingSettings(timeSharing: .shared),
        ])
    func `agree with the terminal at every instant`(_ settings: MeetingSettings) throws {
        for tick in stride(from: 0, to: 400_000, by: 333) {
            let (clocks, running) = try Self.meeting(settings, at: Double(tick) / 1000)
            let screen = RecordScreen(running, Support.english)
            let now = (Self.start + .milliseconds(tick)).milliseconds
            #expect((clocks.showsOvertime ? "+" : "") + clocks.turn.text(at: now) == Self.exact(screen.clock, clocks))
            #expect(clocks.elapsed.text(at: now) == screen.facts[0].value)
            if screen.facts.count > 1 { #expect(clocks.remaining.text(at: now) == screen.facts[1].value) }
            for speaker in screen.speakers {
                let time = clocks.time(of: Attendee.ID(rawValue: speaker.id), speaker.state)
                #expect(time?.text(at: now) ?? "" == speaker.time)
            }
        }
    }

    /// At the exact end of a slot the terminal still shows 0:00.
    private static func exact(_ text: String, _ clocks: LiveClocks) -> String {
        text == "0:00" && clocks.isOvertime ? "+0:00" : text
    }
}
