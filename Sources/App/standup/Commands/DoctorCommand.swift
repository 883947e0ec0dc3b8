import ArgumentParser
import MeetingModel

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine or the data, and say how to fix problems.",
        discussion: """
            Each line is ok, warn (a meeting can still be held) or fail (no meeting can be held). The microphone is \
            opened for a moment, but nothing is recorded or played. The exit code is 69 if a check fails.

            --check-data, or --data without a folder, checks the history, recordings, search index, leftover files, \
            links and permissions. The exit code is 1 if a problem remains.

            --mend lists its changes and asks first; without a terminal it needs --yes. It keeps a damaged history and \
            recovers what can be read into a new one. It never touches files of other programs; next to such files, \
            or in a home folder, it needs --shared-folder.

            --dry-run lists the recordings that keep-audio-days deletes, and when, and those in the trash. It \
            changes nothing.

            Examples:
              standup doctor
              standup doctor --json
              standup doctor --data
              standup doctor --data --mend
              standup doctor --dry-run
            """)

    @Flag(help: "Check the data instead of the machine.")
    var checkData = false

    @Flag(help: "Repair the data, after asking.")
    var mend = false

    @Flag(help: "Say which recordings will be deleted because of their age.")
    var dryRun = false

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    /// Expands `doctor --data` without a folder to the arguments that it stands for.
    static func expanding(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName else { return arguments }
        return arguments.enumerated().map { index, argument in
            let next = arguments.dropFirst(index + 1).first
            return argument == "--data" && next.map { $0.hasPrefix("-") } ?? true ? "--check-data" : argument
        }
    }

    func validate() throws {
        guard !dryRun || !checkData && !mend else {
            throw ValidationError("--dry-run shows what will be deleted; leave out --data or --mend")
        }
    }

    func run() throws {
        if dryRun { return try showKeptAudio() }
        if checkData || mend { return try checkTheData() }
        let terminal = Terminal.standardOutput
        let checks = try Doctor(data: data).run { check in
            if !json.isOn { try StandardOutput.writeLine(check.line(for: terminal)) }
        }
        let isHealthy = !checks.contains { $0.status == .fail }
        if json.isOn { try JSONOutput.write(DoctorDocument(healthy: isHealthy, checks: checks)) }
        guard isHealthy else {
            throw Failure(.unavailable, "no meeting can be held on this machine; fix the lines marked fail first")
        }
    }

    private func showKeptAudio() throws {
        let composition = try Composition(data: data)
        let kept = try KeptAudio(composition)
        if json.isOn { return try JSONOutput.write(kept) }
        for line in kept.lines(in: composition.folder) { try StandardOutput.writeLine(line) }
    }

    private func checkTheData() throws {
        let doctor = try DataDoctor(Composition(data: data))
        if mend { try doctor.checkMayRepair() }
        if let others = doctor.others { StandardOutput.note("standup: note: \(others)") }
        var mended: [DataFinding] = []
        var diagnosis = try doctor.examine()
        // A repaired history can reveal further findings.
        for _ in 0..<3 where mend {
            let planned = diagnosis.findings.filter { $0.repair != nil }
            guard !planned.isEmpty else { break }
            if !json.isOn { try show(diagnosis.findings) }
            let question = planned.count == 1 ? "mend this problem" : "mend these \(planned.count) problems"
            guard try yes.isOn || Question.confirm(question, insteadUse: "--yes") else { break }
            mended += try doctor.repair(diagnosis)
            diagnosis = try doctor.examine()
        }
        let wrong = diagnosis.findings
        mended.removeAll { wrong.contains($0) }
        try report(wrong, mended: mended, summary: diagnosis.summary)
        guard wrong.isEmpty else {
            let count = wrong.count.counted("problem")
            let advice =
                wrong.contains { $0.repair != nil } ? "mend it with: standup doctor --data --mend" : "see above"
            throw Failure(.failed, "\(count) in the data \(doctor.path); \(advice)")
        }
    }

    private func report(_ wrong: [DataFinding], mended: [DataFinding], summary: String) throws {
        guard !json.isOn else {
            return try JSONOutput.write(
                DataDocument(
                    healthy: wrong.isEmpty,
                    findings: mended.map { .init($0, mended: true) } + wrong.map { .init($0, mended: false) }))
        }
        let terminal = Terminal.standardOutput
        for finding in mended { try StandardOutput.writeLine(finding.line(mended: true, for: terminal)) }
        try show(wrong)
        if wrong.isEmpty {
            try StandardOutput.writeLine("\(terminal.styled("ok", .green))      \(DisplayText(summary))")
        }
    }

    private func show(_ findings: [DataFinding]) throws {
        for finding in findings {
            try StandardOutput.writeLine(finding.line(mended: false, for: .standardOutput))
        }
    }
}

extension DataFinding {
    func line(mended: Bool, for terminal: Terminal) -> String {
        let sign = mended ? terminal.styled("mended", .green) : terminal.styled("wrong", .red) + " "
        let rest = mended ? "" : "; " + (repair == nil ? "to do: " : "--mend: ") + advice
        return "\(sign)  \(DisplayText(kind.rawValue).padded(to: 11))  \(DisplayText("\(path): \(problem)\(rest)"))"
    }
}

/// The output of `doctor --json`.
struct DoctorDocument: Codable, Hashable {
    /// Whether a meeting can be held.
    var healthy: Bool
    var checks: [Check]
}
