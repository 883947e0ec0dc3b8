import ArgumentParser
import MeetingModel

/// `standup doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what works on this machine, or the data, and say how to mend the rest.",
        discussion: """
            Each line is ok, warn (a meeting can be held, with something missing) or fail (no meeting can be held \
            before it is mended). The microphone is opened for a moment and nothing of it is kept; the loudspeaker is \
            opened and stays silent. The exit code is 0 unless something fails, then 69.

            With --check-data, or --data without a folder, the data is checked instead: every row of the history \
            against every recording, the index of words, files that are left over, links, and who may read what. \
            --mend says what it will do and asks first; elsewhere than on a terminal it needs --yes. A damaged history \
            is kept aside, and what can be read of it is brought over. Files with other names than the program gives \
            are never touched; where there are any, or in a home folder, --mend needs --shared-folder too. The exit \
            code is 1 if something is wrong and is not mended.

            Examples:
              standup doctor
              standup doctor --json
              standup doctor --data
              standup doctor --data --mend
            """)

    @Flag(help: "Check the data, every row against every file.")
    var checkData = false

    @Flag(help: "Mend what is wrong with the data; asks first.")
    var mend = false

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    /// The arguments of the program with `doctor --data`, without a folder, as what it means.
    static func expanding(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName else { return arguments }
        return arguments.enumerated().map { index, argument in
            let next = arguments.dropFirst(index + 1).first
            return argument == "--data" && next.map { $0.hasPrefix("-") } ?? true ? "--check-data" : argument
        }
    }

    func run() throws {
        if checkData || mend { return try checkTheData() }
        let terminal = Terminal.standardOutput
        let checks = try Doctor(data: data).run { check in
            if !json.isOn { try StandardOutput.writeLine(check.line(for: terminal)) }
        }
        let isHealthy = !checks.contains { $0.status == .fail }
        if json.isOn { try JSONOutput.write(DoctorDocument(healthy: isHealthy, checks: checks)) }
        guard isHealthy else {
            throw Failure(.unavailable, "no meeting can be held here, see the lines marked fail, mend them first")
        }
    }

    private func checkTheData() throws {
        let doctor = try DataDoctor(Composition(data: data))
        if mend { try doctor.checkMayMend() }
        if let others = doctor.others { StandardOutput.note("standup: note: \(others)") }
        var mended: [DataFinding] = []
        var diagnosis = try doctor.examine()
        // What was under a damaged history is to be seen when that is mended.
        for _ in 0..<3 where mend {
            let planned = diagnosis.findings.filter { $0.mending != nil }
            guard !planned.isEmpty else { break }
            if !json.isOn { try show(diagnosis.findings) }
            let question = planned.count == 1 ? "mend it" : "mend these \(planned.count)"
            guard try yes.isOn || Question.confirm(question, insteadUse: "--yes") else { break }
            mended += try doctor.mend(diagnosis)
            diagnosis = try doctor.examine()
        }
        let wrong = diagnosis.findings
        mended.removeAll { wrong.contains($0) }
        try report(wrong, mended: mended, summary: diagnosis.summary)
        guard wrong.isEmpty else {
            let count = wrong.count == 1 ? "something is" : "\(wrong.count) things are"
            let advice =
                wrong.contains { $0.mending != nil } ? "mend it with: standup doctor --data --mend" : "see above"
            throw Failure(.failed, "\(count) wrong with the data, \(doctor.path), \(advice)")
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
    /// The finding as a line.
    func line(mended: Bool, for terminal: Terminal) -> String {
        let sign = mended ? terminal.styled("mended", .green) : terminal.styled("wrong", .red) + " "
        let rest = mended ? "" : "; " + (mending == nil ? "to do: " : "--mend: ") + advice
        return "\(sign)  \(DisplayText(kind.rawValue).padded(to: 11))  \(DisplayText("\(path): \(problem)\(rest)"))"
    }
}

/// What `doctor --json` gives.
struct DoctorDocument: Codable, Hashable {
    /// Whether a meeting can be held.
    var healthy: Bool
    /// All that was looked at, in order.
    var checks: [Check]
}
