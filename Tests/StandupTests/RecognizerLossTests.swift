import Glibc
import ProgramSupport
import Testing

private let hasModel = exists("/usr/share/pocketsphinx/model/en-us/en-us/mdef")

/// Meetings whose recogniser dies; the microphone hears the demo's three voices.
@Suite(.enabled(if: hasModel), .serialized, .timeLimit(.minutes(10)))
struct `A meeting that loses its recogniser` {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Demo", "Ann", "Ben", "Cal", "--length", "40s").status == 0)
    }

    private let start = [
        "start", "Demo", "--clock", "virtual", "--headless", "--events", "--output", "none", "--input",
        "file:" + #filePath.dropLast("Tests/StandupTests/RecognizerLossTests.swift".count) + "Assets/Voices/demo.wav",
    ]

    /// What a meeting's events say.
    private struct Told {
        var words: [String] = []
        var failures: [String] = []
        var hasEnded = false

        mutating func take(_ line: Substring) throws {
            let event = try JSON(String(line))
            switch event["event"]?.line {
            case "transcript.final": words += event["text"]?.line?.split(separator: " ").map(String.init) ?? []
            case "recognizer.failed": failures.append(event["message"]?.line ?? "")
            case "meeting.ended": hasEnded = true
            default: break
            }
        }
    }

    /// Holds the meeting with so much address space for the program and for its recogniser, in kilobytes.
    private func hold(addressSpace: Int) throws -> (result: Program.Result, told: Told) {
        let result = try program.run(
            program: "/bin/sh", ["-c", "ulimit -v \(addressSpace) && exec \"$0\" \"$@\"", Program.path] + start)
        var told = Told()
        for line in result.output.split(separator: "\n") { try told.take(line) }
        return (result, told)
    }

    @Test(arguments: [800_000, 400_000, 262_144])
    func `goes on when memory is short, and says so where there are no words`(addressSpace: Int) throws {
        let (result, told) = try hold(addressSpace: addressSpace)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        #expect(told.hasEnded)
        #expect(told.words.isEmpty == !told.failures.isEmpty)
        for failure in told.failures {
            #expect(failure.hasPrefix("the recogniser failed, pocketsphinx (it failed 3 times "), "\(failure)")
        }
        // Where it has failed the recording waits, and is heard in another try with all of the memory.
        let again = try program.run("transcribe", "latest", "--recognizer", "pocketsphinx")
        #expect(again.status == 0, "\(again.errors)")
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        let text = (document["transcript"]?.elements ?? []).compactMap { $0["text"]?.line }.joined(separator: " ")
        #expect(text.contains("yesterday i finished the report for the new customer"))
    }

    @Test func `is refused where the program itself would stand still for want of memory`() throws {
        let (result, told) = try hold(addressSpace: 262_143)
        #expect(result.status == 1)
        #expect(
            result.errors == "standup: too little memory may be used, 255 MB of address space where standup needs 256, "
                + "raise the limit: ulimit -v unlimited\n")
        #expect(!told.hasEnded)
    }

    /// Holds the meeting and kills the recogniser once in each utterance, and twice in the first, up to so many times.
    private func hold(kills limit: Int) throws -> (told: Told, killed: Set<pid_t>) {
        var pipe: [Int32] = [0, 0]
        try mustSucceed(Glibc.pipe(&pipe))
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        let process = try spawn(
            Program.path, start, environment: program.variables(), descriptors: [nowhere, pipe[1], nowhere])
        close(nowhere)
        close(pipe[1])
        let output = fdopen(pipe[0], "r")
        defer { fclose(output) }
        var (told, killed, allowed) = (Told(), Set<pid_t>(), 2)
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, output) > 0, let line {
            let text = String(cString: line)
            try told.take(text[...])
            if text.contains("transcript.final") { allowed = 1 }
            guard allowed > 0, killed.count < limit, text.contains("transcript.partial"),
                let recognizer = children(of: process).first(where: { !killed.contains($0) })
            else { continue }
            kill(recognizer, SIGKILL)
            killed.insert(recognizer)
            allowed -= 1
        }
        #expect(wait(for: process) == 0)
        return (told, killed)
    }

    private func children(of process: pid_t) -> [pid_t] {
        var children: [pid_t] = []
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let child = pid_t(name), let status = try? read("/proc/\(name)/stat") else { continue }
            // The state and the parent follow the name in parentheses.
            let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
            if fields.count > 2, fields[1] != "Z", fields[2] == "\(process)" { children.append(child) }
        }
        return children
    }

    @Test func `has every word though the recogniser is killed ten times`() throws {
        let calm = try hold(kills: 0).told
        let (told, killed) = try hold(kills: 10)
        #expect(killed.count == 10)
        #expect(told.hasEnded)
        #expect(told.failures == [])
        #expect(told.words == calm.words)
        #expect(calm.words.count > 60)
    }
}

extension JSON {
    /// The text that this is, if it is one.
    fileprivate var line: String? { if case .string(let text) = self { text } else { nil } }
}
