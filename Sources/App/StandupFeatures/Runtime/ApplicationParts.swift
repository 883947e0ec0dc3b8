package import AudioDevices
package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import MeetingTiming
package import SpeechRecognition

/// The parts of the world that the application works with.
package struct ApplicationParts: Sendable {
    /// The time that meetings and screens run on.
    package var clock: any MeetingClock
    /// Microphones and loudspeakers.
    package var audio: any AudioSystem
    /// The sounds of the cues.
    package var cues: CueSounds
    /// Where standups and meetings are kept.
    package var keeper: any HistoryKeeper
    /// The recognisers of this machine.
    package var recognizers: any RecognizerChooser
    /// What is remembered from one start to the next.
    package var memory: any Memory
    /// Makes what is told of each event of a meeting besides the screen; what goes wrong with it is reported in a line.
    package var observe: MakeObserver
    /// The seed of all ids; nil for chance.
    package var seed: UInt64?

    /// Makes an observer of a meeting's events, with a way to report problems. [any thread]
    package typealias MakeObserver =
        @Sendable (MeetingPlan, _ report: @escaping @Sendable (MeetingProblem) -> Void)
        -> @Sendable (MeetingEvent) -> Void

    /// The parts.
    package init(
        clock: any MeetingClock, audio: any AudioSystem, cues: CueSounds, keeper: any HistoryKeeper,
        recognizers: any RecognizerChooser, memory: any Memory,
        observe: @escaping MakeObserver = { _, _ in { _ in } },
        seed: UInt64? = nil
    ) {
        self.clock = clock
        self.audio = audio
        self.cues = cues
        self.keeper = keeper
        self.recognizers = recognizers
        self.memory = memory
        self.observe = observe
        self.seed = seed
    }
}

/// Opens the history and knows what lies beside it. [one queue at a time]
package protocol HistoryKeeper: Sendable {
    /// Opens the history, creates it if there is none, and completes the meetings whose program died.
    func open() throws(HistoryError) -> any MeetingStore

    /// Moves a history that cannot be read aside, untouched, and returns where it is now; nil if it can be read after
    /// all.
    func setAside() throws(HistoryError) -> String?

    /// Deletes something until it is restored, or the history closed.
    func delete(_ item: DeletedItem) throws(HistoryError)

    /// Brings back something that was deleted here.
    func restore(_ item: DeletedItem) throws(HistoryError)

    /// Lets an interrupted meeting stay as it is, for good; what nobody has listened to of it is transcribed.
    func keep(_ meeting: Meeting.ID) throws(HistoryError)

    /// Removes for good what was deleted and not restored; nothing is asked of the history afterwards.
    func close()

    /// Where recordings go.
    var recordings: any RecordingFolder { get }

    /// The path of a recording; nil where recordings have none.
    func path(of recording: Recording) -> String?

    /// Claims a meeting of a standup for this process until the claim is released.
    ///
    /// A standup of which another meeting runs is claimed only `again`.
    func claim(_ meeting: Meeting.ID, of standup: Standup.ID, again: Bool) throws(HistoryError) -> ClaimResult
}

/// The result of claiming a meeting.
package enum ClaimResult {
    /// It is claimed.
    case claimed(any MeetingClaim)
    /// Another process holds the meeting.
    case taken
    /// Another meeting of its standup runs.
    case held(LiveLock.Holder)
}

/// Says that a meeting runs in this process.
package protocol MeetingClaim: AnyObject, Sendable {
    /// Lets go of it, after the meeting's end is in the history.
    func release()
}

extension LiveLock: MeetingClaim {}

/// Chooses the recogniser of a meeting. [any thread]
package protocol RecognizerChooser: Sendable {
    /// What there is for a language.
    func choice(for language: String) -> RecognizerOffer
}

/// A recogniser that can be used, or why there is none.
package struct RecognizerOffer: Sendable {
    /// The name, such as "PocketSphinx"; nil if none is wanted.
    package var name: String?
    /// How to make it; nil if there is none.
    package var source: RecognizerSource?
    /// The language that it understands.
    package var understood: String?
    /// Why it cannot be used.
    package var problem: RecognizerError?
    /// Where it sends the sound, if that leaves this machine.
    package var sentTo: String?

    /// An offer; without arguments none is wanted.
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

/// Keeps small things from one start to the next. [any thread]
package protocol Memory: Sendable {
    /// What is kept under a key; nil if nothing is.
    func value(_ key: MemoryKey) -> String?

    /// Keeps a text; what cannot be kept is lost, and nothing else happens.
    func keep(_ value: String, for key: MemoryKey)
}

/// What is remembered from one start to the next.
package enum MemoryKey: String, CaseIterable, Hashable, Sendable {
    /// The address of the place where the application was left.
    case place
    /// The forms that were left before they were saved or cancelled.
    case drafts
    /// The microphone.
    case input
    /// The loudspeaker.
    case output
}
