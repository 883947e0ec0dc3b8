import CRealtimeAudio
import CStderrFilter
import Dispatch
import Sound
import Synchronization

/// Opens and closes streams in the background; one per process, as PortAudio is global.
final class SoundControl: Sendable {
    static let shared: SoundControl = {
        standup_silence_audio_libraries()
        return SoundControl()
    }()

    /// Dependencies that tests replace.
    struct Environment: Sendable {
        /// Queries the sound server for its devices; waits at most 1.5 s.
        var queryServer: @Sendable () -> PulseServer.Answer = { PulseServer.devices(within: .milliseconds(1500)) }
        /// The monotonic clock, in ns.
        var now: @Sendable () -> Int64 = { standup_monotonic_now() }
        /// The interval at which streams are polled; nil to poll manually.
        var pollInterval: Duration? = StreamLifecycle.pollInterval
        /// The delay before a lost loudspeaker is reopened.
        var retryInterval = Duration.seconds(1)
    }

    private static let listLimit = DispatchTimeInterval.seconds(5)
    /// The duration of a call after which its thread is replaced.
    static let callLimit = Duration.seconds(5)
    static let notResponding = AudioError.noSystem(reason: "it does not respond")

    let environment: Environment
    /// The monitored streams: open, or waiting to be opened.
    let monitor: StreamMonitor
    private let thread: Mutex<ControlThread>

    /// Creates a controller; a process must use one at a time.
    init(_ environment: Environment = Environment()) {
        self.environment = environment
        monitor = StreamMonitor(interval: environment.pollInterval)
        thread = Mutex(ControlThread(now: environment.now))
    }

    /// Opens and starts a stream. [any thread]
    func open(_ stream: any ControlledStream) {
        monitor.add(stream) { [weak self] in self?.handle($1, of: $0) }
        currentThread().perform { library in self.open(stream, in: &library) }
    }

    /// Makes the next stream open sooner. [any thread]
    func prepare() {
        currentThread().perform { library in self.prepare(&library) }
    }

    /// Closes a stream after a delay. [any thread]
    func close(_ stream: any ControlledStream, after delay: Duration = .zero) {
        monitor.remove(stream)
        currentThread().perform(after: delay) { library in library.closeStream(stream.key) }
    }

    private func handle(_ finding: StreamLifecycle.Finding, of stream: any ControlledStream) {
        switch finding {
        case .unchanged: break
        case .stalled: currentThread().perform { library in self.check(stream, in: &library) }
        case .failed: currentThread().perform { library in self.release(stream, in: &library) }
        }
    }

    /// Enqueues a job after a delay. [any thread]
    func perform(after delay: Duration, _ job: @escaping ControlThread.Job) {
        currentThread().perform(after: delay, job)
    }

    /// Lists the devices; waits at most a few seconds. [any thread that may wait]
    func devices() throws(AudioError) -> [AudioDevice] {
        switch environment.queryServer() {
        case .devices(let devices, _): return DeviceList(devices).devices
        case .notResponding: throw Self.notResponding
        case .absent: break
        }
        let reply = DeviceReply()
        currentThread()
            .perform { library in
                reply.answer { () throws(AudioError) in
                    try self.rescanDevices(in: &library)
                    return try Self.number(library.endpoints()).map(\.device)
                }
            }
        return try reply.wait(atMost: Self.listLimit)
    }

    /// The current control thread; a thread that hangs in a call is replaced first.
    private func currentThread() -> ControlThread {
        thread.withLock { thread in
            let replacement = thread.replacement(ifInCallFor: Self.callLimit) { [monitor] key in
                monitor.streams.contains { $0.key == key && $0.usesOpenStream }
            }
            if let replacement { thread = replacement }
            return thread
        }
    }
}

/// A device list that another thread provides.
private final class DeviceReply: Sendable {
    private let result = Mutex<Result<[AudioDevice], AudioError>>(.failure(SoundControl.notResponding))
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
