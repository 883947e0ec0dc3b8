import ArgumentParser

/// The data folder option of every command that opens the history.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "The data folder. Default: $STANDUP_DATA or $XDG_DATA_HOME/standup.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    /// Hidden: the error about such a folder names this flag, and `doctor` explains it.
    @Flag(
        help: ArgumentHelp("Use the data folder even if it is a home folder or holds other files.", visibility: .hidden)
    )
    var sharedFolder = false
}

/// The JSON option of every command that prints results.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON.")
    var isOn = false
}

/// The confirmation option of every command that deletes.
struct YesOption: ParsableArguments {
    @Flag(name: [.customLong("yes"), .customShort("y")], help: "Do not ask for confirmation.")
    var isOn = false
}
