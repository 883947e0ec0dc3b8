#if Web
import FoundationEssentials
import Glibc
import MeetingModel
import Synchronization
import Web

/// The web server, which `standup serve` runs with its settings as JSON in the only argument.
@main
enum Main {
    static func main() async {
        do {
            try await WebServer(settings: settings()).run()
        } catch {
            let failure = Failure(error)
            fail(failure.message, code: failure.code)
        }
    }

    private static func settings() -> WebServerSettings {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 1, let text = arguments.first,
            let settings = try? JSONDecoder().decode(WebServerSettings.self, from: Data(text.utf8))
        else { fail("standup serve runs this program; use that", code: .usage) }
        return settings
    }

    private static let limit = Mutex(MessageLimit())
    private static let start = ContinuousClock.now

    /// Prints a line about a problem to standard error, as far as the limit allows.
    static func note(_ message: String) {
        guard let message = limit.withLock({ $0.line(for: message, at: ContinuousClock.now - start) }) else { return }
        var line = "standup: \(DisplayText(message))\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static func fail(_ message: String, code: Failure.Code) -> Never {
        note(message)
        exit(code.rawValue)
    }
}
#else
import Glibc

@main
enum Main {
    static func main() {
        let line = "standup: this standup-web was built without a server; build it with: tools/web\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
        exit(69)
    }
}
#endif
