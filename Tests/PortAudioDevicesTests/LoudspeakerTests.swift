import CPortAudioStub
import Sound
import Testing

@testable import StandupAudio

extension StubbedSound {
    @Suite struct `A loudspeaker` {
        /// A ding of one second with ascending samples, at 1 kHz.
        private static let ramp = CueSounds(sampleRate: 1000, samples: [.ding: (1...1000).map { Float($0) / 1000 }])

        @Test(arguments: [48_000, 44_100, 96_000, 8000] as [Double])
        func `that refuses other rates plays cues scheduled before it ran`(rate: Double) async {
            let sound = StubbedControl(speaker: rate)
            stub_refuse_other_rates("speaker")
            let cues = CueSounds(sampleRate: 48_000, samples: [.ding: [Float](repeating: 0.5, count: 4800)])
            let playback = sound.system.openCuePlayback(.systemDefault, cues: cues)
            playback.schedule(.ding, at: .zero)
            var heard: [Float] = []
            #expect(
                await eventually {
                    heard += played(1000) ?? []
                    return heard.count >= Int(rate)
                })
            #expect(playback.state == .running(sampleRate: Int(rate)))
            let expected = rate / 10
            #expect(abs(Double(heard.count { $0 > 0.4 }) - expected) < expected / 50, "the whole ding, once")
            await sound.finish()
        }

        @Test func `that is interrupted by a rescan before its first poll is reopened`() async {
            let sound = StubbedControl()
            let playback = sound.system.openCuePlayback(.systemDefault, cues: Self.ramp)
            #expect(await eventually { stub_streams("speaker") == 1 })
            await sound.settle()
            let starts = stub_calls(stub_initialize)
            let missing = sound.system.openCapture(.named("missing"))
            #expect(await eventually { missing.state == .failed(.noDevice(.input, name: "missing")) })
            #expect(stub_calls(stub_initialize) > starts, "it may have been plugged in")
            #expect(await eventually { played(10) != nil })
            #expect(playback.state.isRunning)
            await sound.finish()
        }

        @Test func `that disappears in a rescan is reopened when it returns`() async {
            let sound = StubbedControl()
            let playback = sound.system.openCuePlayback(.systemDefault, cues: Self.ramp)
            #expect(await eventually { stub_streams("speaker") == 1 })
            await sound.settle()
            // The driver has not noticed that the device is gone; PortAudio notices on restart.
            stub_hide("speaker")
            let missing = sound.system.openCapture(.named("missing"))
            #expect(await eventually { missing.state.failure != nil && playback.state.failure != nil })
            stub_plug_in("speaker", 0, 2, 48_000)
            #expect(await eventually { played(10) != nil })
            #expect(playback.state.isRunning)
            await sound.finish()
        }

        @Test func `that stops without an error is reopened, at its new rate`() async {
            let sound = StubbedControl()
            let playback = sound.system.openPCMPlayback(.systemDefault, sampleRate: 48_000)
            #expect(await eventually { played(10) != nil })
            sound.poll()
            stub_change_rate("speaker", 44_100)
            stub_refuse_other_rates("speaker")
            stub_end_streams("speaker")
            while playback.state.isRunning {
                sound.poll()
                await sound.settle()
            }
            #expect(await eventually { played(10) != nil })
            #expect(playback.state == .running(sampleRate: 44_100))
            #expect(stub_streams("speaker") == 1)
            await sound.finish()
        }
    }

    @Suite struct `A microphone` {
        @Test func `that stops without an error fails, and reopens at its new rate`() async {
            let sound = StubbedControl()
            let capture = sound.system.openCapture(.systemDefault)
            #expect(await eventually { stub_capture("desk", 0.25, 480, false) })
            #expect(capture.state == .running(sampleRate: 48_000))
            var buffer = [Float](repeating: 0, count: 1000)
            #expect(buffer.withUnsafeMutableBufferPointer { capture.read(into: $0) } == 480)
            #expect(buffer.prefix(480).allSatisfy { $0 == 0.25 })
            sound.poll()
            stub_change_rate("desk", 16_000)
            stub_end_streams("desk")
            while capture.state.isRunning {
                sound.poll()
                await sound.settle()
            }
            #expect(await eventually { stub_streams("desk") == 0 })
            let again = sound.system.openCapture(.systemDefault)
            #expect(await eventually { stub_capture("desk", 0.25, 480, false) })
            #expect(again.state == .running(sampleRate: 16_000))
            await sound.finish()
        }
    }

    @Suite struct `A device of the sound server` {
        @Test func `has its name quoted for ALSA`() {
            #expect(SoundControl.path(to: "room.monitor") == #"pulse:DEVICE="room.monitor""#)
            #expect(SoundControl.path(to: #"a,b:"c\d"#) == #"pulse:DEVICE="a,b:\"c\\d""#)
        }
    }
}
