import Glibc
import Synchronization
import TestSupport

/// A private sound server, of the kind on which the tests run.
final class SoundServer: Sendable {
    /// The environment that leads sound programs to it, and to them.
    let environment: [String: String]

    private let players = Mutex<[ChildProcess]>([])

    private static let tool = Repository.path + "/tools/virtual-sound"

    /// Starts a server, which ends with this value or, at the latest, with this process.
    init() async throws {
        let server = try await Self.kind()
        let variables = try await Self.output(
            "/bin/sh", "-c",
            "variables=$(\"$0\" start --server \"$1\" --owner \"$2\") && eval \"$variables\" && env -0",
            Self.tool, server, String(getpid()))
        environment = Dictionary(
            variables.split(separator: "\0").compactMap { variable in
                let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        ) { $1 }
        guard environment["STANDUP_SOUND"] != nil else {
            throw TimeIsUp(description: "no sound server could be started")
        }
    }

    deinit {
        ChildProcess.leave(Self.tool, ["stop", environment["STANDUP_SOUND"] ?? ""], environment: environment)
    }

    /// Pulls out the devices.
    func unplug() async throws {
        _ = try await Self.output(Self.tool, "unplug", environment: environment)
    }

    /// Puts them back.
    func plug() async throws {
        _ = try await Self.output(Self.tool, "plug", environment: environment)
    }

    /// Whether it has real-time priority; without it, a busy machine makes it drop sound.
    func hasRealTimePriority() async throws -> Bool {
        let folder = environment["STANDUP_SOUND"] ?? ""
        return try await Self.output(Self.tool, "status", folder).contains("real-time priority")
    }

    /// Plays a sound file into the microphone; returns while it plays.
    func speak(_ path: String) throws {
        try play(path, to: "room")
    }

    /// Plays a sound file on a loudspeaker, as other programs do; returns while it plays.
    func play(_ path: String, to loudspeaker: String = "speaker") throws {
        let player = try ChildProcess(
            installed("paplay"), ["--latency-msec=100", "--device=\(loudspeaker)", path], environment: environment)
        players.withLock { $0.append(player) }
    }

    /// The kind of the server in which the tests were started, PulseAudio if in none.
    private static func kind() async throws -> String {
        guard let folder = getenv("STANDUP_SOUND").map({ String(cString: $0) }) else { return "pulseaudio" }
        let state = try await output(tool, "status", folder)
        return state.split(separator: " ").contains("pipewire") ? "pipewire" : "pulseaudio"
    }

    /// Runs a program to its end and returns what it printed.
    private static func output(_ command: String..., environment: [String: String] = plainEnvironment)
        async throws -> String
    {
        let (status, text) = try await ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: environment)
        guard status == 0 else { throw TimeIsUp(description: "\(command) ended with \(status): \(text)") }
        return text
    }

    private static let plainEnvironment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]
}

/// The folder of the package.
enum Repository {
    /// Its folder.
    static let path: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/")
    }()
}
