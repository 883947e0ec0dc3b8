import Synchronization

@testable import StandupFeatures

/// A renderer that records its frames, and on which a test types.
final class RecordingRenderer: Renderer {
    /// The test's access to frames and input, from its own thread.
    final class Record: Sendable {
        struct State {
            var frames: [Canvas] = []
            var calls: [String] = []
            var size = Size(columns: 80, rows: 24)
            var inputs: [RendererInput] = []
            var sequenceTimeout: Duration?
            var isStopped = false
            var report: (@Sendable (RendererInput) -> Void)?
        }

        let state = Mutex(State())

        var frames: [Canvas] { state.withLock { $0.frames } }
        var calls: [String] { state.withLock { $0.calls } }
        func type(_ inputs: RendererInput...) { state.withLock { $0.inputs += inputs } }
        func report(_ input: RendererInput) { state.withLock { $0.report }?(input) }
        func set(_ size: Size) { state.withLock { $0.size = size } }
        func stop(_ isStopped: Bool) { state.withLock { $0.isStopped = isStopped } }
    }

    private let record: Record
    private let error: TerminalError?

    init(_ record: Record, error: TerminalError? = nil) {
        self.record = record
        self.error = error
    }

    var size: Size { record.state.withLock { $0.size } }
    var descriptors: [Int32] { [] }
    var sequenceTimeout: Duration? { record.state.withLock { $0.sequenceTimeout } }
    var takesOutput: Bool { record.state.withLock { !$0.isStopped } }

    func open(report: @escaping @Sendable (RendererInput) -> Void) throws(TerminalError) {
        if let error { throw error }
        record.state.withLock { $0.report = report }
        note("open")
    }

    func read(isLate: Bool) -> [RendererInput] {
        if isLate { note("late") }
        return record.state.withLock { state in
            defer { state.inputs = [] }
            if isLate { state.sequenceTimeout = nil }
            return state.inputs
        }
    }

    func present(_ canvas: Canvas) { record.state.withLock { $0.frames.append(canvas) } }
    func redraw() { note("redraw") }
    func suspend() { note("suspend") }
    func close() { note("close") }

    private func note(_ call: String) { record.state.withLock { $0.calls.append(call) } }
}
