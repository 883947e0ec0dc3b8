import TestSupport

/// A meeting that `standup start --headless --events` holds, in real time.
final class HeardMeeting: Sendable {
    /// An event as it was received.
    struct Event {
        let name: String
        /// The meeting time, in seconds.
        let at: Double
        let document: JSON
        let arrival: Duration

        init?(_ line: TextCollector.Line) {
            guard let document = try? JSON(line.text), let name = document["event"]?.text,
                let at = document["at"]?.number
            else { return nil }
            (self.name, self.at, self.document, self.arrival) = (name, at, document, line.arrival)
        }
    }

    private let program: Program
    private let errorPath: String
    private let collector: TextCollector
    private let process: ChildProcess
    // Kept while the meeting runs.
    private let server: SoundServer?

    /// Starts a meeting.
    ///
    /// `onEvent` is called for each event, on a separate thread.
    init(
        of standup: String,
        _ arguments: String...,
        program: Program,
        on server: SoundServer?,
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws {
        self.program = program
        self.server = server
        errorPath = program.folder + "/errors-\(UInt64.random(in: .min ... .max))"
        collector = TextCollector { line in
            if let event = Event(line) { onEvent(event) }
        }
        process = try ChildProcess(
            Program.path, ["start", standup, "--headless", "--events", "--levels"] + arguments,
            environment: program.variables(server?.environment ?? [:]), errors: errorPath, onOutput: collector.append)
    }

    /// The events up to now, those of the level left out.
    var events: [Event] { allEvents.filter { $0.name != "level" } }

    /// The events up to now.
    var allEvents: [Event] { collector.lines.compactMap(Event.init) }

    /// The events of a name up to now.
    func events(_ name: String) -> [Event] { events.filter { $0.name == name } }

    /// The names of the events up to now, without those of the level and of speech.
    var story: [String] { events.map(\.name).filter { !$0.hasPrefix("transcript.") } }

    /// The text on standard error.
    var errors: String { (try? read(errorPath)) ?? "" }

    /// The instant 0 of the meeting, from the events: none arrives before its own meeting time.
    var origin: Duration {
        allEvents.map { $0.arrival - .seconds($0.at) }.min() ?? .zero
    }

    /// Waits for an event.
    @discardableResult
    func event(
        _ name: String,
        within limit: Duration = .seconds(90),
        where condition: (Event) -> Bool = { _ in true }
    ) async throws -> Event {
        try await eventually(within: limit, "the event \(name) came; there were \(story), and errors: \(errors)") {
            let found = allEvents.first { $0.name == name && condition($0) }
            if found == nil, let status = process.status,
                status != 0 || collector.lines.last.flatMap(Event.init)?.name == "meeting.ended"
            {
                throw TimeIsUp(
                    description:
                        "the meeting ended with \(status) before \(name); there were \(story), and errors: \(errors)")
            }
            return found
        }
    }

    /// Waits until the microphone's level events reach this meeting time, in seconds.
    func time(_ seconds: Double) async throws {
        try await event("level") { $0.at >= seconds }
    }

    /// Gives the meeting a command.
    func send(_ line: String) {
        process.send(line)
    }

    /// Interrupts it.
    func signal(_ number: Int32) {
        process.signal(number)
    }

    /// Waits for the program's end and returns its exit code.
    func end(within limit: Duration = .seconds(120)) async throws -> Int32 {
        try await process.wait(within: limit)
    }
}

extension JSON {
    /// A string's text.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
