import ArgumentParser

/// The scripts that teach a shell to complete the program's command lines.
enum CompletionScript {
    /// The script for a shell.
    static func text(for shell: CompletionShell) -> String {
        let script = StandupCommand.completionScript(for: shell)
        return shell == .bash ? script + bashListing : script
    }

    /// Lists meetings as they are.
    ///
    /// The parser's script calls every word a file name, by which bash quotes it, but also lists `Daily/1` as `1`. So they
    /// are no file names while there is only a list to be shown and nothing to be typed.
    private static let bashListing = #"""


        __standup_listed() {
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

        complete -o filenames -F __standup_listed standup
        """#
}
