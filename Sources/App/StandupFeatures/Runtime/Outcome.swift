package import AudioDevices
package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import SpeechRecognition

/// What came of an effect, or happened by itself.
package enum Outcome: Sendable {
    // The history

    /// The history is open.
    case historyOpened
    /// The history cannot be read.
    case historyUnreadable(HistoryError)
    /// The unreadable history was moved to this path.
    case historySetAside(path: String)
    /// All standups, what there is of their meetings, and the meetings that can be gone on with.
    case standups([Standup], meetings: [MeetingSummary], interrupted: [InterruptedMeeting] = [])
    /// A page of a standup's meetings, newest first, and how many there are in all.
    case meetings(of: Standup.ID, offset: Int, [Meeting], count: Int)
    /// How the attendees of a standup used their time, in its last meetings.
    case contributions(to: Standup.ID, [Contribution])
    /// A whole meeting; nil if there is none with this id.
    case meeting(Meeting.ID, LoadedMeeting?)
    /// A standup was written as it is here.
    case saved(Standup)
    /// A standup was not written: it has changed since, is gone, or the disk refuses.
    case saveRefused(SaveRefusal)
    /// An interrupted meeting is to stay as it is.
    case kept(Meeting.ID)
    /// Something was deleted and can be brought back.
    case deleted(DeletedItem)
    /// The last deletion was taken back.
    case undone(DeletedItem)
    /// Another process has changed the history.
    case changedElsewhere
    /// Something of the history did not work.
    case historyFailed(HistoryError)

    // A meeting

    /// What there is to hold a meeting with.
    case equipment(Equipment)
    /// A meeting has started.
    case meetingStarted(Meeting.ID, MeetingStatus, now: Duration)
    /// A meeting could not be started; nothing of it was kept.
    case meetingFailed(MeetingStartError)
    /// A meeting was not started because another one of its standup runs.
    case standupHeld(LiveLock.Holder)
    /// The running meeting, as it is at an instant of its clock; the wall clock goes along.
    case meetingStatus(MeetingStatus, now: Duration, wallClock: Timestamp)
    /// Something happened in the running meeting.
    case meetingEvent(MeetingEvent)
    /// The meeting is over and everything of it is written, or it was discarded.
    case meetingEnded(Meeting.ID, MeetingTimer.EndReason)

    // The window

    /// The window that shows the screens has so many columns of characters.
    case windowResized(columns: Int)

    /// Something beside a meeting that has ended did not work: one line.
    case problem(String)

    // Devices

    /// The devices there are, and which are chosen.
    case devices(Result<[AudioDevice], AudioError>, input: DeviceSelection, output: DeviceSelection)
    /// The level of the microphone that is heard.
    case level(AudioLevel)
    /// The microphone cannot be heard.
    case listenFailed(AudioError)
    /// The ding cannot be sounded.
    case dingFailed(AudioError)
}

/// Why a standup was not written.
package enum SaveRefusal: Hashable, Sendable {
    /// Another process has changed it; this is how it is now.
    case changed(Standup)
    /// Another process has deleted it.
    case deleted
    /// It cannot be written.
    case failed(HistoryError)
}

/// A past meeting as it was read.
package struct LoadedMeeting: Hashable, Sendable {
    /// The meeting.
    package var meeting: Meeting
    /// All its transcripts, oldest first.
    package var versions: [TranscriptVersion]
    /// The number of the transcript that is here; nil where there is none.
    package var version: Int?
    /// That transcript.
    package var transcript: [KeptUtterance]
    /// The recording's path; nil if there is none.
    package var recordingPath: String?

    /// A meeting with one of its transcripts.
    package init(
        meeting: Meeting, versions: [TranscriptVersion] = [], version: Int? = nil, transcript: [KeptUtterance] = [],
        recordingPath: String? = nil
    ) {
        self.meeting = meeting
        self.versions = versions
        self.version = version
        self.transcript = transcript
        self.recordingPath = recordingPath
    }
}

/// What there is to hold a meeting with.
package struct Equipment: Hashable, Sendable {
    /// The microphone that is chosen, and what people call it; nil label if it is not there.
    package var input: DeviceSelection
    package var inputLabel: String?
    /// The loudspeaker that is chosen, and what people call it; nil label if it is not there.
    package var output: DeviceSelection
    package var outputLabel: String?
    /// The recogniser's name, nil if none is wanted.
    package var recognizer: String?
    /// The language that it understands.
    package var understood: String?
    /// Why it cannot be used.
    package var recognizerProblem: RecognizerError?
    /// Where sound is sent, if it leaves this machine.
    package var sentTo: String?
    /// For how much sound there is room on the disk, if that is known.
    package var room: Duration?

    /// Devices and a recogniser.
    package init(
        input: DeviceSelection, inputLabel: String? = nil, output: DeviceSelection, outputLabel: String? = nil,
        recognizer: String? = nil, understood: String? = nil, recognizerProblem: RecognizerError? = nil,
        sentTo: String? = nil, room: Duration? = nil
    ) {
        self.input = input
        self.inputLabel = inputLabel
        self.output = output
        self.outputLabel = outputLabel
        self.recognizer = recognizer
        self.understood = understood
        self.recognizerProblem = recognizerProblem
        self.sentTo = sentTo
        self.room = room
    }
}
