package import MeetingModel

/// The parts shared by the JSON documents of a meeting.
///
/// Durations and offsets are seconds of meeting time.
package enum MeetingPart {
    package struct Standup: Codable, Hashable {
        package var id: String
        package var title: String

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    package struct Attendee: Codable, Hashable {
        package var id: String
        /// The name at the meeting.
        package var name: String
        package var slot: Double
        /// The total length of the turns, including overtime.
        package var used: Double
        /// The part of `used` past the slot.
        var overtime: Double
        /// The attendee's recognized speaking time.
        package var speech: Double
        /// `spoke`, `absent` or `waiting`.
        package var state: String
        /// `true` if the attendee joined by call; omitted if not.
        var remote: Bool?

        package init(_ attendee: MeetingAttendee, speech: Duration) {
            id = attendee.id.rawValue
            name = attendee.name
            slot = attendee.slot.seconds
            used = attendee.used.seconds
            overtime = attendee.overtime.seconds
            self.speech = speech.seconds
            state = attendee.state.rawValue
            remote = attendee.isRemote ? true : nil
        }
    }

    /// A turn; the end is `null` while it is open.
    package struct Turn: Codable, Hashable {
        package var attendee: String
        package var name: String
        package var start: Double
        @Nullable package var end: Double?

        package init(_ turn: MeetingModel.Turn, name: String) {
            attendee = turn.attendee.rawValue
            self.name = name
            start = turn.start.seconds
            end = turn.end?.seconds
        }
    }

    /// A pause of the countdown; the duration is `null` while it is open.
    package struct Pause: Codable, Hashable {
        package var at: Double
        /// The length, in real time.
        @Nullable package var duration: Double?
        package var reason: String

        package init(_ pause: MeetingModel.Pause) {
            at = pause.at.seconds
            duration = pause.duration?.seconds
            reason = pause.reason.rawValue
        }
    }

    /// A gap in the recording: silence in place of missing sound.
    package struct Gap: Codable, Hashable {
        package var start: Double
        package var end: Double
        package var reason: String
        /// `call` if sound of the call is missing; omitted for the room.
        package var channel: String?

        package init(_ gap: MeetingModel.Gap) {
            start = gap.start.seconds
            end = gap.end.seconds
            reason = gap.reason.rawValue
            channel = gap.channel == .room ? nil : gap.channel.rawValue
        }
    }

    package struct Mark: Codable, Hashable {
        package var start: Double
        package var end: Double

        init(_ mark: PassageMark) {
            start = mark.start.seconds
            end = mark.end.seconds
        }
    }

    package struct Utterance: Codable, Hashable {
        package var attendee: String
        package var name: String
        package var start: Double
        package var end: Double
        /// The words as one line.
        package var text: String
        /// The name of its recognizer.
        package var recognizer: String
        package var words: [Word]
        /// `room` or `call`; omitted if the recording has one channel.
        package var channel: String?
        /// `true` if it came from the other side of the call during the attendee's turn; omitted if not.
        var interjection: Bool?
        /// `true` if the attendee, whose turn it was not, was recognized by voice; omitted if not.
        var byVoice: Bool?

        package init(_ utterance: MeetingModel.Utterance, name: String) {
            attendee = utterance.attendee.rawValue
            self.name = name
            start = utterance.start.seconds
            end = utterance.end.seconds
            text = utterance.text
            recognizer = utterance.recognizer
            words = utterance.words.map(Word.init)
            channel = utterance.channel?.rawValue
            interjection = utterance.isInterjection ? true : nil
            byVoice = utterance.isByVoice ? true : nil
        }
    }

    package struct Word: Codable, Hashable {
        /// The word as displayed.
        package var text: String
        package var start: Double
        package var end: Double
        /// The recognizer's confidence, 0 to 1.
        package var confidence: Double
        /// The recognizer's text before a correction by the vocabulary; omitted if there was none.
        package var heard: String?

        /// Creates a word; a confidence that is not a number becomes 0.
        package init(_ word: MeetingModel.Word) {
            text = word.text
            start = word.start.seconds
            end = word.end.seconds
            confidence = word.confidence.isFinite ? word.confidence : 0
            heard = word.heard
        }
    }
}
