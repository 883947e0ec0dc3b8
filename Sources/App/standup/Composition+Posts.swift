import MeetingHistory
import MeetingModel
import MeetingTiming
import Minutes
import StandupSpeech

extension Composition {
    /// Queues and sends minutes to the configured destinations.
    func makePoster(in store: any MinutesPoster.Store, by sender: PostSender? = nil) -> MinutesPoster {
        let configuration = configuration
        let sender = sender ?? PostSender(configuration: configuration, folder: folder)
        return MinutesPoster(
            in: store, folder: folder, destinations: configuration.destinations(of:), send: sender.send)
    }

    /// Sends queued minutes when they are ready; nil if no destination is configured.
    func makeDelivery(in store: any MinutesDelivery.Store) -> MinutesDelivery? {
        guard !configuration.posts.isEmpty else { return nil }
        let sender = PostSender(configuration: configuration, folder: folder)
        return MinutesDelivery(
            store: store, poster: makePoster(in: store, by: sender), sender: sender,
            rules: Self.makeMinutes(in: store), assistant: try? lateMinutes(in: store),
            now: { Timestamp.now })
    }

    /// Completes the minutes at the end of a meeting: asks the configured assistant about this meeting and others that wait
    /// for it, then, with `posts`, sends what is due.
    ///
    /// What fails, or is interrupted, is left for the next start.
    func completeMinutes(of meeting: Meeting.ID, in store: any MinutesDelivery.Store, posts: Bool = true) async {
        let asking = askAssistantForMinutes(in: store) { StandardOutput.note("standup: note: \(DisplayText($0))") }
        await asking?.value
        if posts { await postMinutes(of: meeting, in: store) }
    }

    /// Sends the minutes that are due, at the end of a meeting, and reports on that meeting's.
    ///
    /// What fails stays in the queue for the next start.
    private func postMinutes(of meeting: Meeting.ID, in store: any MinutesDelivery.Store) async {
        guard let delivery = makeDelivery(in: store) else { return }
        let task = Task.detached(executorPreference: DiskExecutor(label: "standup.posts")) {
            let sleep = InterruptibleSleep()
            return try delivery.sendDue(until: delivery.now() + MinutesDelivery.patience, wait: sleep.wait)
        }
        do {
            for post in try await task.value where post.meeting == meeting {
                StandardOutput.note("standup: note: \(post.line)")
            }
        } catch {
            StandardOutput.note("standup: note: \(Failure(error).message)")
        }
    }
}

extension Configuration {
    /// Where the minutes of a meeting go, by its title or the id of its standup.
    func destinations(of meeting: Meeting) -> [PostDestination] {
        let title = meeting.title.trimmedName.lowercased()
        return posts.first { $0.standup == meeting.standupID.rawValue || $0.standup.trimmedName.lowercased() == title }?
            .destinations ?? []
    }
}
