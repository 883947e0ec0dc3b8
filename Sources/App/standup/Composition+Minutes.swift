import Assets
import MeetingEngine
import MeetingHistory
import MeetingModel
import Minutes

extension Composition {
    /// Makes the points of meetings, with the rules of the languages in the program's assets.
    static func makeMinutes(in store: any MinutesByRules.Store) -> MinutesByRules {
        MinutesByRules(in: store) { language in
            try (try? AssetFolder.locate("Phrases/\(language).yaml")).flatMap { try SmallFile.read($0) }
        }
    }

    /// What makes the points of a meeting if its transcript is final, and if the configuration wants that.
    ///
    /// It leaves an assistant's points of the same transcript.
    ///
    /// It queues them for their destinations first, so that a crash loses none. Errors are dropped: `standup minutes` makes
    /// the points of a meeting that has none, and reports them. So it does for what is left when `goOn` is false.
    func makeMinutesWhenFinal(
        in store: any FinalMinutesStore, beginning standup: Standup.ID? = nil, posts: PostedMeetings = .none,
        while goOn: @escaping @Sendable () -> Bool = { !Task.isCancelled }
    ) -> @Sendable (Meeting.ID) -> Void {
        guard configuration.makesMinutes else { return { _ in } }
        let minutes = Self.makeMinutes(in: store)
        let poster = posts != .none && !configuration.posts.isEmpty ? makePoster(in: store) : nil
        return { id in
            let now = Timestamp.now
            do {
                guard let meeting = try store.meetingWithoutWords(id) else { return }
                let isFinal = try store.hasFinalTranscript(meeting, beginning: standup)
                if posts.includes(meeting, isFinal: isFinal) { try poster?.queue(id, at: now) }
                guard isFinal else { return }
                try minutes.makeUnlessAssisted(id, at: now, while: goOn)
            } catch {}
        }
    }

    /// Makes the points of a standup's last meetings that have none, before a new one begins: an interrupted meeting is not
    /// resumed after that.
    func makeMissingMinutes(of standup: Standup.ID, in store: any FinalMinutesStore, except meeting: Meeting.ID) {
        let last = (try? store.meetings(of: standup, limit: 4, offset: 0)) ?? []
        makeMissingMinutes(
            of: last.map(\.id).filter { $0 != meeting }, in: store,
            by: makeMinutesWhenFinal(in: store, beginning: standup, posts: .interrupted))
    }

    /// Makes the points of imported meetings that came without any, those of the oldest first: later ones continue them.
    ///
    /// What is left when `goOn` stops it is made by `standup minutes`.
    func makeMinutes(
        ofImported meetings: [Meeting.ID], in store: any FinalMinutesStore,
        while goOn: @escaping @Sendable () -> Bool = { true }
    ) {
        let dated = meetings.compactMap { try? store.meetingWithoutWords($0) }.sorted { $0.startedAt < $1.startedAt }
        let make = makeMinutesWhenFinal(in: store, while: goOn)
        makeMissingMinutes(of: dated.map(\.id), in: store, by: make, while: goOn)
    }

    private func makeMissingMinutes(
        of meetings: [Meeting.ID], in store: any FinalMinutesStore, by make: (Meeting.ID) -> Void,
        while goOn: () -> Bool = { true }
    ) {
        for meeting in meetings where goOn() && (try? store.pointVersions(of: meeting).isEmpty) == true {
            make(meeting)
        }
    }

    /// Asks the configured assistant for the points of meetings that wait for it; `report` gets what fails, in one line.
    ///
    /// Nil if the configuration does not want that.
    func askAssistantForMinutes(
        in store: any LateMinutes.Store, after delay: Duration = .zero,
        report: @escaping @Sendable (_ line: String) -> Void
    ) -> Task<Void, Never>? {
        do {
            let now = { @Sendable in Timestamp.now }
            return try lateMinutes(in: store)?.start(after: delay, now: now, report: report)
        } catch {
            report(Failure(error).message)
            return nil
        }
    }

    /// The minutes that wait for the configured assistant; nil without one.
    ///
    /// - Throws: If its address or key has a mistake.
    func lateMinutes(in store: any LateMinutes.Store) throws -> LateMinutes? {
        guard configuration.asksAssistant, let address = configuration.value(.assistant) else { return nil }
        let server = try AssistantServer(address, model: nil, context: nil, configuration: configuration)
        return LateMinutes(in: store, folder: folder, by: server)
    }
}

/// The meetings whose minutes are queued for their destinations, each once.
enum PostedMeetings {
    /// Meetings that were held before, imported or corrected, and rehearsals.
    case none
    /// Interrupted meetings, except rehearsals. Others were queued when they ended.
    case interrupted
    /// A meeting that ends now; its posting waits until its transcript is final.
    case ended

    func includes(_ meeting: Meeting, isFinal: Bool) -> Bool {
        switch self {
        case .none: false
        case .interrupted: isFinal && meeting.state == .interrupted && !meeting.isRehearsal
        case .ended: isFinal || meeting.state == .finished
        }
    }
}

/// The parts of a history that making points of final transcripts uses.
typealias FinalMinutesStore = MeetingCatalogue & TranscriptionStore & MinutesByRules.Store & PostStore
