package import MeetingHistory
package import MeetingModel
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
    package var preferences: any Preferences
    package var host: any MeetingHost
    var tasks: any TaskPerformer
    /// What features call, with the open history, at an instant of the wall clock; it notes what can be undone.
    var backend: @Sendable (any MeetingStore, _ now: Timestamp, _ note: @escaping UndoHistory.Note) -> any Backend
    /// Whether the stage of a running meeting flashes.
    var flashes: Bool
    /// The seed of all ids; nil for random ids.
    package var seed: UInt64?

    package init(
        clock: any MeetingClock, audio: any AudioSystem, player: any RecordingPlayer, cues: CueSounds,
        library: any MeetingLibrary, recognizers: any RecognizerChooser, preferences: any Preferences,
        host: any MeetingHost, tasks: any TaskPerformer,
        backend:
            @escaping @Sendable (
                any MeetingStore, _ now: Timestamp, _ note: @escaping UndoHistory.Note
            ) -> any Backend,
        flashes: Bool = true, seed: UInt64? = nil
    ) {
        self.clock = clock
        self.audio = audio
        self.player = player
        self.cues = cues
        self.library = library
        self.recognizers = recognizers
        self.preferences = preferences
        self.host = host
        self.tasks = tasks
        self.backend = backend
        self.flashes = flashes
        self.seed = seed
    }
}
