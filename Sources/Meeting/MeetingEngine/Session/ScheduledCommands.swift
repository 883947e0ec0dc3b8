/// Commands that wait for their meeting time, in the order of their times and, at one time, in which they came.
struct ScheduledCommands {
    /// A command with its meeting time.
    typealias Scheduled = (at: Duration, command: MeetingSession.Command)

    /// Those before `start` are done; they are removed when they are the greater part.
    private var commands: [Scheduled] = []
    private var start = 0

    /// The one that is due next.
    var first: Scheduled? { start < commands.count ? commands[start] : nil }

    /// Takes a command, behind those of the same time.
    mutating func insert(_ command: MeetingSession.Command, at meetingTime: Duration) {
        var (low, high) = (start, commands.count)
        while low < high {
            let middle = (low + high) / 2
            if commands[middle].at > meetingTime { high = middle } else { low = middle + 1 }
        }
        commands.insert((meetingTime, command), at: low)
    }

    /// Removes the next command that is due.
    mutating func removeFirst() {
        start += 1
        guard start * 2 > commands.count else { return }
        commands.removeFirst(start)
        start = 0
    }
}
