import MeetingModel

extension MeetingTimer {
    /// An attendee's time: given, used and passed on.
    struct Account: Hashable, Codable {
        enum Place: String, Hashable, Codable {
            case waiting
            case speaking
            case done
            case absent
        }

        let id: Attendee.ID
        /// The time given: the first division, shares from others and extensions.
        var slot: Duration
        /// The correction to `slot` in the meeting's plan.
        ///
        /// Positive: overtime that was compensated. Negative: time that was passed on, never while waiting or speaking.
        var balance: Duration = .zero
        /// The total length of the ended turns.
        var used: Duration = .zero
        var place = Place.waiting
        /// Whether the attendee was present in a turn that has ended, for at least `MeetingAttendee.leastSpeech`.
        var hasSpoken = false
        /// The latest settlement, while it can be undone.
        var settlement: Settlement?

        /// The attendee's time in the plan; the sum over all attendees is the planned length.
        var allotment: Duration { slot + balance }
    }

    /// Time that an attendee passed on: unused (positive) or overtime (negative).
    struct Settlement: Hashable, Codable {
        let amount: Duration
        /// The shares of other attendees; the rest of `amount` made the meeting shorter or longer.
        let grants: [Grant]
    }

    /// Time that the account at `index` received (positive) or gave (negative).
    struct Grant: Hashable, Codable {
        let index: Int
        let amount: Duration
    }
}
