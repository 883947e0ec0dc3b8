import Glibc

/// The folder of the installed Whisper models: `$XDG_DATA_HOME/standup-models/whisper`
/// (`~/.local/share/standup-models/whisper`), with files `ggml-NAME.bin`.
///
/// The model of voices is there too, because the same program runs it; its first bytes distinguish it.
package struct WhisperModelFolder: Hashable, Sendable {
    /// The path, which need not exist.
    package let path: String

    package init(environment: [String: String]) {
        let data: String
        if let given = environment["XDG_DATA_HOME"], given.hasPrefix("/") {
            data = given
        } else {
            data = "\(environment["HOME"] ?? "")/.local/share"
        }
        path = "\(data)/standup-models/whisper"
    }

    /// The path of a model by name, which need not exist.
    package func file(of name: String) -> String { "\(path)/ggml-\(name).bin" }

    /// The complete Whisper models by name. [any thread]
    package func installed() -> [WhisperModel] {
        names.compactMap { name in
            let file = file(of: name)
            return try? WhisperModel(path: file)
        }
    }

    /// The model with a name, or in a file if `name` contains a slash. [any thread]
    package func model(named name: String) throws(WhisperModelError) -> WhisperModel {
        guard !name.contains("/") else { return try WhisperModel(path: name) }
        let file = file(of: name)
        guard access(file, F_OK) == 0 else { throw .notInstalled(name: name, folder: path) }
        return try WhisperModel(path: file)
    }

    /// The best installed model for a language. [any thread]
    package func best(for language: String) -> WhisperModel? {
        installed().filter { $0.supports(language) }.max { $1.isBetter(than: $0, for: language) }
    }

    /// The model for partial results: the smallest for the language, of the installed ones and `other`; nil if that is
    /// larger than base (148 MB). [any thread]
    package func forPartials(in language: String, or other: WhisperModel) -> WhisperModel? {
        let smallest = (installed() + [other]).filter { $0.supports(language) }.min { $0.size < $1.size }
        return smallest.flatMap { $0.size <= 160_000_000 ? $0 : nil }
    }

    /// The path of Silero's voice activity detector, if it is beside the models.
    package var detector: String? {
        let file = "\(path)/ggml-silero-v6.2.0.bin"
        return access(file, R_OK) == 0 ? file : nil
    }

    /// The names of all model files, including damaged ones, without the detector.
    package var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let file = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard file.hasPrefix("ggml-"), file.hasSuffix(".bin"), !file.hasPrefix("ggml-silero-") else { continue }
            names.append(String(file.dropFirst("ggml-".count).dropLast(".bin".count)))
        }
        return names.sorted()
    }
}
