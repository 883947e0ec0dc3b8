import Assets
import Glibc
import MeetingAssistant
import MeetingHistory
import MeetingMinutes
import MeetingModel
import MeetingTiming
import MinutesPosting
import Synchronization

extension Composition {
    /// Makes the points of meetings, with the rules of the languages in the program's assets.
    static func makeMinutes(in store: any MinutesByRules.Store) -> MinutesByRules {
        let known = Mutex<[String: PointRules?]>([:])
        return MinutesByRules(in: store) { language in
            let language = language.primaryLanguage
            if let rules = known.withLock({ $0[language] }) { return rules }
            let rules = try rules(of: language)
            known.withLock { $0[language] = .some(rules) }
            return rules
        }
    }

    /// What makes the points of a meeting when its transcript is final, if the configuration wants that.
    ///
    /// It queues them for their destinations first, unless the meeting is a rehearsal, so that a crash loses none. Errors
    /// are dropped: `standup minutes` makes the points of a meeting that has none, and reports them.
    func makeMinutesWhenFinal(
        in store: any MinutesByRules.Store & PostStore, isRehearsal: Bool = false
    ) -> @Sendable (Meeting.ID) -> Void {
        guard configuration.makesMinutes else { return { _ in } }
        let minutes = Self.makeMinutes(in: store)
        let poster = isRehearsal || configuration.posts.isEmpty ? nil : makePoster(in: store)
        return { meeting in
            let now = Timestamp(nanosecondsSince1970: Self.clock.nanosecondsSince1970)
            try? poster?.queue(meeting, at: now)
            _ = try? minutes.make(of: meeting, at: now)
        }
    }

    /// Asks the configured assistant for the points of meetings that wait for it, after the first screen has been drawn;
    /// nil if the configuration does not want that, or has a mistake in its address or key.
    func askAssistantForMinutes(in store: any LateMinutes.Store) -> Task<Void, Never>? {
        lateMinutes(in: store)?.start(after: .seconds(2)) {
            Timestamp(nanosecondsSince1970: Self.clock.nanosecondsSince1970)
        }
    }

    /// The minutes that wait for the configured assistant; nil without a valid one.
    func lateMinutes(in store: any LateMinutes.Store) -> LateMinutes? {
        guard configuration.asksAssistant, let address = configuration.value(.assistant),
            let server = try? AssistantServer(address, model: nil, context: nil, configuration: configuration)
        else { return nil }
        return LateMinutes(in: store, folder: folder, by: server)
    }

    /// The rules of a language; nil if there are none.
    private static func rules(of language: String) throws -> PointRules? {
        guard language.allSatisfy({ $0.isASCII && $0.isLetter }),
            let path = try? AssetFolder.locate("Phrases/\(language).yaml"), let yaml = try SmallFile.read(path)
        else { return nil }
        return try PointRules(yaml: yaml)
    }
}
