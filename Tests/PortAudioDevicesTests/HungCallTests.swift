import CPortAudioStub
import Sound
import Testing

@testable import StandupAudio

private let click = CueSounds(sampleRate: 48_000, samples: [.ding: [Float](repeating: 0.5, count: 480)])

extension StubbedSound {
    @Suite struct `A hung call` {
        @Test(arguments: [true, false])
        func `that closes a lost loudspeaker does not disturb the microphone, during the hang or after it`(
            wasOpenBefore: Bool
        ) async {
            let sound = StubbedControl()
            let playback = sound.system.openCuePlayback(.systemDefault, cues: click)
            #expect(await eventually { played(480) != nil })
            var capture = wasOpenBefore ? sound.system.openCapture(.systemDefault) : nil
            await sound.settle()
            sound.poll()

            // The loudspeaker is lost, and closing it hangs.
            stub_hang(stub_abort)
            stub_unplug("speaker")
            while playback.state.isRunning {
                if wasOpenBefore { #expect(stub_capture("desk", 0.1, 480, false)) }
                sound.poll()
            }
            #expect(await eventually { stub_is_hanging(stub_abort) })
            sound.pass(.seconds(6))

            // Another control thread takes over.
            await sound.settle()
            if capture == nil { capture = sound.system.openCapture(.systemDefault) }
            sound.poll()
            #expect(await eventually { stub_capture("desk", 0.1, 480, false) })
            sound.poll()
            let (calls, starts) = (stub_calls_by(1), stub_calls(stub_initialize))
            stub_let_go(stub_abort)
            #expect(await eventually { stub_streams("speaker") == 0 })
            await sound.settle()
            #expect(stub_calls_by(1) == calls, "the thread that hung calls again")
            #expect(stub_calls(stub_initialize) == starts, "PortAudio was started again under a running microphone")
            #expect(stub_capture("desk", 0.1, 480, false) && stub_streams("desk") == 1)
            #expect(capture?.state.isRunning == true)
            await sound.finish()
        }

        @Test(arguments: [stub_open, stub_start, stub_abort, stub_close])
        func `blocks nothing else, and the loudspeaker is reopened`(function: stub_function) async {
            let sound = StubbedControl()
            let playback = sound.system.openCuePlayback(.systemDefault, cues: click)
            #expect(await eventually { played(480) != nil })
            sound.poll()
            stub_hang(function)
            stub_end_streams("speaker")
            while playback.state.isRunning { sound.poll() }
            #expect(await eventually { stub_is_hanging(function) })
            let calls = stub_calls_by(1)
            sound.pass(.seconds(6))
            sound.poll(StreamLifecycle.pollsUntilOpenFails)
            await sound.settle()
            if function == stub_open || function == stub_start {
                #expect(await eventually { played(480) != nil })
                #expect(playback.state.isRunning)
            }
            stub_let_go(function)
            #expect(
                await eventually {
                    sound.poll()
                    return played(480) != nil && playback.state.isRunning && stub_streams("speaker") == 1
                })
            #expect(stub_calls_by(1) == calls, "the thread that hung calls again")
            await sound.finish()
        }

        @Test func `to Pa_Initialize excludes all other calls`() async {
            let sound = StubbedControl()
            stub_hang(stub_initialize)
            let capture = sound.system.openCapture(.systemDefault)
            #expect(await eventually { stub_is_hanging(stub_initialize) })
            sound.pass(.seconds(60))
            sound.poll(StreamLifecycle.pollsUntilOpenFails)
            #expect(capture.state.failure != nil)
            capture.close()
            let again = sound.system.openCapture(.systemDefault)
            stub_let_go(stub_initialize)
            #expect(await eventually { stub_capture("desk", 0, 480, false) })
            #expect(again.state.isRunning)
            #expect(stub_calls_by(2) == 0, "it was slow, and did not hang")
            await sound.finish()
        }

        @Test func `is timed alone: many slow calls do not replace a thread`() {
            let permit = CallPermit()
            for start in stride(from: Int64(0), to: 100, by: 4) {
                #expect(permit.begin(at: start, alone: false))
                #expect(!permit.revoke(ifInCallSince: start + 4 - 5))
                permit.end()
                #expect(!permit.revoke(ifInCallSince: .max), "between two calls")
            }
            #expect(permit.begin(at: 100, alone: true))
            #expect(!permit.revoke(ifInCallSince: .max - 1), "in a call that must be alone")
            permit.end()
            #expect(permit.begin(at: 200, alone: false))
            #expect(permit.revoke(ifInCallSince: 200))
            permit.end()
            #expect(permit.isRevoked && !permit.begin(at: 201, alone: false))
        }
    }
}
