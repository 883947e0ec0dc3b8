import MeetingEngine
import MeetingModel

/// The lines of a meeting's events that wait for their reader, up to a bound.
///
/// A reader who falls behind by more is told how many lines are missing, as soon as it has read the others, and then
/// where the meeting stands. The end of the meeting is never missing.
struct EventStream {
    /// How an event is written.
    enum Format {
        /// JSON, with the microphone's level or without.
        case json(levels: Bool)
        /// A line of text for each event of a meeting of this standup.
        case text(Standup)
        /// What goes wrong, as text.
        case problems
    }

    /// So many bytes wait at most, and as many are being written.
    static let capacity = 1 << 20

    private let format: Format
    private let capacity: Int
    private var snapshot: MeetingSnapshot
    private var waiting: [UInt8] = []
    private var missing = (count: 0, since: Duration.zero)
    /// The end of the meeting, if there was no room for it.
    private var end: String?

    /// A stream of a meeting that is recorded or not, of which so many bytes may wait.
    init(_ format: Format, isRecorded: Bool, capacity: Int = EventStream.capacity) {
        self.format = format
        self.capacity = capacity
        snapshot = MeetingSnapshot(isRecorded: isRecorded)
    }

    /// Takes the next event.
    mutating func add(_ event: MeetingEvent) {
        snapshot.take(event)
        guard let line = line(of: event) else { return }
        if missing.count == 0, waiting.count + line.utf8.count < capacity {
            append(line)
        } else if case .meetingEnded = event.kind {
            end = line
        } else {
            if missing.count == 0 { missing.since = event.at }
            missing.count += 1
        }
    }

    /// Gives the lines that wait, as bytes, to be written before more are taken; none if there are none.
    mutating func take() -> [UInt8] {
        if waiting.isEmpty { catchUp() }
        defer { waiting = [] }
        return waiting
    }

    private mutating func catchUp() {
        if missing.count > 0 {
            switch format {
            case .json:
                append(EventLine(dropped: missing.count, since: missing.since, at: snapshot.at).text)
                append(EventLine(snapshot).text)
            case .text, .problems: append("(\(missing.count) lines are missing here)")
            }
        }
        missing.count = 0
        append(end)
        end = nil
    }

    private mutating func append(_ line: String?) {
        guard let line else { return }
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    private func line(of event: MeetingEvent) -> String? {
        switch (format, event.kind) {
        case (.json(levels: false), .level): nil
        case (.json, _): EventLine(event).text
        case (.text(let standup), _): event.text(of: standup)
        case (.problems, .error(let problem)): "standup: \(DisplayText("\(problem)"))"
        case (.problems, .recognizerFailed(let error)): "standup: \(DisplayText("\(error)"))"
        case (.problems, _): nil
        }
    }
}
