import Assets
import Glibc
import MeetingModel
import Subprocess
import SystemPackage

/// The web server as a user service of systemd.
struct WebService {
    /// The arguments of `standup serve`.
    let arguments: [String]

    static let name = "standup-web.service"

    /// Writes the unit, enables it and starts it.
    func install() async throws {
        let folder = try Self.folder()
        try Self.createFolders(folder)
        let path = "\(folder)/\(Self.name)"
        try AtomicFile.write(Array(try unit(program: RunningProgram.path).utf8), to: path, mode: 0o644)
        for command in [["daemon-reload"], ["enable", Self.name], ["restart", Self.name]] {
            try await Self.systemctl(command, unit: path)
        }
        StandardOutput.note(
            "standup: installed \(DisplayText(path)) and started it; for a link: standup serve --link")
    }

    /// The unit's text for a program.
    func unit(program: String) throws -> String {
        let path = try AssetFolder.locate("Systemd/\(Self.name)")
        guard let template = try SmallFile.read(path) else {
            throw Failure(.failed, "\(path) is gone; install standup again")
        }
        let command = ([program, "serve"] + arguments).map(Self.quoted).joined(separator: " ")
        return template.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("ExecStart=") ? "ExecStart=\(command)" : String($0) }
            .joined(separator: "\n")
    }

    /// A word of a command line in a unit: in quotes, with what systemd would replace doubled.
    private static func quoted(_ word: String) -> String {
        var text = ""
        for character in word.unicodeScalars {
            switch character {
            case "\\", "\"": text += "\\" + String(character)
            case "%", "$": text += String(character) + String(character)
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return "\"\(text)\""
    }

    /// The folder of the user's units.
    private static func folder() throws(Failure) -> String {
        if let folder = Environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/systemd/user" }
        guard let home = Environment["HOME"], home.hasPrefix("/") else {
            throw Failure(.failed, "HOME is not set, so there is no folder for the service; set it")
        }
        return home + "/.config/systemd/user"
    }

    private static func createFolders(_ path: String) throws(Failure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw Failure(.cannotWrite, "cannot create \(made) (\(systemMessage(errno))); check its folder")
            }
        }
    }

    private static func systemctl(_ arguments: [String], unit: String) async throws(Failure) {
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                .name("systemctl"), arguments: Arguments(["--user"] + arguments),
                output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
                error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
            ).terminationStatus
        } catch {
            throw Failure(
                .unavailable, "systemctl is missing or cannot be run; start the server by hand: standup serve")
        }
        guard status.isSuccess else {
            throw Failure(
                .unavailable,
                "systemctl --user \(arguments[0]) failed, see above; the unit is \(unit); or start the server by hand: "
                    + "standup serve")
        }
    }
}
