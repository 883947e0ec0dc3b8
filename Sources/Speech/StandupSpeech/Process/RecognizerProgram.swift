import Glibc

/// The program of a recognizer in a separate process.
package struct RecognizerProgram: Hashable, Sendable {
    package struct Limits: Hashable, Sendable {
        /// For starting and for loading the model.
        package var start = Duration.seconds(60)
        /// For one response, in addition to `perSecond`.
        package var response = Duration.seconds(30)
        /// For one response, per second of the utterance: a busy machine may be ten times slower than real time.
        var perSecond = Duration.seconds(10)
        /// Resident memory in bytes; PocketSphinx takes 110 MB with the English model.
        var memory = 1 << 30
        /// The number of failures on one utterance after which the recognizer fails.
        package var attempts = 3

        init() {}

        func timeLimit(samples: Int) -> Duration {
            response + perSecond * (Double(samples) / 16_000)
        }
    }

    /// The recognizer's name, stored with utterances.
    package var name: String
    package var path: String
    package var arguments: [String] = []
    /// The model's settings, which depend on the engine.
    package var model: [String: String]
    package var limits = Limits()

    package init(name: String, path: String, model: [String: String] = [:]) {
        self.name = name
        self.path = path
        self.model = model
    }

    /// The path of a program of this package: beside this one, or in `../libexec/standup`. [any thread]
    package static func path(of file: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path(of: file, executable: executable)
    }

    /// The path for a given executable; a missing file is expected in `../libexec/standup`.
    static func path(of file: String, executable: String) -> String {
        let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
        let beside = folder + "/" + file
        guard access(beside, F_OK) != 0 else { return beside }
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ".."
        return parent + "/libexec/standup/" + file
    }

    /// Throws if the program is missing or not executable.
    package func check() throws(RecognizerError) {
        guard access(path, X_OK) == 0 else { throw failure(.notStarted(path: path, error: errno)) }
    }

    func failure(_ failure: ChildFailure) -> RecognizerError {
        .failed(name: name, reason: failure.description)
    }
}
