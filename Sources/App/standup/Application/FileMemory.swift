import Glibc
import MeetingHistory
import StandupFeatures
import Synchronization

/// Remembers in small files of the data folder, one for each thing; what is configured goes before what is remembered.
///
/// What is chosen while the application is open goes before both.
final class FileMemory: Memory {
    private let folder: String
    private let configuration: Configuration
    private let chosen = Mutex<[MemoryKey: String]>([:])

    init(folder: DataFolder, configuration: Configuration) {
        self.folder = folder.rememberedPath
        self.configuration = configuration
    }

    func value(_ key: MemoryKey) -> String? {
        if let setting = key.configured {
            if let value = chosen.withLock({ $0[key] }) { return value }
            if let value = configuration.value(setting) { return value }
        }
        // Another process may have kept something since.
        return (try? SmallFile.read(path(of: key))).flatMap { $0 }
    }

    func keep(_ value: String, for key: MemoryKey) {
        if key.configured != nil { chosen.withLock { $0[key] = value } }
        mkdir(folder, 0o700)
        guard !DataFolder.isLink(folder) else { return }
        let path = path(of: key)
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        var text = value
        let code = text.withUTF8 { StandardOutput.writeAll(UnsafeRawBufferPointer($0), to: descriptor).code }
        close(descriptor)
        if code != 0 || rename(temporary, path) != 0 { unlink(temporary) }
    }

    private func path(of key: MemoryKey) -> String { folder + "/" + key.rawValue }
}

extension MemoryKey {
    /// The setting that goes before what is remembered.
    fileprivate var configured: Configuration.Key? {
        switch self {
        case .place, .drafts: nil
        case .input: .input
        case .output: .output
        }
    }
}
