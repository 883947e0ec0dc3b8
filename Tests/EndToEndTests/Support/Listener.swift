import Synchronization

/// Somebody in the room who listens to the loudspeaker.
final class Listener: Sendable {
    static let sampleRate = 48_000

    private struct State {
        var samples: [Float] = []
        var odd: UInt8?
        var origin: Duration?
    }

    private let state: SharedState
    private let process: ChildProcess

    private final class SharedState: Sendable {
        let state = Mutex(State())

        /// Takes little-endian samples of 16 bits in.
        ///
        /// A sample cannot come before it was heard, so the earliest instant to which a piece points is the first's.
        @Sendable func append(_ bytes: UnsafeBufferPointer<UInt8>, arrival: Duration) {
            state.withLock { state in
                for byte in bytes {
                    guard let low = state.odd else {
                        state.odd = byte
                        continue
                    }
                    state.odd = nil
                    state.samples.append(Float(Int16(bitPattern: UInt16(low) | UInt16(byte) << 8)) / 32_768)
                }
                let first = arrival - .seconds(state.samples.count) / Listener.sampleRate
                state.origin = min(state.origin ?? first, first)
            }
        }
    }

    /// Listens from now on; returns when the first sound, or silence, has come.
    init(to server: SoundServer) async throws {
        let state = SharedState()
        let process = try ChildProcess(
            "/usr/bin/env",
            [
                "parec", "--device=speaker.monitor", "--rate=\(Self.sampleRate)", "--channels=1", "--format=s16le",
                "--latency-msec=20",
            ], environment: server.environment, onOutput: state.append)
        (self.state, self.process) = (state, process)
        try await eventually("the loudspeaker could be heard") { state.state.withLock { $0.origin != nil } }
    }

    /// The instants of the dings that were heard up to now.
    ///
    /// Throws if something else was heard.
    func dings() throws -> [Duration] {
        let (samples, origin) = state.state.withLock { ($0.samples, $0.origin ?? .zero) }
        return try Dings.find(in: samples).map { origin + .seconds($0) / Self.sampleRate }
    }
}
