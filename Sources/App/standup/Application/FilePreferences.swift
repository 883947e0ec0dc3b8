import Glibc
import MeetingHistory
import MeetingModel
import StandupFeatures
import Synchronization

/// Preferences in small files of the data folder, one file for each preference.
///
/// A configured value overrides a remembered one. A choice made while the application is open overrides both.
final class FilePreferences: Preferences {
    private let folder: String
    private let configuration: Configuration
    private let chosen = Mutex<[PreferenceKey: String]>([:])

    init(folder: DataFolder, configuration: Configuration) {
        self.folder = folder.rememberedPath
        self.configuration = configuration
    }

    func value(_ key: PreferenceKey) -> String? {
        if let setting = key.configured {
            if let value = chosen.withLock({ $0[key] }) { return value }
            if let value = configuration.value(setting) { return value }
        }
        // Another process may have saved a newer value.
        return (try? SmallFile.read(file(of: key))).flatMap { $0 }
    }

    func keep(_ value: String, for key: PreferenceKey) {
        if key.configured != nil { chosen.withLock { $0[key] = value } }
        mkdir(folder, 0o700)
        guard !DataFolder.isLink(folder) else { return }
        let path = file(of: key)
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        var text = value
        let code = text.withUTF8 { StandardOutput.writeAll(UnsafeRawBufferPointer($0), to: descriptor).code }
        close(descriptor)
        if code != 0 || rename(temporary, path) != 0 { unlink(temporary) }
    }

    /// Removes what is kept of a deleted item: the unsaved corrections of its meetings, and what was typed for it.
    func forget(_ item: DeletedItem, with meetings: [Meeting.ID]) {
        let saved = SavedCorrections(text: value(.corrections))
        var corrections = saved
        for meeting in meetings { corrections[meeting] = nil }
        if corrections != saved { keep(corrections.text, for: .corrections) }
        guard case .standup(let id) = item else { return }
        let kept = SavedDrafts(text: value(.drafts))
        var drafts = kept
        drafts.remove(id)
        if drafts != kept { keep(drafts.text, for: .drafts) }
    }

    func path(of key: PreferenceKey) -> String? { file(of: key) }

    private func file(of key: PreferenceKey) -> String { folder + "/" + key.rawValue }
}

extension PreferenceKey {
    /// The setting that overrides the remembered value.
    fileprivate var configured: Configuration.ValueKey? {
        switch self {
        case .place, .drafts, .corrections, .export, .importFolder: nil
        case .input: .input
        case .output: .output
        case .call: .call
        case .recognizer: .recognizer
        }
    }
}
