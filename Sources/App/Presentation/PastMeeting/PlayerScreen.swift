package import Sound

/// A recording that can be heard: a seek bar with the position and the speed.
///
/// Places in the recording are thousandths of its length.
package struct PlayerScreen: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable {
        case stopped
        case opening
        case playing
        case paused
        /// The loudspeaker is lost.
        case waiting
    }

    package struct Turn: Hashable, Sendable, Codable {
        package var name: String
        package var start: Int
        package var end: Int

        package init(name: String, start: Int, end: Int) {
            self.name = name
            self.start = start
            self.end = end
        }
    }

    package struct Part: Hashable, Sendable, Codable {
        package var start: Int
        package var end: Int

        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }
    }

    package var state: State
    /// The same in words, such as "Playing".
    package var stateText: String
    /// The position and the length, such as "1:23 of 12:05".
    package var time: String
    /// The speed, such as "1.25×".
    package var speed: String
    /// What is left out, such as "only Ann"; empty if nothing is.
    package var details: String
    package var position: Int
    /// The turns, in order.
    package var turns: [Turn]
    /// The parts that are skipped or have no sound.
    package var silent: [Part]
    /// The loudness; nil if it is not known.
    package var waveform: Waveform?
    package var marks: [Part] = []

    package init(
        state: State, stateText: String, time: String, speed: String, details: String, position: Int, turns: [Turn],
        silent: [Part], waveform: Waveform? = nil, marks: [Part] = []
    ) {
        self.state = state
        self.stateText = stateText
        self.time = time
        self.speed = speed
        self.details = details
        self.position = position
        self.turns = turns
        self.silent = silent
        self.waveform = waveform
        self.marks = marks
    }
}

/// The words to find in a transcript.
package struct FindScreen: Hashable, Sendable, Codable {
    /// The field; without a cursor once Enter was pressed.
    package var field: FieldScreen
    /// Which hit it is and how many there are, such as "3 of 17".
    package var count: String
    /// Where the words are, in order.
    package var hits: [MeetingScreen.Hit]
    /// The hit that was gone to, as an index.
    package var hit: Int?

    package init(field: FieldScreen, count: String, hits: [MeetingScreen.Hit], hit: Int?) {
        self.field = field
        self.count = count
        self.hits = hits
        self.hit = hit
    }
}
