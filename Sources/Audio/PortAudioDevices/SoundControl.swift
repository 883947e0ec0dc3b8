import AudioDevices
import CSoundChatter
import Dispatch
import Synchronization

/// Opens and closes streams, in the background; one per process, because PortAudio is.
final class SoundControl: Sendable {
    /// The one.
    static let shared = SoundControl()

    /// How long the sound server may take to answer.
    static let serverLimit = Duration.milliseconds(1500)
    /// How long the list of devices may take.
    private static let listLimit = DispatchTimeInterval.seconds(5)
    /// How long a call may take before another thread is tried.
    private static let callLimit = Duration.seconds(5)
    /// What is said of a sound system that does not answer.
    static let silence = AudioError.noSystem(reason: "it does not answer")

    /// The streams that are open, or are to be.
    let watch = StreamWatch()
    private let thread = Mutex(ControlThread())

    private init() {
        standup_silence_sound_libraries()
        Environment.prepare()
    }

    /// Opens and starts a stream. [any thread]
    func open(_ stream: any ControlledStream) {
        watch.add(stream) { self.heed($1, of: $0) }
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
        switch PulseServer.devices(within: Self.serverLimit) {
        case .devices(let devices, _): return DeviceList(devices).devices
        case .silent: throw Self.silence
        case .absent: break
        }
        let reply = DeviceReply()
        currentThread()
            .perform { library in
                reply.answer { () throws(AudioError) in
                    try self.lookForDevices(in: &library, serverIsAbsent: true)
                    return try Self.number(library.endpoints()).map(\.device)
                }
            }
        return try reply.wait(atMost: Self.listLimit)
    }

    /// The thread that does the work now.
    ///
    /// One that has hung for too long is replaced, except where PortAudio must be
    /// left alone until it comes back.
    private func currentThread() -> ControlThread {
        thread.withLock { thread in
            if thread.busyTime > Self.callLimit, !PortAudioLibrary.isLooking.value {
                let fresh = ControlThread(portAudioIsStarted: true)
                thread.retire(for: fresh)
                thread = fresh
            }
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
