package import MeetingEngine
package import MeetingModel
package import MeetingSocket
package import Sound

/// Holds the application's meetings: in the program in a process of its own, so that a meeting outlives its terminal.
package protocol MeetingHost: Sendable {
    /// Starts a meeting. [any thread]
    ///
    /// `report` receives `start` first, and `connected` once the meeting has started. [a queue]
    func start(_ order: MeetingOrder, report: @escaping @Sendable (MeetingReport) -> Void) -> any HeldMeeting

    /// Joins a running meeting. [any thread]
    ///
    /// `attends` says whether somebody who leads the meeting looks at it; a meeting that nobody attends ends by itself.
    /// `report` receives `connected` first, or `gone` if no process holds the meeting. [a queue]
    func join(
        _ meeting: Meeting.ID, attends: Bool, report: @escaping @Sendable (MeetingReport) -> Void
    ) -> any HeldMeeting

    /// A running meeting of a standup that can be joined; nil if there is none. [the history's queue]
    func runningMeeting(of standup: Standup.ID) -> Meeting.ID?
}

/// A meeting that a host holds. [any thread]
package protocol HeldMeeting: AnyObject, Sendable {
    /// The latest status; nil before the start.
    var status: MeetingStatus? { get }

    /// Whether the status may lack the effect of a command that was sent.
    var awaitsAnswer: Bool { get }

    func send(_ command: MeetingSession.Command)

    /// Saves and ends the meeting within a second, or cancels its start.
    func interrupt()

    /// Leaves the meeting, which goes on.
    func detach()
}

extension RemoteMeeting: HeldMeeting {}

/// A meeting to hold: everything that the process that holds it has to know.
package struct MeetingOrder: Hashable, Sendable, Codable {
    package var meeting: Meeting.ID
    /// The standup, with the settings for this meeting.
    package var standup: Standup
    /// The attendees who are absent at the start.
    var absent: Set<Attendee.ID>
    /// The microphone.
    package var input: DeviceSelection
    package var call: DeviceSelection
    /// The loudspeaker.
    package var output: DeviceSelection
    var isRecorded: Bool
    /// The recording's sample rate, in Hz.
    package var sampleRate: Int
    package var usesRecognizer: Bool
    /// Whether to resume this meeting, which was interrupted.
    package var isResumed: Bool
    /// Whether it may start while another meeting of the standup is running.
    package var allowsConcurrent: Bool
    /// The seed for random choices.
    package var seed: UInt64

    package init(
        meeting: Meeting.ID, standup: Standup, absent: Set<Attendee.ID> = [], input: DeviceSelection,
        call: DeviceSelection, output: DeviceSelection, isRecorded: Bool, sampleRate: Int, usesRecognizer: Bool,
        isResumed: Bool, allowsConcurrent: Bool, seed: UInt64
    ) {
        self.meeting = meeting
        self.standup = standup
        self.absent = absent
        self.input = input
        self.call = call
        self.output = output
        self.isRecorded = isRecorded
        self.sampleRate = sampleRate
        self.usesRecognizer = usesRecognizer
        self.isResumed = isResumed
        self.allowsConcurrent = allowsConcurrent
        self.seed = seed
    }

    /// The plan of a new meeting; a resumed one also has its countdown.
    package var plan: MeetingPlan {
        MeetingPlan(
            meeting: meeting, standup: standup, absent: absent, input: input, call: call, output: output,
            isRecorded: isRecorded, sampleRate: sampleRate, seed: seed)
    }
}
