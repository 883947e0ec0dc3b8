import MeetingModel
import Presentation
package import Sound

/// What of a past meeting plays, and how.
package struct Listening: Sendable {
    /// The player as last reported, with the commands since; nil while nothing plays.
    package internal(set) var player: Player?
    var isOpening = false
    /// The speed, also of the next playback.
    var speed = PlaybackSpeed.normal
    /// The attendee whose turns play; nil for all.
    var speaker: Attendee.ID?
    /// The channel that plays; nil for all of the recording, mixed.
    var channel: AudioChannel?
    /// The loudspeaker; nil for the one chosen for all meetings.
    var loudspeaker: DeviceRow?
    /// Whether to ask for the loudspeaker once the devices are known.
    var choosesLoudspeaker = false
    /// Whether the selection follows the spoken words.
    ///
    /// It does from each command that says where to play, until the user moves the selection.
    var isFollowing = true
    /// What to play once the meeting has been read.
    var pending: PlaybackPlace?
    /// Whether to play from the selected utterance once the meeting has been read.
    var playsOnceRead = false
    /// The loudness over the recording; nil if it is not known.
    var waveform: Waveform?
    /// The recording whose waveform was asked for.
    var drawn: Recording?
    var isReadingWaveform = false
    var words = SpokenWords()
}

/// A transcript by time.
struct SpokenWords: Sendable {
    private let transcript: PlaybackTranscript
    /// For each utterance by time, its index in the transcript as it is shown.
    private let lines: [Int]

    init() { self.init([]) }

    init(_ utterances: [Utterance]) {
        lines = utterances.indices.sorted { (utterances[$0].start, $0) < (utterances[$1].start, $1) }
        transcript = PlaybackTranscript(lines.map { utterances[$0] })
    }

    /// The line of the latest utterance that has begun; nil before the first.
    func line(at time: Duration) -> Int? { transcript.latest(at: time).map { lines[$0] } }

    /// The first line from a time on; nil after the last.
    func firstLine(from time: Duration) -> Int? { transcript.first(from: time).map { lines[$0] } }

    /// The line that is spoken and the number of its word; without a word if the words' times are not known.
    func spoken(at time: Duration) -> MeetingScreen.Spoken? {
        guard let place = transcript.lit(at: time) else { return nil }
        let utterance = transcript.utterances[place.utterance]
        // The words of some recognizers are not those between the spaces of the text.
        let isSplitAlike = utterance.text.split(separator: " ").count == utterance.words.count
        return MeetingScreen.Spoken(line: lines[place.utterance], word: isSplitAlike ? place.word : nil)
    }
}
