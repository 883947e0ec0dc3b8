import ArgumentParser
import Glibc
import MeetingModel
import StandupHistory
import StandupTerminal

/// The entry point: parses the command line, runs one command, and exits with its result or one line of error.
@main
enum Main {
    static func main() async {
        // With SIGXFSZ ignored, a write beyond the file size limit returns an error, as on a full disk.
        ProcessSignals.ignore(SIGXFSZ)
        do {
            try ProcessLimits.check()
            let arguments = DoctorCommand.expanding(Array(CommandLine.arguments.dropFirst()))
            if arguments.first == "help", try await HelpTopic.print(Array(arguments.dropFirst())) { return }
            var command = try parse(arguments)
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

    /// Parses only with the named command, which takes less than half the time of the whole command tree.
    ///
    /// If that fails, or for help, parses again with the tree, for its error message or help text.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        if let name = arguments.first,
            let type = StandupCommand.commands.first(where: { $0.answers(to: name) }),
            type.configuration.subcommands.isEmpty,
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
        {
            return command
        }
        return try StandupCommand.parseAsRoot(arguments == ["-V"] ? ["--version"] : arguments)
    }

    /// Closes the histories so that no write-ahead log remains, and reports deletions that could not be erased.
    private static func closeHistories() {
        for path in OpenStores.close() {
            StandardOutput.note(
                "standup: note: deleted words are still in \(DisplayText(path)), as another program reads it; close "
                    + "that program, and the next command erases them")
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
        // A completion request expects words or no output.
        if CommandLine.arguments.dropFirst().first == "---completion" { exit(Failure.Code.usage.rawValue) }
        if let code = error as? ExitCode { exit(code.rawValue) }
        let failure = code == .validationFailure ? Failure(usage: error) : Failure(error)
        StandardOutput.note("standup: " + failure.message)
        exit(failure.code.rawValue)
    }
}
