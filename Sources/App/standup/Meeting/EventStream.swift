import MeetingEngine
import MeetingModel
import MeetingSocket

/// A bounded buffer of a meeting's event lines.
///
/// When the buffer is full, events are dropped. After the reader has read the buffered lines, it gets the number of
/// dropped events and then a snapshot of the meeting. The end of the meeting is never dropped.
struct EventStream {
    enum Format {
        /// JSON, with or without microphone levels.
        case json(levels: Bool)
        /// A line of text for each event of a meeting of this standup.
        case text(Standup)
        /// Problems only, as text.
        case problems
    }

    /// The maximum number of buffered bytes; as many again may be being written.
    static let capacity = 1 << 20

    private let format: Format
    private let capacity: Int
    private var snapshot: MeetingSnapshot
    private var waiting: [UInt8] = []
    private var missing = (count: 0, since: Duration.zero)
    /// The line for the end of the meeting, if it did not fit.
    private var end: String?

    /// `capacity` is in bytes.
    init(_ format: Format, isRecorded: Bool, capacity: Int = EventStream.capacity) {
        self.format = format
        self.capacity = capacity
        snapshot = MeetingSnapshot(isRecorded: isRecorded)
    }

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

    /// Removes and returns the buffered lines as bytes; empty if there are none.
    ///
    /// Write them before the next call.
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
            case .text, .problems: append("(\(missing.count.counted("line")) missing here)")
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
        case (.problems, .error(let problem)): "standup: \(DisplayText(problem.line))"
        case (.problems, .recognizerFailed(let error)): "standup: \(DisplayText(error.line))"
        case (.problems, _): nil
        }
    }
}
