import Glibc
package import SpeechRecognition

/// The program of a recogniser that runs in a process of its own.
package struct RecognizerProgram: Hashable, Sendable {
    /// The most time and memory that the process may take.
    package struct Limits: Hashable, Sendable {
        /// For the greeting, and for loading the model.
        package var start = Duration.seconds(60)
        /// For one answer, besides `perSecond`.
        package var answer = Duration.seconds(30)
        /// For one answer, for each second of the utterance: a busy machine may be ten times slower than the speaker.
        package var perSecond = Duration.seconds(10)
        /// Resident memory in bytes; PocketSphinx takes 110 MB with the English model.
        package var memory = 1 << 30
        /// The failures on one utterance after which the recogniser fails.
        package var attempts = 3

        /// The limits for a recogniser that works.
        package init() {}

        /// The time limit for an answer about an utterance of so many samples.
        func patience(samples: Int) -> Duration {
            answer + perSecond * (Double(samples) / 16_000)
        }
    }

    /// The name of the recogniser that is stored with utterances.
    package var name: String
    /// Where the program is.
    package var path: String
    /// Its arguments.
    package var arguments: [String] = []
    /// The model that it loads, in the engine's own terms.
    package var model: [String: String]
    /// Its limits.
    package var limits = Limits()

    /// A program at a path.
    package init(name: String, path: String, model: [String: String] = [:]) {
        self.name = name
        self.path = path
        self.model = model
    }

    /// Where a program that comes with this one should be: beside it, or where an installation puts it,
    /// `../libexec/standup`. [any thread]
    package static func path(of file: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path(of: file, executable: executable)
    }

    /// The same for a program at a path; a file in neither place is expected where an installation puts it.
    static func path(of file: String, executable: String) -> String {
        let folder = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
        let beside = folder + "/" + file
        guard access(beside, F_OK) != 0 else { return beside }
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ".."
        return parent + "/libexec/standup/" + file
    }

    /// Checks that the program is there and executable.
    package func check() throws(RecognizerError) {
        guard access(path, X_OK) == 0 else { throw failure(.notStarted(path: path, error: errno)) }
    }

    /// The error for a failure of its process.
    func failure(_ failure: ChildFailure) -> RecognizerError {
        .failed(name: name, reason: failure.description)
    }
}
