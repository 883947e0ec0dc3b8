import MeetingHistory
import MeetingModel
import Minutes
import StandupSpeech

/// Makes the points of meetings by an assistant; for each meeting, one process at a time. [any thread; takes minutes]
struct AssistedMinutes: Sendable {
    let minutes: MinutesByAssistant
    let address: String
    private let client: AssistantClient
    /// The folder with the locks.
    private let folder: DataFolder

    /// Prepares the minutes of the meetings of a history.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: Its folder.
    ///   - server: The assistant.
    ///   - isAwaited: Whether a user waits for the answer, so that a request is repeated only once.
    init(
        in store: any MinutesByAssistant.Store, folder: DataFolder, by server: AssistantServer, isAwaited: Bool = false
    ) {
        var server = server
        if isAwaited { server.retries.attempts = 2 }
        self.folder = folder
        address = "\(server.address)"
        client = AssistantClient(server)
        minutes = MinutesByAssistant(in: store, by: MeetingAssistant(client))
    }

    /// What became of the points of a meeting.
    enum Outcome {
        /// An assistant has made them, and stored them if they are new.
        case made(MeetingAssistant.Report)
        /// Another process is asking about the meeting now.
        case askedElsewhere
        /// An assistant has made points of the current transcript before.
        case madeBefore
    }

    /// Makes the points of a meeting.
    ///
    /// - Parameters:
    ///   - meeting: The meeting.
    ///   - again: Whether to make them even if they are made; otherwise `madeBefore` is returned.
    ///   - progress: Gets the number of answered questions, and of all.
    ///   - instant: The wall clock.
    /// - Returns: What was found, or why nothing was asked.
    /// - Throws: What the history throws, or `AssistantError`.
    func make(
        of meeting: Meeting.ID, again: Bool = true, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        at instant: @Sendable () -> Timestamp
    ) throws -> Outcome {
        guard let lock = try LiveLock.acquire(Self.lockName(of: meeting), in: folder) else { return .askedElsewhere }
        defer { lock.release() }
        guard try again || !minutes.areMade(for: meeting) else { return .madeBefore }
        return .made(try minutes.make(of: meeting, progress: progress, at: instant))
    }

    /// Whether a process asks about a meeting now.
    func isAsking(about meeting: Meeting.ID) -> Bool { LiveLock.isHeld(Self.lockName(of: meeting), in: folder) }

    /// Ends the current request and all later ones. [any thread]
    func cancel() { client.cancel() }

    private static func lockName(of meeting: Meeting.ID) -> String { "minutes-\(meeting)" }
}
