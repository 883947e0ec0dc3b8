import ArgumentParser

/// Draws the program's screens for those who work on it.
@main
struct Gallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standup-gallery",
        abstract: "Draw every screen of standup in every state worth seeing."
    )
}
