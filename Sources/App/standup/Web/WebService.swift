import Assets
import Glibc
import MeetingModel
import Sound

/// The web server as a user service of systemd.
struct WebService {
    /// The arguments of `standup serve`.
    let arguments: [String]

    static let name = "standup-web.service"

    /// Writes the unit, enables it and starts it.
    func install() throws {
        let folder = try Self.folder()
        try Self.createFolders(folder)
        let path = "\(folder)/\(Self.name)"
        try AtomicFile.write(Array(try unit(program: RunningProgram.path).utf8), to: path, mode: 0o644)
        for command in [["daemon-reload"], ["enable", Self.name], ["restart", Self.name]] {
            try Self.systemctl(command, unit: path)
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

    private static func systemctl(_ arguments: [String], unit: String) throws(Failure) {
        var words: [UnsafeMutablePointer<CChar>?] = (["systemctl", "--user"] + arguments).map { strdup($0) } + [nil]
        defer {
            for word in words { free(word) }
        }
        var process = pid_t()
        let code = posix_spawnp(&process, "systemctl", nil, nil, &words, environ)
        guard code == 0 else {
            throw Failure(
                .unavailable, "cannot run systemctl (\(systemMessage(code))); start the server by hand: standup serve")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw Failure(
                .unavailable,
                "systemctl --user \(arguments[0]) failed, see above; the unit is \(unit); or start the server by hand: "
                    + "standup serve")
        }
    }
}
