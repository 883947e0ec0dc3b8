import Glibc
import TestSupport

/// The words and failures in a meeting's events.
struct ToldWords {
    var words: [String] = []
    /// The speaker of each utterance.
    var speakers: [String] = []
    var failures: [String] = []
    var problems: [String] = []
    var hasEnded = false

    mutating func take(_ line: Substring) throws {
        let event = try JSON(String(line))
        switch event["event"]?.line {
        case "transcript.final":
            words += event["text"]?.line?.split(separator: " ").map(String.init) ?? []
            speakers.append(event["attendee"]?.line ?? "")
        case "recognizer.failed": failures.append(event["message"]?.line ?? "")
        case "error": problems.append(event["message"]?.line ?? "")
        case "meeting.ended": hasEnded = true
        default: break
        }
    }
}

extension Program {
    /// Holds a meeting with events and kills its recognizer's process at most `limit` times.
    ///
    /// It dies once in each utterance, and twice in the first. `name` is the process's name, cut to 15 characters by
    /// the kernel.
    func hold(
        _ arguments: [String], killing name: String, times limit: Int, environment: [String: String] = [:]
    ) throws -> (told: ToldWords, killed: Set<pid_t>) {
        var pipe: [Int32] = [0, 0]
        try mustSucceed(Glibc.pipe(&pipe))
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        let process = try spawn(
            Program.path, arguments, environment: variables(environment), descriptors: [nowhere, pipe[1], nowhere])
        close(nowhere)
        close(pipe[1])
        guard let output = fdopen(pipe[0], "r") else { throw ExitError() }
        defer { fclose(output) }
        var (told, killed, allowed) = (ToldWords(), Set<pid_t>(), 2)
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, output) > 0, let line {
            let text = String(cString: line)
            try told.take(text[...])
            if text.contains("transcript.final") { allowed = 1 }
            guard allowed > 0, killed.count < limit, text.contains("transcript.partial"),
                let recognizer = children(of: process, named: name).first(where: { !killed.contains($0) })
            else { continue }
            kill(recognizer, SIGKILL)
            killed.insert(recognizer)
            allowed -= 1
        }
        guard wait(for: process) == 0 else { throw ExitError() }
        return (told, killed)
    }

    private struct ExitError: Error {}

    private func children(of process: pid_t, named name: String) -> [pid_t] {
        var children: [pid_t] = []
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let number = withUnsafeBytes(of: entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let child = pid_t(number), let status = try? read("/proc/\(number)/stat") else { continue }
            // The state and the parent follow the name in parentheses.
            let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
            guard fields.count > 2, fields[1] != "Z", fields[2] == "\(process)" else { continue }
            if status.contains("(\(name))") { children.append(child) }
        }
        return children
    }
}

extension JSON {
    /// The text that this is, if it is one.
    var line: String? { if case .string(let text) = self { text } else { nil } }
}
