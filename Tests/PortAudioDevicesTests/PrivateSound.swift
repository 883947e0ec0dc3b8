import Foundation
import Sound
import StandupAudio

/// A private sound system for this process: a folder, an ALSA configuration with only the sound server, and on request
/// a PulseAudio with a loudspeaker `speaker` and a microphone `room.monitor`, which captures the sink `room`.
///
/// It changes the environment, so each test that uses it runs in its own process. The server ends with the process,
/// even after a crash.
final class PrivateSound {
    private let folder: URL
    private var server: pid_t?

    init() throws {
        folder = URL(filePath: "/tmp/standup-sound-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let configuration = folder.appending(path: "asound.conf")
        let alsa =
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
            + "pcm.pulse { @args [ DEVICE ] @args.DEVICE { type string default \"\" } type pulse device $DEVICE }\n"
        try alsa.write(to: configuration, atomically: true, encoding: .utf8)
        // Only `start` starts a server.
        let client = folder.appending(path: "client.conf")
        try "autospawn = no\n".write(to: client, atomically: true, encoding: .utf8)
        setenv("PULSE_CLIENTCONFIG", client.path(), 1)
        setenv("XDG_RUNTIME_DIR", folder.path(), 1)
        setenv("HOME", folder.path(), 1)
        setenv("ALSA_CONFIG_PATH", configuration.path(), 1)
        // Excludes a jackd that runs on this machine.
        setenv("JACK_DEFAULT_SERVER", folder.lastPathComponent, 1)
        for name in ["PULSE_SERVER", "PULSE_RUNTIME_PATH", "PULSE_SOURCE", "PULSE_SINK", "DISPLAY"] { unsetenv(name) }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server, and returns when it responds.
    func start() async throws {
        // Without real-time priority, if the user may have it, a busy machine makes the server drop blocks. The second
        // job ends the server after this process, even after a crash.
        run(
            """
            pulseaudio -n --daemonize=no --realtime=yes --high-priority=yes --log-target=null \
            -L 'module-native-protocol-unix' --exit-idle-time=-1 \
            -L 'module-null-sink sink_name=room rate=48000' -L 'module-null-sink sink_name=speaker rate=48000' &
            server=$!
            echo $server > "$XDG_RUNTIME_DIR/server.pid"
            (while kill -0 \(getpid()) && kill -0 $server; do sleep 0.2; done; kill -KILL $server) &
            """
        )
        let number = try String(contentsOf: folder.appending(path: "server.pid"), encoding: .utf8)
        server = pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines))
        let answers = await eventually {
            run("pactl set-default-source room.monitor && pactl set-default-sink speaker")
        }
        guard answers else { throw AudioError.noSystem(reason: "the private PulseAudio does not start") }
    }

    /// Sends a signal to the server.
    func signal(_ number: Int32) {
        if let server { kill(server, number) }
    }

    /// Kills the server, and waits until its process has ended.
    func stop() {
        signal(SIGKILL)
        while let process = server, kill(process, 0) == 0 { sched_yield() }
        server = nil
    }

    /// Runs a shell command without output; true if it succeeds.
    @discardableResult
    func run(_ command: String) -> Bool { system("exec >/dev/null 2>&1; \(command)") == 0 }

    /// Plays a tone into the microphone, in the background.
    func playTone(frequency: Double, seconds: Double) throws {
        let samples = (0..<Int(48_000 * seconds)).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 48_000)) }
        let file = folder.appending(path: "tone.raw")
        try samples.withUnsafeBytes { Data($0) }.write(to: file)
        run("pacat --raw --format=float32le --rate=48000 --channels=1 --device=room '\(file.path())' &")
    }
}

/// Waits for an external condition; false if it does not hold within two minutes.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return true
}

extension StreamState {
    /// Whether frames arrive.
    var isRunning: Bool {
        if case .running = self { true } else { false }
    }

    /// The failure, if any.
    var failure: AudioError? {
        if case .failed(let error) = self { error } else { nil }
    }
}
