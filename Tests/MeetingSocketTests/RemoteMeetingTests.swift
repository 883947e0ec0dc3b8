import MeetingEngine
import MeetingModel
import MeetingTiming
import Testing
import TestSupport

@testable import MeetingSocket

@Suite(.timeLimit(.minutes(10)))
struct `A meeting followed from another process` {
    /// Follows a meeting and collects the reports.
    private final class Face: Sendable {
        let meeting: RemoteMeeting
        let reports = Mutexed<[String]>([])

        init(_ served: ServedMeeting, version: String = "1", attends: Bool = true) {
            let reports = reports
            meeting = RemoteMeeting(clock: SystemClock(), socket: served.path, attends: attends, version: version) {
                switch $0 {
                case .start(.failed(let error)): reports.value.append("failed \(error.line)")
                case .start: reports.value.append("start")
                case .connected: reports.value.append("connected")
                case .event(let event): reports.value.append(EventLine(event).text ?? "-")
                case .audience: break
                case .gone: reports.value.append("gone")
                }
            }
            meeting.connect()
        }

        func wait(for report: String) async throws {
            try await eventually("it reports \(report)") { reports.value.contains { $0.contains(report) } }
        }
    }

    @Test func `has the same status, and gives commands`() async throws {
        let served = try await ServedMeeting()
        let face = Face(served)
        try await face.wait(for: "connected")
        try await eventually("it has the status") { face.meeting.status == served.session.status }
        face.meeting.send(.note("remember"))
        face.meeting.send(.timer(.next))
        try await face.wait(for: "turn.started")
        try await eventually("it has the status") { face.meeting.status == served.session.status }
        #expect(face.meeting.status?.note == "remember")
        face.meeting.send(.timer(.resume))
        try await face.wait(for: "the meeting is not paused")
        await served.close()
        try await face.wait(for: "gone")
        #expect(face.reports.value.contains { $0.contains("meeting.ended") })
    }

    @Test func `has the effect of a command in its status as soon as that is answered`() async throws {
        let served = try await ServedMeeting()
        let face = Face(served)
        try await face.wait(for: "connected")
        let attendees = served.session.status.standup.attendees.map(\.id)
        for speaker in attendees.dropFirst() {
            face.meeting.send(.timer(.next))
            #expect(face.meeting.awaitsAnswer || face.meeting.status?.timer.speaker == speaker)
            try await eventually("it is answered") { !face.meeting.awaitsAnswer }
            #expect(face.meeting.status?.timer.speaker == speaker)
        }
        face.meeting.send(.timer(.resume))
        try await eventually("a refusal is an answer") { !face.meeting.awaitsAnswer }
        await served.close()
    }

    @Test(arguments: [true, false])
    func `asks about the end after the last speaker only while somebody leads it`(isAttended: Bool) async throws {
        let served = try await ServedMeeting()
        let face = Face(served, attends: isAttended)
        try await face.wait(for: "connected")
        for _ in 1...3 {
            let speaker = Participant(role: .speak, attendee: served.session.status.timer.speaker)
            #expect(await face.meeting.perform(.timer(.next), by: speaker) == nil)
        }
        switch served.session.status.timer.phase {
        case .asking: #expect(isAttended)
        case .ended: #expect(!isAttended)
        case let phase: Issue.record("\(phase)")
        }
        await served.close()
    }

    @Test func `goes on when the one who looked leaves`() async throws {
        let served = try await ServedMeeting()
        let face = Face(served)
        try await face.wait(for: "connected")
        face.meeting.detach()
        try await face.wait(for: "gone")
        #expect(served.session.status.timer.phase == .running)
        await served.close()
    }

    @Test func `is connected again after the connection was lost`() async throws {
        let served = try await ServedMeeting()
        let face = Face(served)
        try await face.wait(for: "connected")
        await served.server.closeAll()
        // A command that was on its way is lost with the connection.
        try await eventually("the note arrives") { () -> Bool in
            face.meeting.send(.note("again"))
            return served.session.status.note != nil
        }
        face.meeting.send(.timer(.next))
        try await face.wait(for: "turn.started")
        await served.close()
    }

    @Test func `is refused to another version`() async throws {
        let served = try await ServedMeeting()
        let face = Face(served, version: "2")
        try await face.wait(for: "failed the meeting is held by version 1 of standup")
        await served.close()
    }
}
