package import AudioDevices
package import MeetingEngine
package import MeetingHistory
package import MeetingModel

/// What a feature wants done in the world; the runner does it and answers with an `Outcome`.
package enum Effect: Hashable, Sendable {
    // The history

    /// Opens the history; `historyOpened` or `historyUnreadable` follows.
    case openHistory
    /// Keeps the unreadable history aside and begins a new one, with samples or empty; then as after `openHistory`.
    case setHistoryAside(loadSamples: Bool)
    /// Reads all standups and what goes with the list; `standups` follows.
    case loadStandups
    /// Reads a page of a standup's meetings, newest first; `meetings` follows.
    case loadMeetings(of: Standup.ID, offset: Int)
    /// Reads how the attendees of a standup used their time; `contributions` follows.
    case loadContributions(to: Standup.ID)
    /// Reads a whole meeting, in the transcript that is chosen or another; `meeting` follows.
    case loadMeeting(Meeting.ID, version: Int?)
    /// Writes a standup unless it is no longer as in `replacing` (nil: it is new); `saved` or `saveRefused` follows.
    case save(Standup, replacing: Standup?)
    /// Deletes a standup with its meetings so that it can be undone; `deleted` follows.
    case deleteStandup(Standup.ID)
    /// Deletes a meeting with its recording so that it can be undone; `deleted` follows.
    case deleteMeeting(Meeting.ID)
    /// Lets an interrupted meeting stay as it is, for good; `kept` follows.
    case keepMeeting(Meeting.ID)
    /// Takes the last deletion back; `undone` follows.
    case undoDelete
    /// Makes a new transcript from one that is there, with some utterances corrected; `meeting` follows.
    case correct(Meeting.ID, version: Int, [UtteranceCorrection])
    /// Shows another transcript from now on; `meeting` follows.
    case chooseTranscript(Meeting.ID, version: Int)

    // A meeting

    /// Finds out what there is to hold a meeting of a standup with; `equipment` follows.
    case checkEquipment(Standup)
    /// Starts a meeting; `meetingStarted` or `meetingFailed` follows, then `meetingStatus` as it goes on.
    case startMeeting(MeetingRequest)
    /// Gives up a meeting that has not started yet; `meetingFailed` with `interrupted` follows.
    case cancelStart
    /// Tells the running meeting something.
    case tell(MeetingSession.Command)
    /// Completes the meeting that has ended at once; what of it is not yet transcribed is left for later.
    case hurryEnding

    // Devices

    /// Lists the devices; `devices` follows.
    case loadDevices
    /// Hears a microphone; `level` follows ten times a second, or `listenFailed`. Nil stops that.
    case listen(DeviceSelection?)
    /// Sounds the ding on a loudspeaker; `dingFailed` follows if it cannot.
    case testDing(DeviceSelection)
    /// Keeps the choice of a microphone or loudspeaker for this and all later meetings.
    case choose(DeviceSelection, AudioDevice.Direction)

    /// Ends the application.
    case quit
}

/// A meeting that is to be held.
package struct MeetingRequest: Hashable, Sendable {
    /// The standup.
    package var standup: Standup
    /// Those who are not here.
    package var absent: Set<Attendee.ID>
    /// Whether a microphone is to be used; without one nothing is recorded or transcribed.
    package var usesMicrophone: Bool
    /// Whether words are to be recognised.
    package var usesRecognizer: Bool
    /// The interrupted meeting that is to be gone on with; nil for a new one.
    package var resumed: Meeting.ID?
    /// Whether it may begin beside another meeting of the standup that runs.
    package var isAgain: Bool
    /// Whether the sound is kept; a resumed meeting is recorded as it was.
    package var isRecorded: Bool
    /// The recording's frames per second, in Hz.
    package var sampleRate: Int

    /// A meeting with everybody, the chosen microphone and the recogniser, recorded at 48 kHz.
    package init(
        standup: Standup, absent: Set<Attendee.ID> = [], usesMicrophone: Bool = true, usesRecognizer: Bool = true,
        resumed: Meeting.ID? = nil, isAgain: Bool = false, isRecorded: Bool = true, sampleRate: Int = 48_000
    ) {
        self.standup = standup
        self.absent = absent
        self.usesMicrophone = usesMicrophone
        self.usesRecognizer = usesRecognizer
        self.resumed = resumed
        self.isAgain = isAgain
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
    }
}
