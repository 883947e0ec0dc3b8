import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Minutes

/// Sends the queued minutes that are due, once they are ready.
///
/// Minutes are ready when the transcript is final and its points are made, unless its language has no rules; with an
/// assistant, after it has answered or failed.
struct MinutesDelivery: Sendable {
    /// The parts of a history that it uses.
    typealias Store = MinutesPoster.Store & LateMinutes.Store

    let store: any Store
    let poster: MinutesPoster
    let sender: PostSender
    let rules: MinutesByRules
    /// Asks the assistant; nil without one.
    let assistant: LateMinutes?
    let now: @Sendable () -> Timestamp

    /// How long a program keeps trying before it ends.
    static let patience = Duration.seconds(15)
    /// The maximum time between two reads of the queue.
    private static let longestRest = Duration.seconds(600)

    /// Sends what is due; returns what was attempted.
    ///
    /// - Throws: What the history throws.
    func sendDue() throws -> [MinutesPost] {
        let due = Set(try store.posts(of: nil).filter { $0.isDue(at: now()) }.map(\.meeting))
        // A corrected transcript has no points yet. What fails here waits, and delays no other minutes.
        for id in due where (try? lacksPoints(id)) == true { _ = try? rules.make(of: id, at: now()) }
        // A failed assistant delays no minutes; the rules' points are sent then.
        if let assistant, !due.isEmpty { try? assistant.ask(about: due, now: now) }
        return try poster.sendDue(at: now, where: isReady)
    }

    /// Sends what is due, and what becomes due again before `end`; returns the last results.
    func sendDue(until end: Timestamp, wait: @Sendable (Duration) -> Void) throws -> [MinutesPost] {
        var results: [MinutesPost] = []
        while true {
            let attempted = try sendDue()
            // What is due but was not attempted is not ready, or another process sends it.
            guard !attempted.isEmpty else { return results }
            for post in attempted {
                results.removeAll { $0.meeting == post.meeting && $0.destination == post.destination }
                results.append(post)
            }
            let next = results.filter { $0.state == .waiting }.map(\.dueAt).min()
            guard let next, next <= end else { return results }
            wait(now().duration(to: next))
        }
    }

    /// Sends what is due until the task is canceled, in the background.
    func start(after delay: Duration) -> Task<Void, Never> {
        Task.detached(executorPreference: DiskExecutor(label: "standup.posts")) {
            await withTaskCancellationHandler {
                var rest = delay
                while (try? await Task.sleep(for: rest)) != nil {
                    // `standup post --list` reports what is wrong.
                    let attempted = (try? sendDue()) ?? []
                    let next = (try? store.posts(of: nil))?.filter { $0.state == .waiting }.map(\.dueAt).min()
                    let due = next.map { now().duration(to: $0) } ?? Self.longestRest
                    // What is due but was not attempted is not ready yet.
                    rest = min(max(due, .seconds(attempted.isEmpty ? 60 : 2)), Self.longestRest)
                }
            } onCancel: {
                assistant?.cancel()
                sender.cancel()
            }
        }
    }

    private func isReady(_ id: Meeting.ID) throws -> Bool {
        // After a cancellation nothing begins.
        guard !Task.isCancelled, let meeting = try finalMeeting(id) else { return false }
        return try (rules.areMade(for: id) || !rules.exist(for: meeting.language))
            && assistant?.isAsking(about: id) != true
    }

    private func lacksPoints(_ id: Meeting.ID) throws -> Bool {
        try finalMeeting(id) != nil && !rules.areMade(for: id)
    }

    /// The meeting, if nothing will be added to its transcript.
    private func finalMeeting(_ id: Meeting.ID) throws -> Meeting? {
        guard let meeting = try store.meetingWithoutWords(id), try store.hasFinalTranscript(meeting) else { return nil }
        return meeting
    }
}

extension Timestamp {
    /// The time until another instant; zero if that is past.
    func duration(to other: Timestamp) -> Duration {
        max(.zero, other - self)
    }
}
