import ArgumentParser

/// The completion scripts for the shells.
enum CompletionScript {
    /// The script for a shell.
    static func text(for shell: CompletionShell) -> String {
        let script = StandupCommand.completionScript(for: shell)
        return shell == .bash ? script + bashListing : script
    }

    /// Lists meetings unchanged.
    ///
    /// The parser's script marks every word as a file name so that bash quotes it, but then bash lists `Daily/1` as
    /// `1`. This code removes the mark while bash only lists words and does not insert one.
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
