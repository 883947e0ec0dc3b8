import ArgumentParser

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print the completion script for a shell.",
        discussion: """
            tools/install installs the scripts. To install them by hand:

              standup completions bash > ~/.local/share/bash-completion/completions/standup
              standup completions zsh > DIR/_standup            (DIR is any folder in fpath)
              standup completions fish > ~/.config/fish/completions/standup.fish

            Examples:
              standup completions bash
            """)

    @Argument(help: "The shell.")
    var shell: Shell

    func run() throws {
        try StandardOutput.writeLine(CompletionScript.text(for: shell.completionShell))
    }
}

/// A shell that the program has completions for.
enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish

    var completionShell: CompletionShell {
        switch self {
        case .bash: .bash
        case .zsh: .zsh
        case .fish: .fish
        }
    }
}
