package import MeetingTiming
package import Sound

package struct ApplicationDependencies: Sendable {
    package var clock: any MeetingClock
    /// Microphones and loudspeakers.
    package var audio: any AudioSystem
    package var player: any RecordingPlayer
    var cues: CueSounds
    var library: any MeetingLibrary
    var recognizers: any RecognizerChooser
    package var models: any SpeechModelKeeper
    package var preferences: any Preferences
    package var host: any MeetingHost
    /// Creates links for browsers.
    var inviter: any Inviter
    /// Offers the formats of exports.
    var exporter: any MeetingExporting
    var tasks: any TaskPerformer
    var previewer: any MinutesPreviewer
    /// Reads folders, for the choice of a file.
    package var folders: any FolderReader
    var inspector: any ImportInspecting
    /// Whether the stage of a running meeting flashes.
    var flashes: Bool
    /// The seed of all ids; nil for random ids.
    package var seed: UInt64?

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
