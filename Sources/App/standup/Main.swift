import ArgumentParser
import Glibc
import MeetingModel
import SQLiteHistory
import StandupTerminal

/// The program: reads the command line, runs one command, and ends with a result or with one line of error.
@main
enum Main {
    static func main() async {
        // A write beyond the limit on file sizes is then an error like that of a full disk.
        ProcessSignals.ignore(SIGXFSZ)
        do {
            try AddressSpace.check()
            let arguments = DoctorCommand.expanding(Array(CommandLine.arguments.dropFirst()))
            var command = try StandupCommand.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            closeHistories()
        } catch {
            end(with: error)
        }
    }

    /// Leaves no log behind, and says what could not be erased.
    private static func closeHistories() {
        for path in OpenStores.close() {
            StandardOutput.note(
                "standup: note: what was deleted is still in \(DisplayText(path)), as another program reads it, close that; "
                    + "each command tries again")
        }
    }

    /// Prints help, a version or an error, and exits.
    private static func end(with error: any Error) -> Never {
        closeHistories()
        let code = StandupCommand.exitCode(for: error)
        if code == .success {
            try? StandardOutput.writeLine(StandupCommand.fullMessage(for: error))
            exit(0)
        }
        // A shell that asks for completions wants words or nothing.
        if CommandLine.arguments.dropFirst().first == "---completion" { exit(Failure.Code.usage.rawValue) }
        if let code = error as? ExitCode { exit(code.rawValue) }
        let failure = code == .validationFailure ? Failure(usage: error) : Failure(error)
        StandardOutput.note("standup: " + failure.message)
        exit(failure.code.rawValue)
    }
}
