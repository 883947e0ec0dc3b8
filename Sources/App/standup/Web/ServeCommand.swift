import ArgumentParser
import Assets
import FoundationEssentials
import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Web

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the running meetings and the history to browsers.",
        discussion: """
            Only browsers with a link get in: the server prints one for you, and standup invite one for somebody else. By \
            default, only browsers on this machine reach it. On another address it speaks TLS: with your certificate, or \
            with one of its own, whose fingerprint it prints. It runs until interrupted, or until standup serve --stop; \
            with --install, systemd starts it when you log in.

            Examples:
              standup serve
              standup serve --link
              standup serve --listen 0.0.0.0:7810
              standup serve --listen 192.168.1.5:443 --tls-cert cert.pem --tls-key key.pem
              standup serve --behind-proxy 127.0.0.1 --url https://standup.example.org
              standup serve --install
              standup serve --stop
            """)

    @OptionGroup var options: ServeOptions

    @Flag(help: "Print a new link for yourself to the running server.")
    var link = false

    @Flag(help: "Stop the running server.")
    var stop = false

    @Flag(help: "Install a user service of systemd with these options, and start it.")
    var install = false

    @OptionGroup var data: DataOption

    func validate() throws {
        guard [link, stop, install].count(where: \.self) <= 1 else {
            throw ValidationError("choose one of --link, --stop and --install")
        }
    }

    func run() async throws {
        let composition = try Composition(data: data)
        let folder = DataFolder(path: absolutePath(composition.folder.path), isShared: composition.folder.isShared)
        if link { return try printLink(folder) }
        if stop { return try stopServer(folder) }
        var settings = try options.settings(data: folder.path, isShared: folder.isShared)
        settings.makesMinutes = composition.configuration.makesMinutes
        let program = try WebProgram.find()
        if install {
            // systemd starts it without the variables of this shell, which may name another folder.
            let arguments = ["--data", folder.path] + (data.sharedFolder ? ["--shared-folder"] : [])
            return try await WebService(arguments: options.arguments + arguments).install()
        }
        // The history is created, upgraded and completed here, where a problem can be said.
        _ = try composition.openHistory()
        _ = OpenStores.close()
        throw try Self.execute(program, settings)
    }

    private func printLink(_ folder: DataFolder) throws {
        guard let server = WebServerFile.running(in: folder) else {
            throw Failure(.unavailable, "the web server is not running; start it in another terminal: standup serve")
        }
        try StandardOutput.writeLine(InvitationStore(folder: folder).ownerLink(to: server.url).description)
        StandardOutput.note("standup: note: this link is for you alone; it works once, within an hour")
    }

    private static let longestStop = Duration.seconds(10)

    private func stopServer(_ folder: DataFolder) throws {
        func process() -> Int32? { LiveLock.holder(of: WebServerFile.lockName, in: folder)?.process }
        guard let server = process() else {
            throw Failure(.unavailable, "the web server is not running, so there is nothing to stop")
        }
        guard kill(server, SIGTERM) == 0 else {
            throw Failure(.unavailable, "cannot stop the web server, process \(server) (\(systemMessage(errno)))")
        }
        let end = ContinuousClock.now + Self.longestStop
        while process() == server {
            guard ContinuousClock.now < end else {
                throw Failure(.unavailable, "the web server does not stop; end its process: kill -9 \(server)")
            }
            usleep(20_000)
        }
    }

    /// Becomes the web server.
    private static func execute(_ program: String, _ settings: WebServerSettings) throws -> Failure {
        // The program is in another folder, from which it would not find the assets.
        let style = try AssetFolder.locate("Web/style.css")
        setenv("STANDUP_ASSETS", String(style.dropLast("/Web/style.css".count)), 1)
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(json), nil]
        execv(program, &arguments)
        return Failure(.unavailable, "cannot run \(program) (\(systemMessage(errno))); install standup again")
    }
}

enum WebProgram {
    /// Its path, where `tools/install` puts it or beside this program; throws if it is missing.
    static func find() throws(Failure) -> String {
        guard let path else {
            throw Failure(
                .unavailable,
                "the web server is not installed; install the package standup-web, or run tools/install")
        }
        return path
    }

    /// Its path; nil if it is missing.
    static var path: String? {
        let folder = RunningProgram.path.lastIndex(of: "/").map { String(RunningProgram.path[..<$0]) } ?? "."
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ".."
        return ["\(parent)/libexec/standup/standup-web", "\(folder)/standup-web"].first { access($0, X_OK) == 0 }
    }
}

enum RunningProgram {
    /// Its absolute path.
    static var path: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
