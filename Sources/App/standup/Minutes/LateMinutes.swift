import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Minutes

/// Asks an assistant for the points of the meetings that wait for it, in the background.
///
/// The queue is the history: a meeting of the last week waits if its transcript is final and has no points that an assistant
/// made from it.
struct LateMinutes: Sendable {
    /// The parts of a history that it uses.
    typealias Store = MinutesByAssistant.Store & MeetingCatalogue & TranscriptionStore

    /// How old a meeting may be, in days.
    private static let days: Int64 = 7
    /// How many meetings are read at once.
    private static let page = 50

    private let store: any Store
    private let assisted: AssistedMinutes

    init(in store: any Store, folder: DataFolder, by server: AssistantServer) {
        self.store = store
        assisted = AssistedMinutes(in: store, folder: folder, by: server)
    }

    /// Starts after a delay; ends when no meeting waits, the assistant fails or the task is canceled.
    ///
    /// - Parameters:
    ///   - delay: How long to wait first.
    ///   - now: The wall clock.
    ///   - report: Gets what failed, once, in one line.
    /// - Returns: The task.
    func start(
        after delay: Duration, now: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (_ line: String) -> Void
    ) -> Task<Void, Never> {
        Task.detached(executorPreference: DiskExecutor(label: "standup.late-minutes")) {
            await withTaskCancellationHandler {
                guard (try? await Task.sleep(for: delay)) != nil else { return }
                do { try ask(now: now) } catch {
                    // The next start asks again.
                    if !Task.isCancelled { report(Failure(error).message) }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    /// Asks about one waiting meeting after the other, the newest first.
    ///
    /// Skips meetings about which another process is asking.
    ///
    /// - Parameters:
    ///   - wanted: The meetings to ask about; nil for all that wait.
    ///   - now: The time.
    /// - Throws: What the history throws, or `AssistantError` if the server fails.
    func ask(about wanted: Set<Meeting.ID>? = nil, now: @Sendable () -> Timestamp) throws {
        for meeting in try waiting(at: now()) where wanted?.contains(meeting) ?? true {
            do {
                _ = try assisted.make(of: meeting, again: false, at: now)
            } catch let error as AssistantError where error.concernsOneTurn {
                continue
            } catch HistoryError.transcriptChanged {
                continue
            }
        }
    }

    /// Ends the current request and all later ones. [any thread]
    func cancel() { assisted.cancel() }

    /// Whether a process asks about a meeting now.
    func isAsking(about meeting: Meeting.ID) -> Bool { assisted.isAsking(about: meeting) }

    private func waiting(at now: Timestamp) throws -> [Meeting.ID] {
        let earliest = now - .seconds(86_400 * Self.days)
        var recent: [Meeting] = []
        while true {
            let page = try store.meetings(of: nil, limit: Self.page, offset: recent.count)
            let new = page.prefix { $0.startedAt >= earliest }
            recent += new
            if new.count < Self.page { break }
        }
        return try recent.filter { meeting in
            try !assisted.minutes.areMade(for: meeting.id) && store.hasFinalTranscript(meeting)
        }.map(\.id)
    }
}
