import ArgumentParser

/// The option of every command that opens the history.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where everything is kept; also STANDUP_DATA, by default $XDG_DATA_HOME/standup.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    /// The error about such a folder names it, and `doctor` explains it: nobody else needs it.
    @Flag(
        help: ArgumentHelp("Use the data folder though it is a home folder or holds other things.", visibility: .hidden)
    )
    var sharedFolder = false
}

/// The option of every command that shows something.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print one JSON document.")
    var isOn = false
}

/// The option of every command that deletes.
struct YesOption: ParsableArguments {
    @Flag(name: [.customLong("yes"), .customShort("y")], help: "Do not ask.")
    var isOn = false
}
