import MeetingEngine
import MeetingModel
import Sound
import StandupFeatures

/// A running meeting with manual time.
struct RunningSample {
    let id = Meeting.ID(rawValue: "running")
    /// The meeting's status as the engine reports it.
    var status: MeetingStatus
    /// The current instant.
    private(set) var now = Duration.zero

    /// A meeting that has just started; nil if nobody is present.
    init?(_ standup: Standup, absent: Set<Attendee.ID> = []) {
        guard
            var timer = try? MeetingTimer(
                attendees: standup.attendees.map(\.id), absent: absent, length: standup.length,
                settings: standup.settings)
        else { return nil }
        timer.start(at: .zero)
        status = MeetingStatus(timer: timer, standup: standup, isRecording: true)
        status.level = AudioLevel(peak: -9, rms: -20)
        status.microphone = "Built-in Audio Analog Stereo"
        status.isTranscribing = true
    }

    /// Advances the time.
    mutating func pass(_ duration: Duration) {
        now += duration
        status.timer.advance(to: now)
    }

    /// Performs a command on the meeting.
    mutating func perform(_ command: MeetingSession.Command) {
        switch command {
        case .timer(let command, _): status.timer.perform(command, at: now)
        case .shuffle: break
        case .mute(let isMuted): status.isMuted = isMuted
        case .useMicrophone, .useCall: break
        case .note(let note): status.note = note
        case .markPoint(let point, let state): status.mark(point, state)
        }
    }

    /// Gives the meeting what attendees wrote for it, all of which is due now.
    mutating func write(_ updates: [WrittenUpdate]) { (status.updates, status.presentUpdates) = (updates, updates) }

    /// Adds utterances to the current turn, and a partial text.
    mutating func hear(_ texts: String..., partial: String? = nil) {
        guard let speaker = status.timer.speaker else { return }
        for text in texts {
            status.utterances.append(
                Utterance(
                    attendee: speaker, start: now, end: now, text: text, recognizer: "pocketsphinx", words: []))
        }
        status.partials = partial.map { [MeetingStatus.Partial(attendee: speaker, text: $0, channel: .room)] } ?? []
    }

    /// The status as the application receives it.
    var outcome: Outcome {
        .meetingStatus(status, now: now, wallClock: SampleHistory.start + now)
    }
}
