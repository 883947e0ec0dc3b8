import ArgumentParser

/// `standup completions`.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print what teaches a shell to complete commands, standups and names.",
        discussion: """
            tools/install puts these where the shells look for them. By hand:

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

/// A shell whose command lines can be completed.
enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish

    /// The same, as the parser names it.
    var completionShell: CompletionShell {
        switch self {
        case .bash: .bash
        case .zsh: .zsh
        case .fish: .fish
        }
    }
}
