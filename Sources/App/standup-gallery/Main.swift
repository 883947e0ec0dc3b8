import ArgumentParser
import StandupTerminal

/// Draws the program's screens for those who work on it.
@main
struct Gallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standup-gallery",
        abstract: "Draw every screen of standup in every state worth seeing."
    )

    @Argument var name: String?
    @Option var size = "80x24"
    @Option var colors = "256"
    @Flag var list = false
    @Flag var plain = false

    func run() throws {
        let parts = size.split(separator: "x").compactMap { Int($0) }
        let depths: [String: Palette.Depth] = ["none": .none, "16": .sixteen, "256": .indexed, "truecolor": .direct]
        for entry in SampleScreens.all where name == nil || name == entry.name {
            if list {
                print(entry.name)
                continue
            }
            let canvas = ScreenDrawing.draw(entry.screen, size: Size(columns: parts[0], rows: parts[1]))
            if name == nil { print("== \(entry.name) \(size)") }
            if plain {
                print(canvas.lines.joined(separator: "\n"))
            } else {
                print(CanvasText(palette: Palette(depths[colors] ?? .indexed)).text(of: canvas), terminator: "")
            }
        }
    }
}
