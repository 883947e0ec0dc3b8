import Dispatch
import Synchronization

/// A thread that calls PortAudio, so that nobody else waits for it.
final class ControlThread: Sendable {
    /// Something to be done with PortAudio.
    typealias Job = @Sendable (inout PortAudioLibrary) -> Void

    /// The number of the control thread that runs; tests tell by it which one makes a call.
    static let current = DispatchSpecificKey<Int>()

    private let number: Int
    private let queue: DispatchQueue
    // Locked for as long as a job takes, by jobs on `queue` only: nobody else would get it from a call that hangs.
    private let library: Mutex<PortAudioLibrary>
    private let permit = CallPermit()
    private let hungThreads: HungThreads
    private let now: @Sendable () -> Int64
    private let successor = Mutex<ControlThread?>(nil)

    /// A thread that starts PortAudio when it has to; `now` is the monotonic clock, in ns.
    convenience init(now: @escaping @Sendable () -> Int64) {
        self.init(number: 1, hungThreads: HungThreads(), now: now)
    }

    private init(number: Int, hungThreads: HungThreads, now: @escaping @Sendable () -> Int64) {
        self.number = number
        self.hungThreads = hungThreads
        self.now = now
        queue = DispatchQueue(label: "standup.portaudio")
        queue.setSpecific(key: Self.current, value: number)
        // Only a thread that hangs in a PortAudio that has started is replaced.
        library = Mutex(
            PortAudioLibrary(isStarted: number > 1, permit: permit, hungThreads: hungThreads, now: now))
    }

    /// Does a job after those that were given before. [any thread]
    func perform(_ job: @escaping Job) {
        queue.async { self.run(job) }
    }

    /// Does a job when some time has passed. [any thread]
    func perform(after delay: Duration, _ job: @escaping Job) {
        let nanoseconds = Int(max(.zero, delay).wholeNanoseconds)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.run(job) }
    }

    /// The thread that takes this one's place if it has been in one call of PortAudio's for so long; otherwise nil.
    ///
    /// When that call comes back, this thread makes no other: it leaves its jobs to the new one, and its streams, of
    /// which `isWanted` says which are to stay open. [any thread, one at a time]
    func replacement(
        ifInCallFor limit: Duration, isWanted: @escaping @Sendable (ObjectIdentifier) -> Bool
    ) -> ControlThread? {
        successor.withLock { successor in
            guard permit.revoke(ifInCallSince: now() - limit.wholeNanoseconds) else { return nil }
            hungThreads.add()
            let other = ControlThread(number: number + 1, hungThreads: hungThreads, now: now)
            successor = other
            queue.async { [hungThreads] in
                let left = self.library.withLock { $0.giveUpStreams() }
                other.perform { library in
                    library.takeOver(left, isWanted: isWanted)
                    hungThreads.remove()
                }
            }
            return other
        }
    }

    private func run(_ job: @escaping Job) {
        if let other = successor.withLock({ $0 }) {
            other.perform(job)
            return
        }
        library.withLock { job(&$0) }
    }
}
