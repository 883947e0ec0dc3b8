import CAllocationProbe
import CRealtimeAudio
import Testing

@testable import Sound
@testable import StandupAudio

/// Calls the C callbacks as PortAudio does.
struct CallbackTests {
    @Test func `A capture callback delivers its frames with the instant of the monotonic clock`() {
        let memory = Preallocated(CaptureState(channels: 2, sampleRate: 48_000, minimumCapacity: 1024))
        var context = memory.callbackContext
        let before = standup_monotonic_now()
        let input: [Float] = [0.5, 0.25, -1, 0]
        #expect(standup_capture_callback(input, nil, 2, nil, 0, &context) == 0)
        let after = standup_monotonic_now()
        memory.withState { state in
            #expect(state.anchor?.frames == 2)
            let instant = state.anchor?.instant ?? .zero
            #expect(.nanoseconds(before) <= instant && instant <= .nanoseconds(after))
            var output: [Float] = [9, 9, 9]
            #expect(output.withUnsafeMutableBufferPointer { state.read(into: $0) } == 2)
            #expect(output == [0.375, -0.5, 9])
        }
    }

    @Test(
        arguments: [
            (0.25, 250), (0, 0), (-3, 0), (.nan, 0), (1_700_000_000, 0),
        ] as [(Double, Int)]
    )
    func `A playback callback renders for the instant at which its buffer is played`(latency: Double, frame: Int) {
        // One frame per millisecond, and a cue in half a second: its start in the buffer is later by the latency.
        let sounds = CueSounds(sampleRate: 1000, samples: [.ding: [1]])
        let memory = Preallocated(CueMixer(sounds, channels: 1))
        var context = memory.callbackContext
        var time = PaStreamCallbackTimeInfo(
            inputBufferAdcTime: 0,
            currentTime: 1000,
            outputBufferDacTime: 1000 + latency
        )
        let before = standup_monotonic_now()
        let scheduled = memory.withState {
            $0.schedule(.ding, at: before + 500_000_000, ticket: CueTicket(number: 1))
        }
        #expect(scheduled)
        var output = [Float](repeating: 0.3, count: 1000)
        #expect(standup_playback_callback(nil, &output, 1000, &time, 0, &context) == 0)
        let elapsed = Int((standup_monotonic_now() - before) / 1_000_000)
        let heard = output.firstIndex { $0 != 0 } ?? -1
        #expect(heard <= 500 - frame && heard >= 500 - frame - elapsed - 1)
    }

    @Test(.enabled(if: standup_probe_works())) func `The probe detects an allocation`() {
        standup_probe_arm()
        let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1000)
        let count = standup_probe_disarm()
        memory.deallocate()
        #expect(count >= 1)
    }

    @Test(.enabled(if: standup_probe_works())) func `A callback allocates and frees no memory`() {
        let capture = Preallocated(CaptureState(channels: 2, sampleRate: 48_000, minimumCapacity: 4096))
        var captureContext = capture.callbackContext
        let sounds = CueSounds(sampleRate: 48_000, samples: [.ding: [Float](repeating: 1, count: 5000)])
        let playback = Preallocated(CueMixer(sounds, channels: 2))
        var playbackContext = playback.callbackContext
        var time = PaStreamCallbackTimeInfo(inputBufferAdcTime: 0, currentTime: 1, outputBufferDacTime: 1.02)
        var samples = [Float](repeating: 0.5, count: 2 * 512)
        var total: Int64 = 0
        for round in 0..<200 as Range<UInt64> {
            playback.withState { mixer in
                _ = mixer.schedule(.ding, at: 0, ticket: CueTicket(number: round))
                _ = mixer.cancel(CueTicket(number: round / 2))
            }
            samples.withUnsafeMutableBufferPointer { buffer in
                standup_probe_arm()
                _ = standup_capture_callback(buffer.baseAddress, nil, 512, nil, 2, &captureContext)
                _ = standup_playback_callback(nil, buffer.baseAddress, 512, &time, 0, &playbackContext)
                total += standup_probe_disarm()
            }
        }
        #expect(total == 0)
        // The ring was full most of the time, and cues were played: both slow paths were used.
        capture.withState { state in
            #expect(state.anchor?.frames == Int64(200 * 512))
            var one: [Float] = [0]
            #expect(one.withUnsafeMutableBufferPointer { state.read(into: $0) } == 1)
            #expect(state.overruns == 1)
        }
        #expect(samples.contains { $0 != 0 })
    }
}
