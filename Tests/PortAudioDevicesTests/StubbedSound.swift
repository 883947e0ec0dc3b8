import CPortAudioStub
import Dispatch
import MeetingModel
import Sound
import Synchronization
import Testing

@testable import StandupAudio

/// Tests on a scripted PortAudio; serialized, because PortAudio is global to the process.
@Suite(.serialized, .timeLimit(.minutes(10))) enum StubbedSound {}

/// A controller on the scripted PortAudio, with a virtual clock and manual polls.
final class StubbedControl: Sendable {
    let control: SoundControl
    let system: PortAudioSystem
    private let clock = SharedClock()

    /// A microphone `desk` and a loudspeaker `speaker`, at these rates, in Hz.
    init(desk: Double = 48_000, speaker: Double = 48_000) {
        stub_install { Int32(DispatchQueue.getSpecific(key: ControlThread.current) ?? 0) }
        stub_plug_in("desk", 1, 0, desk)
        stub_plug_in("speaker", 0, 2, speaker)
        control = SoundControl(
            SoundControl.Environment(
                queryServer: { .absent }, now: { [clock] in clock.now }, pollInterval: nil,
                retryInterval: .milliseconds(1)))
        system = PortAudioSystem(control: control)
    }

    /// Ends all calls and streams of the test; fails if the stub received an invalid call.
    func finish() async {
        for stream in control.monitor.streams {
            (stream as? any CaptureStream)?.close()
            (stream as? any CuePlaybackStream)?.close()
            (stream as? any PCMPlaybackStream)?.close()
        }
        await settle()
        #expect(await eventually { stub_streams("desk") + stub_streams("speaker") == 0 })
        #expect(stub_crashes() == 0)
        stub_uninstall()
    }

    /// Advances the clock.
    func pass(_ duration: Duration) { clock.pass(duration.nanoseconds) }

    /// Polls the streams a number of times, one interval apart.
    func poll(_ times: Int = 1) {
        for _ in 0..<times {
            pass(StreamLifecycle.pollInterval)
            control.monitor.poll()
        }
    }

    /// Waits until the enqueued jobs are done; none of them may hang.
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

/// Returns the next frames that the loudspeaker plays; nil if no stream is running.
func played(_ frames: Int, on device: String = "speaker") -> [Float]? {
    var output = [Float](repeating: -1, count: frames)
    return stub_play(device, &output, frames) ? output : nil
}
