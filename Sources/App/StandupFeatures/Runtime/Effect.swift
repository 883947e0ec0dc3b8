package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import Sound

/// A side effect requested by a feature.
///
/// The runner performs it and replies with an `Outcome`.
package enum Effect: Hashable, Sendable {
    /// Works in the backend.
    ///
    /// Outcome: `answered`, for the feature that made the call; or `historyFailed`.
    case call(Call)

    // The history

    /// Outcome: `historyOpened` or `historyUnreadable`.
    case openHistory
    /// Moves the unreadable history aside and creates a new one, with samples or empty.
    ///
    /// Outcomes: as for `openHistory`.
    case setHistoryAside(loadSamples: Bool)
    /// Reads all standups and the data of the list.
    ///
    /// Outcome: `standups`.
    case loadStandups
    /// Saves a standup, unless it differs from `replacing` (nil for a new standup).
    ///
    /// Outcome: `saved` or `saveRefused`.
    case save(Standup, replacing: Standup?)
    /// Deletes a standup with its meetings, a meeting with its recording, or a transcript that is not the current one;
    /// can be undone.
    ///
    /// Outcome: `deleted`.
    case delete(DeletedItem)
    /// Restores an item that is in the trash of a running program.
    ///
    /// Outcome: `undone` or `cannotUndo`.
    case restore(DeletedItem)
    /// Undoes what was done last; with a subject, the last change of that.
    ///
    /// Outcome: `undone`, `importUndone`, `correctionsUndone`, `choiceUndone`, `changeUndone`, `cannotUndo` or
    /// `nothingToUndo`.
    case undo(UndoSubject? = nil)
    /// Redoes the transcripts, points and updates that `undo` undid last; with a subject, that.
    ///
    /// Outcome: `transcriptRedone`, `changeRedone` or `nothingToRedo`.
    case redo(UndoSubject? = nil)
    /// Creates a transcript from an existing one with corrected utterances, unless another than `current` is current.
    ///
    /// Outcome: `corrected`.
    case correct(Meeting.ID, version: Int, current: Int?, [UtteranceCorrection])
    /// Keeps the unsaved corrections of a meeting for the next start; nil removes them.
    case keepCorrections(Meeting.ID, PendingCorrections?)
    /// Stores a change of a point or an update; can be undone.
    ///
    /// Outcome: `stored`.
    case store(StoredChange)

    // Background tasks

    /// Outcome: `taskProgress`, then `taskEnded`.
    case begin(BackgroundTask)
    case cancelTask

    // A meeting

    /// Checks which devices and recognizer are available for a standup's meeting.
    ///
    /// Outcome: `equipment`.
    case checkEquipment(Standup)
    /// Outcome: `meetingStarted` or `meetingFailed`, then `meetingStatus` while the meeting runs.
    case startMeeting(MeetingRequest)
    /// Outcome: `meetingFailed` with `interrupted`.
    case cancelStart
    /// Outcome: `meetingStarted` or `meetingLost`, then `meetingStatus` while the meeting runs.
    case joinMeeting(Meeting.ID, toWatch: Bool = false)
    /// Leaves the running meeting, which goes on.
    ///
    /// Outcome: `meetingDetached`.
    case detachMeeting
    /// Sends a command to the running meeting.
    ///
    /// A meeting that it discards can be restored by `undo` until the application quits.
    case tell(MeetingSession.Command)
    /// Completes an ended meeting immediately; the rest of the transcription is deferred.
    case hurryEnding

    // A recording

    /// Plays a recording; any other one stops.
    ///
    /// Outcome: `player`, 20 times a second while it plays. Leaving the meeting stops it.
    case play(PlaybackRequest)
    case tellPlayer(Player.Command)

    // Devices

    /// Outcome: `devices`.
    case loadDevices
    /// Captures a microphone; nil stops the capture.
    ///
    /// Outcome: `level` ten times a second, or `listenFailed`.
    case listen(DeviceSelection?)
    /// Outcome: `dingFailed` if that fails.
    case testDing(DeviceSelection)
    /// Stores the choice of a microphone, call or loudspeaker for this and all later meetings.
    case choose(DeviceSelection, DeviceRole)

    /// Gives the minutes of a meeting to the terminal's clipboard.
    ///
    /// Outcome: `copied`.
    case copyMinutes(Meeting)
    /// Stops the program until the shell continues it.
    case suspend
    /// Quits to show the demo, after which the application is opened again.
    case demo
    case quit
}

package struct MeetingRequest: Hashable, Sendable {
    package var standup: Standup
    package var absent: Set<Attendee.ID>
    /// Whether to use a microphone; without one nothing is recorded or transcribed.
    var usesMicrophone: Bool
    var usesRecognizer: Bool
    /// The interrupted meeting to resume; nil for a new one.
    var resumed: Meeting.ID?
    /// Whether it may start while another meeting of the standup is running.
    var allowsConcurrent: Bool
    /// Whether to record sound; a resumed meeting keeps its setting.
    var isRecorded: Bool
    /// The recording's sample rate in Hz.
    package var sampleRate: Int

    /// A meeting with all attendees, the chosen microphone and the recognizer, recorded at 48 kHz.
    init(
        standup: Standup, absent: Set<Attendee.ID> = [], usesMicrophone: Bool = true, usesRecognizer: Bool = true,
        resumed: Meeting.ID? = nil, allowsConcurrent: Bool = false, isRecorded: Bool = true, sampleRate: Int = 48_000
    ) {
        self.standup = standup
        self.absent = absent
        self.usesMicrophone = usesMicrophone
        self.usesRecognizer = usesRecognizer
        self.resumed = resumed
        self.allowsConcurrent = allowsConcurrent
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
    }
}
