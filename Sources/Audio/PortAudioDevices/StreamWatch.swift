import AudioDevices
import Dispatch
import Synchronization

/// Looks at the open streams four times a second, and tells what became of them.
///
/// Also that the sound server has put another microphone in one's place. On a queue of its own: it makes no call that
/// could hang, so it also notices what the control thread is stuck in.
final class StreamWatch: Sendable {
    /// Takes what was found of a stream.
    typealias Report = @Sendable (any ControlledStream, StreamLife.Finding) -> Void

    private struct Storage {
        var streams: [any ControlledStream] = []
        var report: Report?
        var timer: (any DispatchSourceTimer)?
    }

    private let interval: Duration?
    private let queue = DispatchQueue(label: "standup.streamwatch")
    private let storage = Mutex(Storage())
    /// Used on the queue only.
    private let sources = Mutex(HeardSources())

    /// Looks at each interval; without one, only when it is told to.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// Begins to watch a stream, and keeps it; `report` is called with what is found. [any thread]
    func add(_ stream: any ControlledStream, report: @escaping Report) {
        storage.withLock { storage in
            storage.streams.append(stream)
            storage.report = report
            guard storage.timer == nil, let interval else { return }
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let nanoseconds = Int(interval.wholeNanoseconds)
            timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds))
            timer.setEventHandler { [weak self] in self?.look() }
            timer.resume()
            storage.timer = timer
        }
    }

    /// Ends watching a stream. [any thread]
    func remove(_ stream: any ControlledStream) {
        storage.withLock { storage in
            storage.streams.removeAll { $0 === stream }
            guard storage.streams.isEmpty else { return }
            storage.timer?.cancel()
            storage.timer = nil
            queue.async { self.sources.withLock { $0.rest() } }
        }
    }

    /// The streams that are watched.
    var streams: [any ControlledStream] { storage.withLock { $0.streams } }

    /// Looks once. [one thread at a time]
    func look() {
        guard let report = storage.withLock({ $0.report }) else { return }
        for stream in streams {
            report(stream, stream.withLife { life, frames, device in life.look(frames: frames, device: device) })
        }
        let microphones = streams.filter { $0.direction == .input && $0.isRunning }
        // With several of them nobody knows which is which.
        guard microphones.count == 1, let heard = sources.withLock({ $0.look() }), heard.count == 1 else { return }
        report(microphones[0], microphones[0].noteDevice(heard[0]))
    }
}
