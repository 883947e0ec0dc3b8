import MeetingHistory
package import MeetingModel
package import StandupSpeech

/// What is known of an attendee's voice, without the numbers of its profile.
package struct KnownVoice: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        /// Nothing was learned.
        case none
        /// Too little was learned to recognize the voice.
        case learning
        case known
        /// It must not be learned.
        case refused
    }

    package let attendee: Attendee
    package let state: State
    /// The speech that the profile rests on.
    package let speech: Duration
    /// The number of meetings that it rests on.
    package let meetings: Int

    /// What an attendee's states in the history say (`StandupStore.voices`).
    package init(_ attendee: Attendee, _ states: [String: [Float]]) {
        let profile = VoiceProfile(states)
        self.attendee = attendee
        state =
            states[LearnedVoice.refusal] != nil
            ? .refused : profile.map { $0.isKnown ? .known : .learning } ?? .none
        speech = .seconds(Int64((profile?.seconds ?? 0).rounded()))
        meetings = profile?.meetings ?? 0
    }
}

extension VoiceProfile {
    /// The profile among an attendee's states, by the present model; nil if there is none.
    package init?(_ states: [String: [Float]]) {
        guard let numbers = states[VoiceModel.key] else { return nil }
        self.init(numbers: numbers, model: VoiceModel.key)
    }
}
