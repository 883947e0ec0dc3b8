import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing

@testable import Sound

/// When the silence of a source that opens counts as missing sound.
@Suite(.timeLimit(.minutes(5))) struct `The source of a call` {
    /// Devices of which the monitor of the loudspeaker opens late.
    private struct LateCall: AudioSystem {
        let system: FakeAudioSystem
        let clock: ManualClock
        let delay: Duration

        func devices() throws(AudioError) -> [AudioDevice] { try system.devices() }

        func openCapture(_ selection: DeviceSelection) -> any CaptureStream {
            guard selection == .loudspeakerMonitor else { return system.openCapture(selection) }
            return LateStream(opensAt: clock.now + delay, clock: clock) { system.openCapture(selection) }
        }

        func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
            system.openCuePlayback(selection, cues: cues)
        }

        func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
            system.openPCMPlayback(selection, sampleRate: sampleRate)
        }
    }

    private final class LateStream: CaptureStream {
        private let clock: ManualClock
        private let opensAt: Duration
        private let open: @Sendable () -> any CaptureStream
        private let stream = Mutex<(any CaptureStream)?>(nil)

        init(opensAt: Duration, clock: ManualClock, open: @escaping @Sendable () -> any CaptureStream) {
            (self.opensAt, self.clock, self.open) = (opensAt, clock, open)
        }

        private var opened: (any CaptureStream)? {
            stream.withLock { stream in
                if stream == nil, clock.now >= opensAt { stream = open() }
                return stream
            }
        }

        var state: StreamState { opened?.state ?? .opening }
        var deviceName: String { opened?.deviceName ?? "late" }
        var anchor: CaptureAnchor? { opened?.anchor }
        var lostFrames: Int64 { 0 }
        var playback: MonitoredPlayback { MonitoredPlayback() }
        func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { opened?.read(into: buffer) ?? 0 }
        func close() { stream.withLock { $0 }?.close() }
    }

    @Test(arguments: [(14, 0), (600, 0), (900, 0), (1_200, 1), (2_500, 1)])
    func `lacks no sound while it opens, unless that takes more than a second`(late: Int, gaps: Int) throws {
        let clock = ManualClock()
        let audio = FakeAudioSystem(clock: clock)
        audio.call = .init()
        let found = Mutex<[Range<Int64>]>([])
        let pump = CapturePump(
            clock: clock, audio: LateCall(system: audio, clock: clock, delay: .milliseconds(late)),
            selection: .systemDefault, call: .loudspeakerMonitor, sampleRate: 48_000
        ) { signal in
            if case .source(.call, .gap(let start, let end, .device)) = signal {
                found.withLock { $0.append(start..<end) }
            }
        }
        let recording = try InMemoryRecordings().create("kept", sampleRate: 48_000, channels: 2)
        let opened = clock.now
        pump.perform { pump in
            pump.open()
            pump.record(to: recording, from: opened)
        }
        clock.advance(by: .seconds(6))
        let missing = found.withLock { $0 }
        #expect(missing.count == gaps && missing.allSatisfy { $0.lowerBound == 0 }, "\(missing)")
        #expect(missing.allSatisfy { abs(Double($0.upperBound) / 48 - Double(late)) < 100 }, "\(missing)")
        #expect(recording.frames > 48_000 * 4)
    }
}
