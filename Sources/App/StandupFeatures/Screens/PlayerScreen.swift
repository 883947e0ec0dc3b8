import Sound

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
    }

    package struct Part: Hashable, Sendable, Codable {
        package var start: Int
        package var end: Int
    }

    package var state: State
    /// The same in words, such as "Playing".
    var stateText: String
    /// The position and the length, such as "1:23 of 12:05".
    package var time: String
    /// The speed, such as "1.25×".
    package var speed: String
    /// What is left out, such as "only Ann"; empty if nothing is.
    var details: String
    package var position: Int
    /// The turns, in order.
    package var turns: [Turn]
    /// The parts that are skipped or have no sound.
    var silent: [Part]
    /// The loudness; nil if it is not known.
    var waveform: Waveform?
    var marks: [Part] = []
}

/// The words to find in a transcript.
package struct FindScreen: Hashable, Sendable, Codable {
    /// The field; without a cursor once Enter was pressed.
    var field: FieldScreen
    /// Which hit it is and how many there are, such as "3 of 17".
    package var count: String
    /// Where the words are, in order.
    package var hits: [MeetingScreen.Hit]
    /// The hit that was gone to, as an index.
    package var hit: Int?
}
