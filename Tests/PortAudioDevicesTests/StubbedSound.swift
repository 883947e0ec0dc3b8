import AudioDevices
import CPortAudioStub
import Dispatch
import Synchronization
import Testing

@testable import PortAudioDevices

/// What happens with a PortAudio that does what a test tells it; one at a time, because a process has one.
@Suite(.serialized, .timeLimit(.minutes(5))) enum StubbedSound {}

/// A control on the scripted PortAudio, on a clock that a test turns, and looked at by hand.
final class StubbedControl: Sendable {
    let control: SoundControl
    let system: PortAudioSystem
    private let clock = SharedClock()

    /// Devices `desk`, a microphone, and `speaker`, a loudspeaker, at these rates, in Hz.
    init(desk: Double = 48_000, speaker: Double = 48_000) {
        stub_install { Int32(DispatchQueue.getSpecific(key: ControlThread.current) ?? 0) }
        stub_plug_in("desk", 1, 0, desk)
        stub_plug_in("speaker", 0, 2, speaker)
        control = SoundControl(
            SoundControl.World(
                askServer: { .absent }, now: { [clock] in clock.now }, lookInterval: nil,
                retryInterval: .milliseconds(1)))
        system = PortAudioSystem(control: control)
    }

    /// Ends every call and stream of the test; nothing that would have crashed PortAudio may have been called.
    func finish() async {
        for stream in control.watch.streams {
            (stream as? any CaptureStream)?.close()
            (stream as? any PlaybackStream)?.close()
            (stream as? any SoundStream)?.close()
        }
        await settle()
        #expect(await eventually { stub_streams("desk") + stub_streams("speaker") == 0 })
        #expect(stub_crashes() == 0)
        stub_uninstall()
    }

    /// Lets so much time pass.
    func pass(_ duration: Duration) { clock.pass(duration.wholeNanoseconds) }

    /// Looks at the streams so often, each time after the interval between two looks.
    func look(_ times: Int = 1) {
        for _ in 0..<times {
            pass(StreamLife.lookInterval)
            control.watch.look()
        }
    }

    /// Waits until the jobs that were given before have been done, which must not hang.
    func settle() async {
        await withCheckedContinuation { continuation in
            control.perform(after: .zero) { _ in continuation.resume() }
        }
    }
}

private final class SharedClock: Sendable {
    private let instant = Atomic<Int64>(1)
    var now: Int64 { instant.load(ordering: .acquiring) }
    func pass(_ nanoseconds: Int64) { instant.add(nanoseconds, ordering: .acquiringAndReleasing) }
}

/// What the loudspeaker plays next.
func played(_ frames: Int, on device: String = "speaker") -> [Float]? {
    var output = [Float](repeating: -1, count: frames)
    return stub_play(device, &output, frames) ? output : nil
}
