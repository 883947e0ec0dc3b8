import Glibc
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures

extension Composition {
    /// The loudspeaker that the user named, else that of the application (not on the virtual clock), else that of the
    /// configuration.
    ///
    /// A file that is `listened` to must not be replaced by the output.
    func loudspeaker(
        _ named: String?, clock: ClockChoice, listened: String?, in folder: DataFolder
    ) throws(Failure) -> DeviceSelection {
        let device = DeviceSelection(
            named ?? (clock == .real ? preferences.value(.output) : nil) ?? configuration.value(.output)
                ?? (clock == .real ? "default" : "none"))
        switch device {
        case .silence:
            throw Failure(.usage, "silence is a microphone, not a loudspeaker; for no sound, use --output none")
        case .file(let path): try OutputSoundFile.check(path, input: listened, folder: folder)
        case .systemDefault, .named, .loudspeakerMonitor:
            guard clock == .real else {
                throw Failure(
                    .usage,
                    "the loudspeaker \(device) cannot follow the virtual clock; use --output file:PATH or none")
            }
        case .none: break
        }
        return device
    }
}

/// The WAV file to which a meeting writes its output sound.
enum OutputSoundFile {
    /// Checks that a file can be created at a path without data loss.
    ///
    /// Refuses a path inside the data folder. An existing file may be replaced only if it is a WAV file and not the
    /// meeting's input.
    static func check(_ path: String, input: String?, folder: DataFolder) throws(Failure) {
        guard let parent = parent(of: path), access(parent, W_OK) == 0 else {
            throw refusal(path, "its folder does not exist or cannot be written")
        }
        if isInside(path, folder) { throw refusal(path, "it is in the data folder") }
        guard let status = FileStatus(path) else { return }
        guard status.isFile else { throw refusal(path, "it is not a regular file") }
        if let input, resolve(input) == resolve(path) { throw refusal(path, "it is also the microphone") }
        guard isWAV(path) else { throw refusal(path, "it exists and is not a WAV file") }
    }

    /// Whether a path is inside the data folder, where only the program may write.
    static func isInside(_ path: String, _ folder: DataFolder) -> Bool {
        guard let kept = resolve(folder.path), let parent = parent(of: path) else { return false }
        return parent == kept || parent.hasPrefix(kept + "/")
    }

    private static func parent(of path: String) -> String? {
        resolve(path.lastIndex(of: "/").map { String(path[..<$0]) + "/" } ?? ".")
    }

    private static func refusal(_ path: String, _ reason: String) -> Failure {
        Failure(
            .cannotWrite,
            "cannot write the sound to \(DisplayText(quoting: path)) (\(reason)); choose another place")
    }

    private static func isWAV(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        guard read(descriptor, &head, head.count) == head.count else { return false }
        return ["RIFF", "RF64"].contains(String(decoding: head[..<4], as: UTF8.self))
            && String(decoding: head[8...], as: UTF8.self) == "WAVE"
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
