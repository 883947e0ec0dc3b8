package import MeetingHistory
package import MeetingModel
package import MeetingTiming
package import Sound
package import StandupSpeech

/// The application's external dependencies.
package struct ApplicationDependencies: Sendable {
    /// The clock of meetings and screens.
    package var clock: any MeetingClock
    /// Microphones and loudspeakers.
    package var audio: any AudioSystem
    /// Plays recordings.
    package var player: any RecordingPlayer
    var cues: CueSounds
    /// The store of standups and meetings.
    var library: any MeetingLibrary
    /// The available recognizers.
    var recognizers: any RecognizerChooser
    package var models: any SpeechModelKeeper
    /// The preferences kept between starts.
    package var preferences: any Preferences
    /// Holds the meetings.
    package var host: any MeetingHost
    /// Creates links for browsers.
    var inviter: any Inviter
    /// Offers the formats of exports.
    var exporter: any MeetingExporting
    /// Performs background tasks.
    var tasks: any TaskPerformer
    /// Composes minutes for their destinations.
    var previewer: any MinutesPreviewer
    /// Reads folders, for the choice of a file.
    package var folders: any FolderReader
    /// Says what a file to import contains.
    var inspector: any ImportInspecting
    /// Whether the stage of a running meeting flashes.
    var flashes: Bool
    /// The seed of all ids; nil for random ids.
    package var seed: UInt64?

    /// The dependencies.
    package init(
        clock: any MeetingClock, audio: any AudioSystem, player: any RecordingPlayer, cues: CueSounds,
        library: any MeetingLibrary, recognizers: any RecognizerChooser, models: any SpeechModelKeeper,
        preferences: any Preferences,
        host: any MeetingHost, inviter: any Inviter, exporter: any MeetingExporting, tasks: any TaskPerformer,
        previewer: any MinutesPreviewer, folders: any FolderReader, inspector: any ImportInspecting,
        flashes: Bool = true, seed: UInt64? = nil
    ) {
        self.clock = clock
        self.audio = audio
        self.player = player
        self.cues = cues
        self.library = library
        self.recognizers = recognizers
        self.models = models
        self.preferences = preferences
        self.host = host
        self.inviter = inviter
        self.exporter = exporter
        self.tasks = tasks
        self.previewer = previewer
        self.folders = folders
        self.inspector = inspector
        self.flashes = flashes
        self.seed = seed
    }
}

/// Opens the history and manages its files. [one queue at a time]
package protocol MeetingLibrary: Sendable {
    /// Opens the history, creating it if necessary, and completes meetings whose process crashed.
    func open() throws(HistoryError) -> any MeetingStore

    /// Moves an unreadable history aside unchanged and returns its new path.
    ///
    /// Nil if the history turns out to be readable.
    func setAside() throws(HistoryError) -> String?

    /// Deletes an item; it can be restored until the history is closed.
    func delete(_ item: DeletedItem) throws(HistoryError)

    /// Restores an item that is in the trash; a discarded meeting is completed as an interrupted one.
    ///
    /// - Returns: False if there is no such item, because another program has deleted it for good.
    func restore(_ item: DeletedItem) throws(HistoryError) -> Bool

    /// Keeps an interrupted meeting as it is, permanently.
    ///
    /// Its audio that has not been transcribed yet is transcribed.
    func keep(_ meeting: Meeting.ID) throws(HistoryError)

    /// Completes the meetings whose process has died since the history was opened.
    func completeInterrupted() throws(HistoryError)

    /// Makes the points of a meeting again after another transcript became current, if its rules are to do that.
    func transcriptChanged(of meeting: Meeting.ID)

    /// Calls `report` each time that a process may have written the history, until it is closed; false if it cannot
    /// tell, so that one has to look from time to time.
    ///
    /// [`report`: any thread, several times for one write, perhaps a moment before the write can be read]
    func watch(_ report: @escaping @Sendable () -> Void) -> Bool

    /// Permanently removes deleted items.
    ///
    /// The history must not be used afterwards.
    ///
    /// - Returns: A line for each item that could not be removed yet; the next program to open the history tries again.
    @discardableResult
    func close() -> [String]

    /// Who of the team holds a standup elsewhere, as far as is known: a name and a device; nil if nobody.
    func holder(of standup: Standup) -> String?

    /// For whom the deletion of an item would be; nil if it is not shared with the team.
    func deletionReach(of item: DeletedItem) -> DeletionReach?

    var recordings: any RecordingFolder { get }

    /// The path of a recording; nil if recordings are not files.
    func path(of recording: Recording) -> String?
}

/// Chooses a meeting's recognizer. [any thread]
package protocol RecognizerChooser: Sendable {
    /// The recognizer available for a language.
    func choice(for language: String) -> RecognizerAvailability

    /// The recognizers that can transcribe a recording again, and the usual one for a language.
    func offer(for language: String) -> TranscriptionOffer
}

/// A recognizer, or the reason why none is available.
package struct RecognizerAvailability: Sendable {
    /// The name, such as "PocketSphinx"; nil if no recognizer is wanted.
    package var name: String?
    /// The factory; nil if none is available.
    package var source: RecognizerSource?
    /// The language it recognizes.
    var understood: String?
    /// Why it is unavailable.
    package var problem: RecognizerError?
    /// The destination of the audio, if it leaves this machine.
    var sentTo: String?

    /// Availability; without arguments, no recognizer is wanted.
    package init(
        name: String? = nil, source: RecognizerSource? = nil, understood: String? = nil,
        problem: RecognizerError? = nil, sentTo: String? = nil
    ) {
        self.name = name
        self.source = source
        self.understood = understood
        self.problem = problem
        self.sentTo = sentTo
    }
}

/// Stores small values between starts. [any thread]
package protocol Preferences: Sendable {
    /// The value of a key; nil if there is none.
    func value(_ key: PreferenceKey) -> String?

    /// Stores a value; a failed write is ignored.
    func keep(_ value: String, for key: PreferenceKey)

    /// The file that holds the value of a key; nil if it is not in a file.
    func path(of key: PreferenceKey) -> String?
}

/// The keys of the stored preferences.
package enum PreferenceKey: String, CaseIterable, Hashable, Sendable {
    /// The address of the last open place.
    case place
    /// The drafts of unsaved forms.
    case drafts
    /// The corrections of transcripts that are not saved.
    case corrections
    /// The folder of the last import.
    case importFolder = "import"
    /// The format and the folder of the last export.
    case export
    /// The chosen microphone.
    case input
    /// The chosen loudspeaker.
    case output
    /// The source of the call for standups that have none of their own.
    case call
    /// The chosen recognizer; empty for the best that is installed.
    case recognizer
}
