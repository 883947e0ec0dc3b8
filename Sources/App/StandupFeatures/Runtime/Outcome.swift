package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import MeetingSocket
package import Presentation
package import Sound
package import StandupSpeech

/// The result of an effect, or an external event.
package enum Outcome: Sendable {
    /// Keys came faster than a person types, and were left out.
    case keysTooFast

    case answered(Answer)

    /// The minutes were given to the terminal's clipboard, or there is none.
    case copied(Bool)

    // The history

    case historyOpened
    case historyUnreadable(HistoryError)
    /// The unreadable history was moved to this path.
    case historySetAside(path: String)
    /// All standups, their meeting summaries, the resumable meetings and the newest running meeting of each standup.
    case standups(
        [Standup], meetings: [MeetingSummary], interrupted: [InterruptedMeeting] = [],
        running: [Standup.ID: Meeting.ID] = [:])
    /// A meeting's corrections were saved as its current transcript, changing `count` utterances; or why not.
    case corrected(Meeting.ID, count: Int = 0, Result<LoadedMeeting, CorrectionRefusal>)
    /// A change of a point or an update was stored; false if that is no longer what it changes; or why not.
    case stored(StoredChange, Result<Bool, HistoryError>)
    case saved(Standup)
    case saveRefused(SaveRefusal)
    /// An item was deleted and can be restored.
    case deleted(DeletedItem)
    /// A deletion was undone.
    case undone(DeletedItem, ItemName = ItemName(title: ""))
    /// A deletion cannot be undone, because another program has completed it.
    case cannotUndo(DeletedItem)
    case importUndone(ImportedItems)
    /// The last saved corrections were undone: the transcript before them is current again.
    case correctionsUndone(Meeting.ID, ItemName)
    /// The last choice of a transcript was undone: the one before it is current again.
    case choiceUndone(Meeting.ID, ItemName)
    /// What was undone last is redone, corrections or a choice of a transcript: its transcript is current again.
    case transcriptRedone(Meeting.ID, ItemName, isChoice: Bool)
    /// A change of a point or an update was undone.
    case changeUndone(StoredChange)
    /// A change of a point or an update that was undone is stored again.
    case changeRedone(StoredChange)
    case nothingToUndo
    case nothingToRedo
    /// Another process has changed the history.
    case changedElsewhere
    case historyFailed(HistoryError)

    // Background tasks

    case taskProgress(BackgroundTask, TaskProgress)
    /// A task has made something, or nil if it was broken off, or it failed.
    case taskEnded(BackgroundTask, Result<TaskResult?, TaskProblem>)

    // A meeting

    case equipment(Equipment)
    case meetingStarted(Meeting.ID, MeetingStatus, now: Duration)
    /// A meeting could not be started; nothing was saved.
    case meetingFailed(MeetingStartError)
    /// A meeting was not started because another one of the standup is running, which may be joined.
    case standupHeld(LiveLock.Holder, meeting: Meeting.ID?)
    /// The running meeting's status at an instant of its clock, with the wall-clock time.
    case meetingStatus(MeetingStatus, now: Duration, wallClock: Timestamp)
    case meetingEvent(MeetingEvent)
    /// The meeting is over and completely written, or was discarded.
    case meetingEnded(Meeting.ID, MeetingTimer.EndReason)

    /// The application has left the meeting, which goes on.
    case meetingDetached(Meeting.ID)
    /// Nobody holds the meeting any more: its process died, or it ended before the application joined.
    case meetingLost(Meeting.ID, hadStarted: Bool)
    /// Who follows the running meeting elsewhere.
    case audience([Participant])

    // A recording

    case player(Meeting.ID, PlaybackReport)
    /// The recording begins to play, but no loudspeaker is chosen.
    case playsSilently(Meeting.ID)

    // The window

    /// The window was resized to this width in columns.
    case windowResized(columns: Int)

    /// What scrolls by lines is shown from this line, because it ends with the window.
    case scrolled(to: Int)

    /// A problem of a meeting or of its transcripts, also after its end.
    case problem(MeetingProblem)

    // Devices

    /// The available devices and the current choices.
    case devices(Result<[AudioDevice], AudioError>, chosen: [DeviceRole: DeviceSelection])
    /// The level of the captured microphone.
    case level(AudioLevel)
    /// The microphone cannot be captured.
    case listenFailed(AudioError)
    case dingFailed(AudioError)
}

/// Why a standup was not saved.
package enum SaveRefusal: Hashable, Sendable {
    /// Another process has changed it; these are the current values.
    case changed(Standup)
    /// Another process has deleted it.
    case deleted
    case failed(HistoryError)
}

/// The devices and recognizer available for a meeting.
package struct Equipment: Hashable, Sendable {
    /// The chosen microphone and its display name; the name is nil if it is disconnected.
    package var input: DeviceSelection
    package var inputLabel: String?
    /// The source of the call of standups without a choice of their own.
    package var call: DeviceSelection
    /// The display name of this standup's call, if that is a device; nil if it is disconnected.
    var callLabel: String?
    /// Whether a sound server delivers what the loudspeaker plays.
    var hasMonitor: Bool
    /// The chosen loudspeaker and its display name; the name is nil if it is disconnected.
    var output: DeviceSelection
    var outputLabel: String?
    /// The recognizer's name; nil if none is wanted.
    package var recognizer: String?
    /// The language it recognizes.
    package var understood: String?
    /// Whether it makes many mistakes, and transcribes only because a better one is not installed.
    var isLesserRecognizer: Bool
    package var recognizerProblem: RecognizerError?
    /// The destination of the audio, if it leaves this machine.
    var sentTo: String?
    /// The recording time left on the disk, of one channel; nil if it is unknown.
    package var room: Duration?
    /// Who of the team holds the standup now, as far as is known; nil if nobody.
    package var holder: String?

    package init(
        input: DeviceSelection, inputLabel: String? = nil, call: DeviceSelection = .none, callLabel: String? = nil,
        hasMonitor: Bool = true, output: DeviceSelection, outputLabel: String? = nil,
        recognizer: String? = nil, understood: String? = nil, isLesserRecognizer: Bool = false,
        recognizerProblem: RecognizerError? = nil, sentTo: String? = nil, room: Duration? = nil, holder: String? = nil
    ) {
        self.input = input
        self.inputLabel = inputLabel
        self.call = call
        self.callLabel = callLabel
        self.hasMonitor = hasMonitor
        self.output = output
        self.outputLabel = outputLabel
        self.recognizer = recognizer
        self.understood = understood
        self.isLesserRecognizer = isLesserRecognizer
        self.recognizerProblem = recognizerProblem
        self.sentTo = sentTo
        self.room = room
        self.holder = holder
    }
}
