package import MeetingModel

/// The parts that the JSON documents of a meeting have in common; durations and offsets are seconds of meeting time.
package enum MeetingPart {
    /// The standup that it was a meeting of.
    package struct Standup: Codable, Hashable {
        /// Its id.
        package var id: String
        /// Its title.
        package var title: String

        /// A standup.
        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// An attendee's part.
    package struct Attendee: Codable, Hashable {
        /// Its id.
        package var id: String
        /// The name at the meeting.
        package var name: String
        /// The time given.
        package var slot: Double
        /// The time taken, overtime included.
        package var used: Double
        /// The part of it past the slot.
        package var overtime: Double
        /// How long the attendee was heard to speak.
        package var speech: Double
        /// Whether the attendee had a turn.
        package var state: String

        /// An attendee who was heard for so long.
        package init(_ attendee: MeetingAttendee, speech: Duration) {
            id = attendee.id.rawValue
            name = attendee.name
            slot = attendee.slot.seconds
            used = attendee.used.seconds
            overtime = attendee.overtime.seconds
            self.speech = speech.seconds
            state = attendee.state.rawValue
        }
    }

    /// A stretch in which one attendee spoke; the end is `null` while it runs.
    package struct Turn: Codable, Hashable {
        /// Whose it is, by id.
        package var attendee: String
        /// The name at the meeting.
        package var name: String
        /// Where it starts.
        package var start: Double
        /// Where it ends.
        @Nullable package var end: Double?

        /// A turn of the attendee of this name.
        package init(_ turn: MeetingModel.Turn, name: String) {
            attendee = turn.attendee.rawValue
            self.name = name
            start = turn.start.seconds
            end = turn.end?.seconds
        }
    }

    /// Where the countdown stood still; the duration is `null` while it does.
    package struct Pause: Codable, Hashable {
        /// Where the countdown stood still.
        package var at: Double
        /// For how long.
        @Nullable package var duration: Double?
        /// Why.
        package var reason: String

        /// A pause.
        package init(_ pause: MeetingModel.Pause) {
            at = pause.at.seconds
            duration = pause.duration?.seconds
            reason = pause.reason.rawValue
        }
    }

    /// Where the recording holds silence because no sound came.
    package struct Gap: Codable, Hashable {
        /// Where it starts.
        package var start: Double
        /// Where it ends.
        package var end: Double
        /// Why.
        package var reason: String

        /// A gap.
        package init(_ gap: MeetingModel.Gap) {
            start = gap.start.seconds
            end = gap.end.seconds
            reason = gap.reason.rawValue
        }
    }

    /// A stretch of speech.
    package struct Utterance: Codable, Hashable {
        /// Whose it is, by id.
        package var attendee: String
        /// The name at the meeting.
        package var name: String
        /// Where it starts.
        package var start: Double
        /// Where it ends.
        package var end: Double
        /// What was said.
        package var text: String
        /// Who heard it.
        package var recognizer: String
        /// The words, in order.
        package var words: [Word]

        /// An utterance of the attendee of this name.
        package init(_ utterance: MeetingModel.Utterance, name: String) {
            attendee = utterance.attendee.rawValue
            self.name = name
            start = utterance.start.seconds
            end = utterance.end.seconds
            text = utterance.text
            recognizer = utterance.recognizer
            words = utterance.words.map(Word.init)
        }
    }

    /// A recognised word.
    package struct Word: Codable, Hashable {
        /// What was said.
        package var text: String
        /// Where it starts.
        package var start: Double
        /// Where it ends.
        package var end: Double
        /// How sure the recogniser is, 0 to 1.
        package var confidence: Double
        /// What the recogniser gave where the vocabulary corrected it; the key is only there then.
        package var heard: String?

        /// A word; a confidence that is no number is none.
        package init(_ word: MeetingModel.Word) {
            text = word.text
            start = word.start.seconds
            end = word.end.seconds
            confidence = word.confidence.isFinite ? word.confidence : 0
            heard = word.heard
        }
    }
}
