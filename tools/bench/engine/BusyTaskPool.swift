import Synchronization

/// Tasks that keep every thread of the task pool busy: each works for ten milliseconds, makes way, and works again.
final class BusyTaskPool: Sendable {
    private static let tasks = 100
    private static let stint = Duration.milliseconds(10)

    private let isStopped = Atomic(false)

    init() {
        for _ in 0..<Self.tasks {
            Task.detached { [self] in
                while !isStopped.load(ordering: .relaxed) {
                    let end = ContinuousClock.now + Self.stint
                    while .now < end {}
                    await Task.yield()
                }
            }
        }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }
}
