import Foundation
import Testing

@testable import Sound
@testable import StandupAudio

/// Tests of microphone and loudspeaker on a real sound server, in real time.
///
/// They need PulseAudio and half a minute, so they run only with STANDUP_TEST_SOUND=1. Each has its own process and
/// private server.
@Suite(
    .serialized,
    .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment["STANDUP_TEST_SOUND"] == "1")
)
struct SoundServerTests {
    @Test func `Devices have the server's labels, and are selected by name, label or number`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let devices = try PortAudioSystem().devices()
            #expect(devices.map(\.name) == ["room.monitor", "speaker.monitor", "room", "speaker"])
            #expect(devices.map(\.number) == [1, 2, 3, 4])
            #expect(devices.map(\.direction) == [.input, .input, .output, .output])
            #expect(devices.filter(\.isDefault).map(\.name) == ["room.monitor", "speaker"])
            #expect(devices.allSatisfy { $0.sampleRate == 48_000 && $0.label.contains("Null Output") })

            let system = PortAudioSystem()
            let wrong = system.openCapture(.named("nosuch"))
            #expect(await eventually { wrong.state == .failed(.noDevice(.input, name: "nosuch")) })
            let byNumber = system.openCapture(.named("2"))
            #expect(await eventually { byNumber.state == .running(sampleRate: 48_000) })
            #expect(byNumber.deviceName == "speaker.monitor")
            byNumber.close()
        }
    }

    @Test func `A tone is captured completely, and its frames match the elapsed time`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let capture = PortAudioSystem().openCapture(.systemDefault)
            #expect(await eventually { capture.state.isRunning })
            #expect(capture.deviceName == "room.monitor")
            try sound.playTone(frequency: 1000, seconds: 4)
            var recording = Recording()
            // A busy server may start to play it late.
            #expect(
                await eventually {
                    _ = recording.read(capture)
                    let samples = recording.samples
                    return samples.contains { $0 > 0.1 } && samples.suffix(24_000).allSatisfy { $0 == 0 }
                })
            #expect(capture.lostFrames == 0)
            // The energy and frequency of 4 s of a sine of amplitude 0.5; the server may have dropped a block.
            let energy = recording.samples.reduce(0) { $0 + Double($1 * $1) }
            #expect(abs(energy / (4 * 48_000 * 0.125) - 1) < 0.02)
            let tone = recording.samples.drop { abs($0) < 0.1 }
            let heard = tone.prefix((tone.lastIndex { abs($0) > 0.1 } ?? tone.startIndex) - tone.startIndex)
            let crossings = zip(heard, heard.dropFirst()).count { $0 <= 0 && $1 > 0 }
            #expect(abs(Double(crossings) / Double(heard.count) * 48_000 - 1000) < 5)
            #expect(capture.anchor.map { $0.frames >= recording.samples.count } == true)
            capture.close()
            #expect(capture.state == .closed)
        }
    }

    @Test func `Cues are played in order at their intervals, cancelled ones are not`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let ear = system.openCapture(.named("speaker.monitor"))
            let playback = system.openCuePlayback(.systemDefault, cues: .click)
            #expect(await eventually { ear.state.isRunning && playback.state.isRunning })
            var recording = Recording()
            #expect(await eventually { recording.read(ear) >= 2 * 48_000 })

            let anchor = try #require(ear.anchor)
            let start = anchor.instant + .seconds(4)
            let offsets = [0.0, 0.3, 1.0, 1.25].map { Duration.seconds($0) }
            for offset in offsets.reversed() { playback.schedule(.ding, at: start + offset) }
            playback.cancel(playback.schedule(.ding, at: start + .seconds(0.6)))
            #expect(await eventually { recording.read(ear) >= Int(anchor.frames) + 7 * 48_000 })

            let heard = recording.onsets.map { Double($0 - Int(anchor.frames)) / 48_000 - 4 }
            #expect(heard.count == 4)
            for (heard, offset) in zip(heard, [0, 0.3, 1, 1.25]) { #expect(abs(heard - offset) < 0.25) }
            let first = heard.first ?? 0
            for (heard, offset) in zip(heard, [0, 0.3, 1, 1.25]) { #expect(abs(heard - first - offset) < 0.05) }
            playback.close()
            ear.close()
        }
    }

    @Test func `Closing waits for the end of the current cue`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let ear = system.openCapture(.named("speaker.monitor"))
            let tone = CueSounds(sampleRate: 48_000, samples: [.ding: [Float](repeating: 0.5, count: 24_000)])
            let playback = system.openCuePlayback(.systemDefault, cues: tone)
            #expect(await eventually { ear.state.isRunning && playback.state.isRunning })
            var recording = Recording()
            #expect(await eventually { recording.read(ear) >= 2 * 48_000 })
            playback.schedule(.ding, at: .zero)
            playback.schedule(.ding, at: ear.anchor.map { $0.instant + .seconds(15) } ?? .zero)
            playback.close()
            #expect(playback.state == .closed)
            #expect(await eventually { recording.read(ear) >= 18 * 48_000 })
            #expect(abs(recording.samples.count { $0 > 0.3 } - 24_000) < 100)
            ear.close()
        }
    }

    @Test func `When the server stops, streams fail; when it restarts, the microphone opens and cues are played`() async
    {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let playback = system.openCuePlayback(.systemDefault, cues: .click)
            let capture = system.openCapture(.named("speaker.monitor"))
            #expect(await eventually { capture.state.isRunning && playback.state.isRunning })
            var before = Recording()
            #expect(await eventually { before.read(capture) >= 2 * 48_000 })

            sound.stop()
            #expect(await eventually { capture.state.failure != nil && playback.state.failure != nil })
            let early = system.openCapture(.named("speaker.monitor"))
            #expect(await eventually { early.state.failure != nil })

            try await sound.start()
            let again = system.openCapture(.named("speaker.monitor"))
            #expect(await eventually { again.state.isRunning && playback.state.isRunning })
            var after = Recording()
            #expect(await eventually { after.read(again) >= 3 * 48_000 })
            playback.schedule(.ding, at: .zero)
            #expect(
                await eventually {
                    _ = after.read(again)
                    return !after.onsets.isEmpty
                }
            )
            again.close()
            playback.close()
        }
    }

    @Test func `A default microphone follows the server; a selected one fails when it is replaced`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let standard = system.openCapture(.systemDefault)
            #expect(await eventually { standard.state.isRunning })
            #expect(standard.deviceName == "room.monitor")
            sound.run("pactl load-module module-null-sink sink_name=second && pactl set-default-source second.monitor")
            #expect(await eventually { standard.deviceName == "second.monitor" })
            #expect(standard.state.isRunning)
            standard.close()

            let chosen = system.openCapture(.named("room.monitor"))
            #expect(await eventually { chosen.state.isRunning })
            var recording = Recording()
            #expect(await eventually { recording.read(chosen) >= 2 * 48_000 })
            #expect(chosen.state.isRunning && chosen.deviceName == "room.monitor")
            sound.run(
                "pactl unload-module $(pactl list short modules | grep sink_name=room | cut -f 1)")
            #expect(await eventually { chosen.state.failure != nil })
            #expect("\(String(describing: chosen.state.failure))".contains("second.monitor"))
            chosen.close()
            let again = system.openCapture(.named("room.monitor"))
            #expect(await eventually { again.state.failure == .noDevice(.input, name: "room.monitor") })
            sound.run("pactl load-module module-null-sink sink_name=room")
            let back = system.openCapture(.named("room.monitor"))
            #expect(await eventually { back.state.isRunning })
            back.close()
        }
    }

    @Test func `The call follows the loudspeaker, to one that comes back under another name and rate too`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let capture = PortAudioSystem().openCapture(.loudspeakerMonitor)
            #expect(await eventually { capture.state.isRunning })
            #expect(capture.deviceName == "speaker.monitor")
            sound.run("pactl load-module module-null-sink sink_name=headset && pactl set-default-sink headset")
            #expect(await eventually { capture.deviceName == "headset.monitor" })
            sound.run("pactl unload-module $(pactl list short modules | grep sink_name=headset | cut -f 1)")
            #expect(await eventually { capture.deviceName != "headset.monitor" })
            sound.run(
                "pactl load-module module-null-sink sink_name=hands_free rate=16000 channels=1 && "
                    + "pactl set-default-sink hands_free")
            #expect(await eventually { capture.deviceName == "hands_free.monitor" })
            #expect(capture.state.isRunning)
            var recording = Recording()
            #expect(await eventually { recording.read(capture) >= 48_000 })
            capture.close()
        }
    }

    @Test func `The server reports a change of loudspeaker, and is asked again after it`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let sources = PulseRecordingSources()
            defer { sources.disconnect() }
            #expect(await eventually { sources.poll()?.defaultLoudspeaker == "speaker" })
            // What was under way at the first request has been reported.
            #expect(await eventually { sources.poll() == nil && !sources.isWorthPolling })
            sound.run("pactl load-module module-null-sink sink_name=headset && pactl set-default-sink headset")
            #expect(await eventually { sources.isWorthPolling })
            #expect(await eventually { sources.poll()?.defaultLoudspeaker == "headset" })
        }
    }

    @Test func `The microphone and the call can be the same monitor`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let (microphone, call) = (
                system.openCapture(.named("speaker.monitor")), system.openCapture(.loudspeakerMonitor)
            )
            #expect(await eventually { microphone.state.isRunning && call.state.isRunning })
            #expect(microphone.deviceName == call.deviceName)
            var (room, far) = (Recording(), Recording())
            #expect(await eventually { room.read(microphone) >= 48_000 && far.read(call) >= 48_000 })
            microphone.close()
            call.close()
        }
    }

    @Test func `A hung server blocks no caller, and streams resume when it responds`() async {
        await #expect(processExitsWith: .success) {
            let sound = try PrivateSound()
            defer { sound.stop() }
            try await sound.start()
            let system = PortAudioSystem()
            let capture = system.openCapture(.systemDefault)
            #expect(await eventually { capture.state.isRunning })
            var before = Recording()
            #expect(await eventually { before.read(capture) > 48_000 })
            sound.signal(SIGSTOP)
            #expect(await eventually { capture.state.failure != nil })
            capture.close()
            #expect { try system.devices() } throws: { error in
                if case AudioError.noSystem = error { true } else { false }
            }
            // The control thread hangs while it closes the stream; new streams fail without waiting for it.
            for _ in 0..<2 {
                let stream = system.openCapture(.systemDefault)
                #expect(await eventually { stream.state.failure != nil })
                stream.close()
            }
            sound.signal(SIGCONT)
            let again = system.openCapture(.systemDefault)
            #expect(await eventually { again.state.isRunning })
            again.close()
        }
    }
}

/// The frames read from a microphone.
private struct Recording {
    private(set) var samples: [Float] = []

    /// Reads the available frames, and returns the total.
    mutating func read(_ stream: any CaptureStream) -> Int {
        var buffer = [Float](repeating: 0, count: 48_000)
        var count = 1
        while count > 0 {
            count = buffer.withUnsafeMutableBufferPointer { stream.read(into: $0) }
            samples += buffer.prefix(count)
        }
        return samples.count
    }

    /// The frames at which a sound starts after a tenth of a second of silence.
    var onsets: [Int] {
        var onsets: [Int] = []
        var last = -48_000
        for (frame, sample) in samples.enumerated() where abs(sample) > 0.1 {
            if frame - last > 4800 { onsets.append(frame) }
            last = frame
        }
        return onsets
    }
}

extension CueSounds {
    /// A short, loud ding.
    fileprivate static var click: CueSounds {
        CueSounds(sampleRate: 48_000, samples: [.ding: [Float](repeating: 0.8, count: 960)])
    }
}
