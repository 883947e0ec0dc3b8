import MeetingModel

extension MeetingTimer {
    /// An attendee's time: what was given, what was used, what was handed on.
    struct Account: Hashable {
        /// Where an attendee is.
        enum Place: Hashable {
            /// In the queue.
            case waiting
            /// At the turn that runs.
            case speaking
            /// Through with it.
            case done
            /// Not there.
            case absent
        }

        let id: Attendee.ID
        /// The time given: the first division, shares of others and extensions.
        var slot: Duration
        /// What the meeting plans for the attendee beyond `slot`.
        ///
        /// Positive: overtime that has been made good. Negative: time that was handed on; never while waiting or speaking.
        var balance: Duration = .zero
        /// The length of the turns that have ended.
        var used: Duration = .zero
        var place = Place.waiting
        /// Whether a turn has ended in which the attendee was there.
        var hasSpoken = false
        /// What the attendee handed on last, as long as it can be taken back.
        var settlement: Settlement?

        /// What the meeting plans for the attendee; these sum to its planned length.
        var allotment: Duration { slot + balance }
    }

    /// Time that an attendee handed on: left over (positive) or spoken past the slot (negative).
    struct Settlement: Hashable {
        let amount: Duration
        /// Who got or gave how much of it; what is missing here made the meeting shorter or longer.
        let grants: [Grant]
    }

    /// Time that the account at `index` got (positive) or gave (negative).
    struct Grant: Hashable {
        let index: Int
        let amount: Duration
    }
}
