/// Commands sorted by meeting time; commands for the same time keep their order of arrival.
struct ScheduledCommands {
    typealias Scheduled = (at: Duration, command: MeetingSession.Command)

    /// Commands before `start` are done; they are removed once they are the majority.
    private var commands: [Scheduled] = []
    private var start = 0
    /// Callbacks that wait until no command is due.
    var waiters: [@Sendable (_ takesMore: Bool) -> Void] = []
    /// The reason to report if the meeting needs a command and none can come; nil while commands can come.
    var noMoreBecause: String?

    var first: Scheduled? { start < commands.count ? commands[start] : nil }

    /// Inserts a command after those for the same time.
    mutating func insert(_ command: MeetingSession.Command, at meetingTime: Duration) {
        let index = commands[start...].partitioningIndex { $0.at > meetingTime }
        commands.insert((meetingTime, command), at: index)
    }

    mutating func removeFirst() {
        start += 1
        guard start * 2 > commands.count else { return }
        commands.removeFirst(start)
        start = 0
    }
}
