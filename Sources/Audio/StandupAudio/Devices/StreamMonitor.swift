import Dispatch
import MeetingModel
import Sound
import Synchronization

/// Polls the open streams and keeps them in step with the sound server: reports stalls, failures and changed
/// microphones, and moves a call's recording to the default loudspeaker.
///
/// While something is recorded, it looks 25 times a second for a change: sound is lost until a call's recording is
/// moved, and a gap from a moved microphone must not count as an overload. It has its own queue and makes no call that
/// can hang, so it also detects a hung control thread.
final class StreamMonitor: Sendable {
    typealias Report = @Sendable (any ControlledStream, StreamLifecycle.Finding) -> Void

    private struct Storage {
        var streams: [any ControlledStream] = []
        var report: Report?
        var timer: (any DispatchSourceTimer)?
        var changeTimer: (any DispatchSourceTimer)?
    }

    private static let changeInterval = Duration.milliseconds(40)

    private let interval: Duration?
    private let queue = DispatchQueue(label: "standup.streammonitor")
    private let storage = Mutex(Storage())
    // Only the queue uses these two, or a test that polls by itself, so nobody waits for them.
    private let sources = Mutex(PulseRecordingSources())
    private let matching = Mutex(RecordingMatching())

    /// Creates a monitor that polls at an interval; nil to poll manually.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// Adds a stream; `report` receives its polls. [any thread]
    func add(_ stream: any ControlledStream, report: @escaping Report) {
        storage.withLock { storage in
            storage.streams.append(stream)
            storage.report = report
            guard storage.timer == nil, let interval else { return }
            storage.timer = makeTimer(every: interval) { $0.poll() }
        }
    }

    private func makeTimer(
        every interval: Duration, _ work: @escaping @Sendable (StreamMonitor) -> Void
    ) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let nanoseconds = Int(interval.nanoseconds)
        timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds))
        timer.setEventHandler { [weak self] in if let self { work(self) } }
        timer.resume()
        return timer
    }

    /// Removes a stream. [any thread]
    func remove(_ stream: any ControlledStream) {
        storage.withLock { storage in
            storage.streams.removeAll { $0 === stream }
            guard storage.streams.isEmpty else { return }
            storage.timer?.cancel()
            storage.changeTimer?.cancel()
            (storage.timer, storage.changeTimer) = (nil, nil)
            queue.async { self.sources.withLock { $0.disconnect() } }
        }
    }

    var streams: [any ControlledStream] { storage.withLock { $0.streams } }

    /// Polls once. [one thread at a time]
    func poll() {
        guard let report = storage.withLock({ $0.report }) else { return }
        for stream in streams {
            report(
                stream,
                stream.withLifecycle { lifecycle, frames, device in lifecycle.poll(frames: frames, device: device) })
        }
        followServer(report)
    }

    /// Starts or stops looking for changes between two polls.
    private func watchForChanges(_ isWanted: Bool) {
        storage.withLock { storage in
            guard isWanted != (storage.changeTimer != nil), storage.timer != nil else { return }
            storage.changeTimer?.cancel()
            storage.changeTimer = isWanted ? makeTimer(every: Self.changeInterval) { $0.pollAfterChange() } : nil
        }
    }

    private func pollAfterChange() {
        guard let report = storage.withLock({ $0.report }), sources.withLock({ $0.isWorthPolling }) else { return }
        followServer(report)
    }

    /// Tells each running input which source the server gives it, and keeps a monitor at the default loudspeaker.
    private func followServer(_ report: Report) {
        let inputs = streams.filter { $0.direction == .input && $0.isRunning }
        watchForChanges(!inputs.isEmpty)
        guard !inputs.isEmpty else {
            // A reply that waits until something is recorded again would be out of date.
            return sources.withLock { $0.disconnect() }
        }
        guard let found = sources.withLock({ $0.poll() }) else { return }
        let recordings = matching.withLock { matching in
            matching.match(found.sources, to: inputs.map { ($0.key, $0.withLifecycle { _, _, device in device }) })
        }
        for input in inputs {
            guard let recording = recordings[input.key], let source = found.sources[recording] else { continue }
            if input.selection == .loudspeakerMonitor, let wanted = found.loudspeakerMonitor, wanted != source {
                sources.withLock { $0.move(recording, to: wanted) }
            } else {
                report(input, input.updateDevice(source))
            }
            input.update(found.playback(onMonitor: source))
        }
    }
}
