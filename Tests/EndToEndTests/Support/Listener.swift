import Synchronization
import TestSupport

/// Somebody in the room who listens to the loudspeaker.
final class Listener: Sendable {
    static let sampleRate = 48_000

    private struct State {
        var samples: [Float] = []
        var odd: UInt8?
        /// The number of samples received up to an instant.
        var arrivals: [(count: Int, instant: Duration)] = []

        /// When a sample was heard.
        ///
        /// No sample arrives before it was heard, so the earliest instant calculated from the arrivals is the best.
        /// Only those of the next second count: a busy sound server drops a block now and then.
        func instant(of sample: Int) -> Duration {
            let near = arrivals.filter { (sample...sample + Listener.sampleRate).contains($0.count) }
            return near.map { $0.instant - .seconds($0.count - sample) / Listener.sampleRate }.min() ?? .zero
        }
    }

    private let state: SharedState
    private let process: ChildProcess

    private final class SharedState: Sendable {
        let state = Mutex(State())

        /// Takes little-endian samples of 16 bits in.
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
                state.arrivals.append((state.samples.count, arrival))
            }
        }
    }

    /// Listens from now on; returns when the first sound, or silence, has come.
    init(to server: SoundServer) async throws {
        let state = SharedState()
        let process = try ChildProcess(
            installed("parec"),
            [
                "--device=speaker.monitor", "--rate=\(Self.sampleRate)", "--channels=1", "--format=s16le",
                "--latency-msec=20",
            ], environment: server.environment, onOutput: state.append)
        (self.state, self.process) = (state, process)
        try await eventually("the loudspeaker could be heard") { state.state.withLock { !$0.samples.isEmpty } }
    }

    /// The loudness of everything heard so far, as the RMS of each hundredth of a second.
    var loudness: [Float] { Loudness.of(state.state.withLock { $0.samples }, sampleRate: Self.sampleRate) }

    /// The same from the first sound on; empty before that.
    var speech: ArraySlice<Float> { loudness.drop { $0 < 0.002 } }

    /// The instants of the dings that were heard up to now.
    ///
    /// Throws if something else was heard.
    func dings() throws -> [Duration] {
        let heard = state.state.withLock { $0 }
        return try Dings.find(in: heard.samples).map(heard.instant)
    }
}
