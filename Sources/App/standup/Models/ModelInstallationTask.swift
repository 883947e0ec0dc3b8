import Glibc
import MeetingModel
import StandupSpeech
import Synchronization

/// Installs a model, shows the progress, and exits at a signal.
final class ModelInstallationTask: Sendable {
    private let name: String
    private let shown: Mutex<(line: ProgressLine, file: String)>

    init(_ name: String) {
        self.name = name
        shown = Mutex((line: ProgressLine(), file: ""))
    }

    /// Installs the model unless it is already installed.
    func perform() throws {
        let stop = StopSignal()
        stop.perform { [self] in end(after: $0) }
        defer {
            stop.end()
            shown.withLock { $0.line.clear() }
        }
        let isNew = try Composition.installModel(name) { self.show($0) }
        shown.withLock { $0.line.clear() }
        let file = Composition.whisperModels.file(of: name)
        StandardOutput.note(isNew ? "Installed \(name): \(file)" : "The model \(name) is already installed: \(file)")
    }

    private func show(_ event: ModelInstaller.Event) {
        shown.withLock { shown in
            switch event {
            case .downloads(let file, let host):
                shown.line.clear()
                shown.file = file
                StandardOutput.note("Downloading \(DisplayText(file)) from \(DisplayText(host))")
            case .progress(let count, let total):
                shown.line.show(DownloadBar(count: count, total: total).text(for: .standardError))
            case .converts:
                shown.line.clear()
                StandardOutput.note("Converting the model")
            case .failed(let source, let reason):
                shown.line.clear()
                StandardOutput.note("standup: note: \(DisplayText(source)) failed (\(DisplayText(reason)))")
            }
        }
    }

    /// Exits after a signal; the downloaded part stays on disk.
    private func end(after number: CInt) -> Never {
        shown.withLock { $0.line.clear() }
        StandardOutput.note(
            "standup: interrupted; the download is kept; resume it with: "
                + "\(SuggestedCommand("models", "install", name))")
        // The download thread may be blocked on the network; do not wait for it.
        _exit(128 + number)
    }
}

/// A one-line progress bar of a download.
struct DownloadBar {
    /// The number of downloaded bytes.
    let count: Int
    /// The total number of bytes.
    let total: Int

    /// The line, cut to the terminal's width.
    func text(for terminal: Terminal) -> String {
        let numbers = " \(count * 100 / max(total, 1)) % of \(InstallationError.megabytes(total))"
        let width = min((terminal.columns ?? 80) - numbers.count - 3, 40)
        guard width >= 10 else { return String(numbers.dropFirst()) }
        let done = count * width / max(total, 1)
        return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: width - done) + "]" + numbers
    }
}
