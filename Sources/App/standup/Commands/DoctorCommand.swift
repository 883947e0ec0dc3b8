import ArgumentParser

/// `standup doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what works on this machine, and say how to mend the rest.",
        discussion: """
            Each line is ok, warn (a meeting can be held, with something missing) or fail (no meeting can be held \
            before it is mended). The microphone is opened for a moment and nothing of it is kept; the loudspeaker is \
            opened and stays silent. The exit code is 0 unless something fails, then 69.

            Examples:
              standup doctor
              standup doctor --json
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
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
}

/// What `doctor --json` gives.
struct DoctorDocument: Codable, Hashable {
    /// Whether a meeting can be held.
    var healthy: Bool
    /// All that was looked at, in order.
    var checks: [Check]
}
