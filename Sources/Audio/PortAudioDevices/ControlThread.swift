import CRealtimeAudio
import Dispatch
import Synchronization

/// A thread that calls PortAudio, so that nobody else waits for it.
final class ControlThread: Sendable {
    /// Something to be done with PortAudio.
    typealias Job = @Sendable (inout PortAudioLibrary) -> Void

    private let queue = DispatchQueue(label: "standup.portaudio")
    // Locked for as long as a call takes, by jobs on `queue` only: nobody else would get it from a call that hangs.
    private let library: Mutex<PortAudioLibrary>
    private let isRetired: Flag
    private let successor = Mutex<ControlThread?>(nil)
    private let busySince = Atomic<Int64>(0)

    /// A thread that starts PortAudio when it has to; or one that comes in when another is stuck in it.
    init(portAudioIsStarted: Bool = false) {
        let isRetired = Flag()
        self.isRetired = isRetired
        library = Mutex(PortAudioLibrary(isStarted: portAudioIsStarted, isRetired: isRetired))
    }

    /// For how long it has been at its present job.
    var busyTime: Duration {
        let since = busySince.load(ordering: .acquiring)
        return since == 0 ? .zero : .nanoseconds(standup_monotonic_now() - since)
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

    /// Leaves its jobs, and in the end its streams, to another thread. [any thread, once]
    func retire(for other: ControlThread) {
        successor.withLock { $0 = other }
        isRetired.value = true
        perform { _ in }
    }

    private func run(_ job: @escaping Job) {
        if let other = successor.withLock({ $0 }) {
            let left = library.withLock { $0.giveUpStreams() }
            other.perform { library in library.closeStreams(givenUp: left) }
            other.perform(job)
            return
        }
        busySince.store(standup_monotonic_now(), ordering: .releasing)
        library.withLock { job(&$0) }
        busySince.store(0, ordering: .releasing)
    }
}
