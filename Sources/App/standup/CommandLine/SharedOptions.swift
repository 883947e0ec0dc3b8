import ArgumentParser

/// The option of every command that opens the history.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "Where everything is kept; also STANDUP_DATA, by default $XDG_DATA_HOME/standup.", valueName: "dir"),
        completion: .directory)
    var folder: String?
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
