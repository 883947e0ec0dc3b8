import Dispatch
import FoundationEssentials
package import MeetingEngine
package import MeetingHistory
package import MeetingModel
import Synchronization

/// A meeting that is running now, as its process describes it.
package struct LiveMeeting: Sendable {
    package let meeting: Meeting.ID
    package let socket: MeetingSocketPath
    /// Its state when it was asked.
    package let snapshot: Snapshot
    /// The state as the line of JSON that the meeting sent.
    package let line: String

    /// The state of a meeting: the event `meeting.snapshot`, as docs/cli.md promises it.
    package struct Snapshot: Decodable, Sendable {
        package struct Place: Decodable, Sendable {
            package var id: String
            package var slot: Double
            package var remaining: Double
        }

        package struct Person: Decodable, Sendable {
            package var id: String
            package var name: String
            package var used: Double
        }

        /// The meeting time, in seconds.
        package var at: Double
        package var meeting: String
        package var standup: String
        package var title: String
        package var theme: String
        package var language: String
        /// The planned length, in seconds.
        package var length: Double
        package var attendees: [Person]
        /// The speaker.
        package var attendee: String?
        package var slot: Double?
        /// The seconds left to the speaker; negative in overtime.
        package var remaining: Double?
        /// The seconds that were left when the warning in effect was due; nil if none is in effect.
        package var warning: Double?
        /// How many have spoken before.
        package var index: Int?
        package var queue: [Place]
        var absent: [String]
        /// Why the countdown is stopped; nil while it runs.
        package var paused: String?
        /// Whether the countdown is over, and the last words are being written; nil while it is not.
        package var ending: Bool?
        package var recording: Bool
        var microphoneLost: Bool
        package var version: String
        package var process: Int

        /// An attendee's name; `Someone` if there is no such attendee.
        package func name(of id: String) -> String { attendees.first { $0.id == id }?.name ?? Attendee.someone }

        /// The current turn, for commands; nil if nobody speaks.
        package var turn: MeetingTimer.TurnReference? {
            guard let attendee, let index else { return nil }
            return MeetingTimer.TurnReference(attendee: Attendee.ID(rawValue: attendee), index: index)
        }

        package var isEnding: Bool { ending == true }

        /// The number of those who speak in this meeting.
        package var speakers: Int { attendees.count - absent.count }
    }

    package struct List: Sendable {
        /// Those that answer; the one that started last is last.
        package var answering: [LiveMeeting] = []
        /// Those that do not, and why.
        package var silent: [(meeting: Meeting.ID, error: SocketError)] = []
    }

    /// Asks the running meetings of a data folder.
    package static func all(in folder: DataFolder) -> List {
        let running = RunningMeetings.all(in: folder)
        let found = Mutex([Result<LiveMeeting, SocketError>?](repeating: nil, count: running.count))
        // Ask all at once: a process that hangs must not delay the others.
        DispatchQueue.concurrentPerform(iterations: running.count) { index in
            let live = ask(running[index].meeting, at: running[index].socket)
            found.withLock { $0[index] = live }
        }
        var list = List()
        for (meeting, result) in zip(running.map(\.meeting), found.withLock { $0 }) {
            switch result {
            case .success(let live): list.answering.append(live)
            case .failure(let error): list.silent.append((meeting, error))
            case nil: break
            }
        }
        return list
    }

    private static func ask(
        _ meeting: Meeting.ID, at socket: MeetingSocketPath
    ) -> Result<LiveMeeting, SocketError> {
        Result { () throws(SocketError) in
            var client = try SocketClient(socket)
            let bytes = try client.readLine()
            let data = Data(bytes)
            guard let snapshot = try? JSONDecoder().decode(Snapshot.self, from: data) else {
                let answer = try? JSONDecoder().decode(AnswerLine.self, from: data)
                if let reason = answer?.error { throw .refused(reason) }
                throw .noAnswer
            }
            return LiveMeeting(
                meeting: meeting, socket: socket, snapshot: snapshot, line: String(decoding: bytes, as: UTF8.self))
        }
    }
}
