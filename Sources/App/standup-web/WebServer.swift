#if Web
import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import MeetingHistory
import MeetingModel
import MeetingTiming
import NIOCore
import NIOPosix
import ServiceLifecycle
import Sound
import UnixSignals
import Web

/// The server: opens the history, listens, and runs until it gets SIGTERM or SIGINT.
struct WebServer {
    let settings: WebServerSettings

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        umask(0o077)
        let folder = DataFolder(path: settings.data, isShared: settings.isShared)
        try folder.create()
        guard let lock = try LiveLock.acquire(WebServerFile.lockName, in: folder) else {
            let url = WebServerFile.running(in: folder).map { " at \($0.url)" } ?? ""
            throw Failure(
                .failed, "a web server is already running\(url); for a link to it: standup serve --link")
        }
        defer { lock.release() }

        let rules = ServerRules(settings)
        let limits = try ConnectionLimits(openFiles: OpenFileLimit.raise(), proxies: rules.proxies)
        guard let main = rules.origins.first else {
            throw Failure(.usage, "'\(settings.host)' is no address; use one such as 127.0.0.1:7810")
        }
        let invitations = InvitationStore(folder: folder)
        let history = try WebHistory(folder: folder, makesMinutes: settings.makesMinutes)
        let access = Access(invitations: invitations, history: history)
        let certificate = try settings.certificate.map {
            try ServerCertificate($0, folder: folder, for: rules.origins, required: settings.certifiedHosts)
        }

        let cache = AudioExportCache(folder: try Self.cacheFolder(), limit: 2 << 30)
        let languages = try Languages()
        let clock = SystemClock()
        let meetings = SocketMeetings(folder: folder, clock: clock, version: settings.version)
        let hub = LiveHub(source: meetings, clock: clock) { languages.localizer($0) }

        var logger = Logger(label: "standup-web")
        logger.logLevel = .critical
        let plain = HTTPServerBuilder { responder in
            WebChannel(responder: responder, rules: rules, limits: limits)
        }
        let application = Application(
            responder: WebResponder(
                rules: rules, access: access, limits: limits, history: history,
                recordings: RecordingFiles(folder: folder, cache: cache), assets: try WebAssets(),
                languages: languages, hub: hub),
            server: try certificate.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
            configuration: ApplicationConfiguration(address: .hostname(bindHost, port: settings.port), backlog: 1024),
            onServerRunning: { _ in
                // First, so that nothing hides the address.
                Self.announce(main, certificate: certificate)
                do {
                    try rules.write(in: folder)
                    try Self.showLink(to: main, invitations)
                } catch {
                    Main.note(Failure(error).message)
                }
            },
            logger: logger)
        defer { WebServerFile.remove(from: folder) }
        var configuration = ServiceGroupConfiguration(
            services: [
                Housekeeping(history: history, invitations: invitations, cache: cache, rules: rules),
                TeamService(folder: folder),
                application,
                // The last one stops first: otherwise the server would wait for the streams.
                HubService(hub: hub),
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(2)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError where [EADDRINUSE, EADDRNOTAVAIL, EACCES].contains(error.errnoCode) {
            throw Failure(.unavailable, Self.message(for: error.errnoCode, settings))
        } catch is SocketAddressError.UnknownHost {
            throw Failure(.unavailable, Self.message(for: EADDRNOTAVAIL, settings))
        }
    }

    /// The folder of recordings in other formats.
    private static func cacheFolder() throws(Failure) -> String {
        if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
            return cache + "/standup/recordings"
        }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
            throw Failure(.failed, "HOME is not set, so there is no cache folder; set it")
        }
        return home + "/.cache/standup/recordings"
    }

    private var bindHost: String {
        settings.host.hasPrefix("[") ? String(settings.host.dropFirst().dropLast()) : settings.host
    }

    private static func message(for code: CInt, _ settings: WebServerSettings) -> String {
        let address = "\(settings.host):\(settings.port)"
        switch code {
        case EADDRINUSE: return "\(address) is in use by another program; choose another port: --listen"
        case EACCES: return "this user may not listen on port \(settings.port); choose one above 1023: --listen"
        default: return "this machine does not have the address \(settings.host); choose one of its own: --listen"
        }
    }

    /// Prints where the server is, and how a browser recognizes its own certificate.
    private static func announce(_ origin: WebOrigin, certificate: ServerCertificate?) {
        print("standup: serving on \(origin)")
        guard let fingerprint = certificate?.ownFingerprint else { return }
        print("standup: browsers do not know this server's certificate; accept it if it has this SHA-256 fingerprint:")
        print("  \(fingerprint)")
    }

    /// Prints the owner's link on a terminal.
    private static func showLink(to origin: WebOrigin, _ invitations: InvitationStore) throws {
        // A log would keep the link.
        guard isatty(STDOUT_FILENO) == 1 else { return print("standup: for a link: standup serve --link") }
        let link = try invitations.ownerLink(to: origin.description)
        print("Open this link within an hour; it works once:")
        print("  \(link)")
    }

    /// Prints a line on standard output at once.
    private static func print(_ line: String) {
        var line = line + "\n"
        line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
#endif
