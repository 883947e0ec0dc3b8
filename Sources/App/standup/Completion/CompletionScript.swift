import ArgumentParser

enum CompletionScript {
    static func text(for shell: CompletionShell) -> String {
        let script = addingHelpTopics(to: StandupCommand.completionScript(for: shell), for: shell)
        return shell == .bash ? script + bashListing : script
    }

    /// Adds the commands and topics that `help` takes, which the parser's script leaves out.
    private static func addingHelpTopics(to script: String, for shell: CompletionShell) -> String {
        let topics = HelpTopic.names.filter { !Overview.commandNames.contains($0) }
        let names = (Overview.commandNames + topics).joined(separator: " ")
        switch shell {
        case .bash:
            guard let help = script.firstRange(of: "_standup_help() {"),
                let end = script[help.upperBound...].firstRange(of: "\n}")
            else { return script }
            let words = "\n    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))"
            return script[..<end.lowerBound] + words + script[end.lowerBound...]
        case .zsh: return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(names))'")
        case .fish:
            let condition = "__standup_should_offer_completions_for_positional \"standup help\" -ge 1"
            return script + "\ncomplete -c 'standup' -n '\(condition)' -fka '\(names)'"
        default: return script
        }
    }

    /// Makes bash list whole titles.
    ///
    /// The parser's script says `complete -o filenames`, so bash quotes a word when it inserts it, but lists `Daily/1`
    /// as `1`. So the option is off while bash only lists.
    private static let bashListing = #"""


        __standup_complete() {
            _standup "$@"
            ((${#COMPREPLY[@]} > 1)) || return 0
            local word
            local -A next=()
            for word in "${COMPREPLY[@]}"; do
                [[ "${word}" == "${2}"* ]] || return 0
                word="${word:${#2}:1}"
                next["${word:-end}"]=1
            done
            ((${#next[@]} == 1)) || compopt +o filenames
        }

        complete -o filenames -F __standup_complete standup
        """#
}
