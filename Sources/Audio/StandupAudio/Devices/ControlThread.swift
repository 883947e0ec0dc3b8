import Dispatch
import MeetingModel
import Synchronization

/// A serial queue for PortAudio calls, for which nothing else waits.
final class ControlThread: Sendable {
    typealias Job = @Sendable (inout PortAudioLibrary) -> Void

    /// The number of the current control thread; tests use it to tell which thread makes a call.
    static let current = DispatchSpecificKey<Int>()

    private let number: Int
    private let queue: DispatchQueue
    // Locked for the duration of a job, and only by jobs on `queue`: a hung call would never release it.
    private let library: Mutex<PortAudioLibrary>
    private let permit = CallPermit()
    private let hungThreads: HungThreads
    private let now: @Sendable () -> Int64
    private let successor = Mutex<ControlThread?>(nil)

    /// Creates a thread that starts PortAudio on demand; `now` is the monotonic clock, in ns.
    convenience init(now: @escaping @Sendable () -> Int64) {
        self.init(number: 1, hungThreads: HungThreads(), now: now)
    }

    private init(number: Int, hungThreads: HungThreads, now: @escaping @Sendable () -> Int64) {
        self.number = number
        self.hungThreads = hungThreads
        self.now = now
        queue = DispatchQueue(label: "standup.portaudio")
        queue.setSpecific(key: Self.current, value: number)
        // A thread is replaced only while it hangs in an initialized PortAudio.
        library = Mutex(
            PortAudioLibrary(isStarted: number > 1, permit: permit, hungThreads: hungThreads, now: now))
    }

    /// Enqueues a job. [any thread]
    func perform(_ job: @escaping Job) {
        queue.async { self.run(job) }
    }

    /// Enqueues a job after a delay. [any thread]
    func perform(after delay: Duration, _ job: @escaping Job) {
        let nanoseconds = Int(max(.zero, delay).nanoseconds)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.run(job) }
    }

    /// A replacement for this thread if it has been in one call for at least `limit`; otherwise nil.
    ///
    /// When the call returns, this thread makes no further calls: it forwards its jobs to the new thread, and hands
    /// over its streams. `isWanted` selects the streams that stay open. [any thread, one at a time]
    func replacement(
        ifInCallFor limit: Duration, isWanted: @escaping @Sendable (ObjectIdentifier) -> Bool
    ) -> ControlThread? {
        successor.withLock { successor in
            guard permit.revoke(ifInCallSince: now() - limit.nanoseconds) else { return nil }
            hungThreads.add()
            let other = ControlThread(number: number + 1, hungThreads: hungThreads, now: now)
            successor = other
            queue.async { [hungThreads] in
                let detached = self.library.withLock { $0.detachStreams() }
                other.perform { library in
                    library.adopt(detached, isWanted: isWanted)
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
