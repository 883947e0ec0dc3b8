package import MeetingHistory
package import MeetingModel
import Synchronization

/// Makes the points of meetings by the rules of their languages, and stores them. [any thread]
package struct MinutesByRules: Sendable {
    package typealias Store = MeetingJournal & TranscriptStore & PointStore

    private let store: any Store
    private let rules: @Sendable (_ language: String) throws -> PointRules?

    /// Creates minutes for the meetings of a history; `rules` returns nil for a language without rules.
    package init(
        in store: any Store, rules: @escaping @Sendable (_ language: String) throws -> PointRules?
    ) {
        self.store = store
        self.rules = rules
    }

    /// Creates minutes by catalogues of phrases, each of which is read once.
    ///
    /// `phrases` returns the catalogue of a language, such as `en`, as YAML; nil for a language without one.
    package init(in store: any Store, phrases: @escaping @Sendable (_ language: String) throws -> String?) {
        let known = Mutex<[String: PointRules?]>([:])
        self.init(in: store) { language in
            let language = language.primaryLanguage
            if let rules = known.withLock({ $0[language] }) { return rules }
            // It becomes the name of a file.
            let isName = language.allSatisfy { $0.isASCII && $0.isLetter }
            let rules = try isName ? phrases(language).map { try PointRules(yaml: $0) } : nil
            known.withLock { $0[language] = .some(rules) }
            return rules
        }
    }

    /// Whether points were made from the current transcript of a meeting, even if an earlier version was chosen.
    package func areMade(for meeting: Meeting.ID) throws -> Bool {
        let transcript = try store.currentTranscript(of: meeting)
        return try store.pointVersions(of: meeting).contains { $0.transcript == transcript }
    }

    /// Whether a language has rules.
    ///
    /// - Throws: What reading the rules throws.
    package func exist(for language: String) throws -> Bool { try rules(language) != nil }

    /// Makes the points of a meeting from its current transcript, and stores them if they are new.
    ///
    /// They replace those of earlier runs and of an assistant. What a user has changed or marked is kept.
    ///
    /// If the transcript changes meanwhile, they are made from the new one, in at most three tries.
    ///
    /// - Returns: Whether the meeting's language has rules; if not, nothing is changed.
    /// - Throws: What the history throws, `PhraseError`, what reading the rules throws, or `CancellationError` once `goOn`
    ///   is false; then nothing is changed.
    @discardableResult
    package func make(
        of id: Meeting.ID, at instant: Timestamp, while goOn: () -> Bool = { !Task.isCancelled }
    ) throws -> Bool {
        for _ in 1...2 {
            do { return try makeOnce(of: id, at: instant, goOn) } catch HistoryError.transcriptChanged { continue }
        }
        return try makeOnce(of: id, at: instant, goOn)
    }

    /// Makes the points of a meeting as `make` does, unless the current ones are an assistant's of the same transcript.
    package func makeUnlessAssisted(
        _ id: Meeting.ID, at instant: Timestamp, while goOn: () -> Bool = { !Task.isCancelled }
    ) throws {
        if let source = try store.currentSource(of: id), source.maker == .assistant,
            try source.transcript == store.currentTranscript(of: id)
        {
            return
        }
        try make(of: id, at: instant, while: goOn)
    }

    private func makeOnce(of id: Meeting.ID, at instant: Timestamp, _ goOn: () -> Bool) throws -> Bool {
        // Read first: if another one becomes current meanwhile, its words are not stored with this number.
        let transcript = try store.currentTranscript(of: id)
        guard let meeting = try store.meeting(id) else { throw HistoryError.noMeeting(id) }
        guard let rules = try rules(meeting.language) else { return false }
        var generator = SystemRandomNumberGenerator()
        let found =
            try rules.points(written: meeting, using: &generator, while: goOn)
            + rules.points(in: meeting.transcript, number: transcript, using: &generator, while: goOn)
        let earlier = try store.openPoints(
            of: meeting.standupID, before: id, startedAt: meeting.startedAt)
        let kept = try found.keeping(
            meeting.points, deleted: store.pointsDeletedByHand(of: id), edited: store.pointsEditedByHand(of: id))
        let (points, settled) = rules.continuing(kept, from: earlier)
        let isMade = try store.currentPoints(of: id).map { $0.transcript == transcript } ?? false
        guard points != meeting.points || !isMade else { return true }
        try store.addPoints(points, to: id, by: .rules, from: transcript, settling: settled, at: instant)
        return true
    }
}
