import AudioDevices
import CRealtimeAudio
import CSoundChatter
import Dispatch
import Synchronization

/// Opens and closes streams, in the background; one per process, because PortAudio is.
final class SoundControl: Sendable {
    /// The one.
    static let shared: SoundControl = {
        standup_silence_sound_libraries()
        return SoundControl()
    }()

    /// What it is told by the world outside of PortAudio; a test has one of its own.
    struct World: Sendable {
        /// Asks the sound server for its devices; waits 1.5 s at most.
        var askServer: @Sendable () -> PulseServer.Answer = { PulseServer.devices(within: .milliseconds(1500)) }
        /// The monotonic clock, in ns.
        var now: @Sendable () -> Int64 = { standup_monotonic_now() }
        /// How often the streams are looked at; nil if that is done by hand.
        var lookInterval: Duration? = StreamLife.lookInterval
        /// How long the wait is before a lost loudspeaker is tried again.
        var retryInterval = Duration.seconds(1)
    }

    /// How long the list of devices may take.
    private static let listLimit = DispatchTimeInterval.seconds(5)
    /// How long one call may take before another thread is tried.
    static let callLimit = Duration.seconds(5)
    /// What is said of a sound system that does not answer.
    static let silence = AudioError.noSystem(reason: "it does not answer")

    /// What it is told.
    let world: World
    /// The streams that are open, or are to be.
    let watch: StreamWatch
    private let thread: Mutex<ControlThread>

    /// A control of PortAudio; a process has one at a time.
    init(_ world: World = World()) {
        self.world = world
        watch = StreamWatch(interval: world.lookInterval)
        thread = Mutex(ControlThread(now: world.now))
    }

    /// Opens and starts a stream. [any thread]
    func open(_ stream: any ControlledStream) {
        watch.add(stream) { [weak self] in self?.heed($1, of: $0) }
        currentThread().perform { library in self.open(stream, in: &library) }
    }

    /// Closes a stream that its user has closed, after some time. [any thread]
    func close(_ stream: any ControlledStream, after delay: Duration = .zero) {
        watch.remove(stream)
        currentThread().perform(after: delay) { library in library.closeStream(stream.key) }
    }

    private func heed(_ finding: StreamLife.Finding, of stream: any ControlledStream) {
        switch finding {
        case .nothing: break
        case .doubt: currentThread().perform { library in self.check(stream, in: &library) }
        case .failure: currentThread().perform { library in self.release(stream, in: &library) }
        }
    }

    /// Does a job after some time. [any thread]
    func perform(after delay: Duration, _ job: @escaping ControlThread.Job) {
        currentThread().perform(after: delay, job)
    }

    /// Lists the devices; waits a few seconds at most. [any thread that may wait]
    func devices() throws(AudioError) -> [AudioDevice] {
        switch world.askServer() {
        case .devices(let devices, _): return DeviceList(devices).devices
        case .silent: throw Self.silence
        case .absent: break
        }
        let reply = DeviceReply()
        currentThread()
            .perform { library in
                reply.answer { () throws(AudioError) in
                    try self.lookForDevices(in: &library)
                    return try Self.number(library.endpoints()).map(\.device)
                }
            }
        return try reply.wait(atMost: Self.listLimit)
    }

    /// The thread that does the work now; one that hangs in a call for too long is replaced.
    private func currentThread() -> ControlThread {
        thread.withLock { thread in
            let replacement = thread.replacement(ifInCallFor: Self.callLimit) { [watch] key in
                watch.streams.contains { $0.key == key && $0.usesOpenStream }
            }
            if let replacement { thread = replacement }
            return thread
        }
    }
}

/// A list of devices that is waited for.
private final class DeviceReply: Sendable {
    private let result = Mutex<Result<[AudioDevice], AudioError>>(.failure(SoundControl.silence))
    private let answered = DispatchSemaphore(value: 0)

    func answer(_ body: () throws(AudioError) -> [AudioDevice]) {
        let answer = Result(catching: body)
        result.withLock { $0 = answer }
        answered.signal()
    }

    func wait(atMost limit: DispatchTimeInterval) throws(AudioError) -> [AudioDevice] {
        _ = answered.wait(timeout: .now() + limit)
        return try result.withLock { $0 }.get()
    }
}
