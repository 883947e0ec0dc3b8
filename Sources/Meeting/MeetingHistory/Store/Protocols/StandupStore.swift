package import MeetingModel

/// The standups of a history, without those that are marked deleted. [any thread]
package protocol StandupStore: Sendable {
    /// All standups, in the order of their creation.
    func standups() throws(HistoryError) -> [Standup]

    /// Stores a standup, replacing one with the same id; a deletion mark is removed.
    func save(_ standup: Standup) throws(HistoryError)

    /// Stores a standup unless another program has changed or deleted it since `original` was read.
    ///
    /// Without `original`, the standup must be new. If the stored standup equals `standup`, it counts as saved.
    func save(_ standup: Standup, replacing original: Standup?) throws(HistoryError) -> SaveOutcome

    /// What was learned of an attendee's voice, by model; a member with the key `LearnedVoice.refusal` forbids it.
    func voices(of attendee: Attendee.ID) throws(HistoryError) -> [String: [Float]]

    /// Forgets an attendee's voice, in all files; with `never`, it is not learned again.
    func forgetVoice(of attendee: Attendee.ID, never: Bool) throws(HistoryError)

    /// Allows an attendee's voice to be learned again; does nothing if it is not refused.
    func allowVoice(of attendee: Attendee.ID) throws(HistoryError)
}

/// The keys of learned voices among a history's learned states.
package enum LearnedVoice {
    /// The name, in place of a model's, of the mark that a voice must not be learned.
    package static let refusal = "never"

    /// What an attendee's keys begin with; the name of a model follows.
    package static func prefix(of attendee: Attendee.ID) -> String { "voice/\(attendee.rawValue)/" }
}

package enum SaveOutcome: Hashable, Sendable {
    case saved
    /// Nothing was stored: another program has changed the standup to this.
    case changed(Standup)
    /// Nothing was stored: another program has deleted the standup.
    case deleted

    /// The outcome of replacing `original` with `standup` if the history contains `stored`.
    package init(of standup: Standup, replacing original: Standup?, where stored: Standup?) {
        self =
            if let stored {
                stored == original || stored == standup ? .saved : .changed(stored)
            } else {
                original == nil ? .saved : .deleted
            }
    }
}
