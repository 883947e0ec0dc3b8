import ArgumentParser
import Assets
import Glibc
import Localization
import StandupFeatures
import StandupTerminal

/// Draws the program's screens for its developers.
@main
struct Gallery: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standup-gallery",
        abstract: "Draw every screen of standup in every state worth seeing.",
        discussion: """
            Without a name all of them are drawn. They are made as the program makes them, from states of its features \
            and the catalogues of texts.

            STANDUP_SCENARIO=NAME standup-gallery starts the application on fakes in a state of the world. The scenarios \
            are \(Scenario.all.map(\.name).joined(separator: ", ")).
            """
    )

    @Argument(help: "The state to draw; see --list.")
    var name: String?

    @Flag(help: "List the states that there are.")
    var list = false

    @Option(help: "The size of the window, such as 40x12.")
    var size = WindowSize(columns: 80, rows: 24)

    @Option(help: "The language of the texts: en, de or ko.")
    var language = "en"

    @Option(help: "How many colors the terminal has: none, 16, 256 or truecolor.")
    var colors = Colors.indexed

    @Option(help: "The background of the terminal: unknown, dark or light.")
    var background = Background.unknown

    @Flag(help: "Draw plain text, without colors and attributes.")
    var plain = false

    func run() async throws {
        if let scenario = getenv("STANDUP_SCENARIO").map({ String(cString: $0) }), !scenario.isEmpty {
            return try await hold(scenario)
        }
        let entries = Entry.all.filter { name == nil || $0.name == name }
        guard !entries.isEmpty else {
            throw ValidationError("no state has the name \(name ?? ""); standup-gallery --list shows all names")
        }
        if list {
            for entry in entries {
                print(entry.name + String(repeating: " ", count: max(30 - entry.name.count, 1)) + entry.shows)
            }
            return
        }
        let localizer = try Localizer(gallery: language)
        for entry in entries {
            if name == nil { print("\(entry.name): \(entry.shows)") }
            let canvas = ScreenDrawing.draw(entry.screen(localizer), size: size.size)
            print(
                plain
                    ? canvas.lines.joined(separator: "\n")
                    : CanvasText(palette: Palette(colors.depth, background: background.known)).text(of: canvas)
            )
        }
    }

    private func hold(_ name: String) async throws {
        guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
            throw ValidationError("no scenario has the name \(name); standup-gallery --help names them")
        }
        try await ScenarioRun.run(scenario, language: language)
    }
}

extension Localizer {
    /// Loads the texts of a language; all times are in UTC, so that the output is the same everywhere.
    init(gallery language: String) throws {
        let folder = try CatalogueFolder(path: AssetFolder.locate("Catalogues"))
        let negotiation = Negotiation.negotiate(preferred: [language], available: folder.languages)
        try self.init(negotiation, folder: folder, zone: .fixed(secondsFromUTC: 0))
    }
}

/// The size of a window as an argument.
struct WindowSize {
    let columns: Int
    let rows: Int
}

extension WindowSize: ExpressibleByArgument, CustomStringConvertible {
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], 1...1000 ~= columns, 1...1000 ~= rows
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    var size: Size { Size(columns: columns, rows: rows) }

    var description: String { "\(columns)x\(rows)" }

    var defaultValueDescription: String { description }
}

/// The number of colors as an argument.
enum Colors: String, ExpressibleByArgument, CaseIterable {
    case none
    case sixteen = "16"
    case indexed = "256"
    case direct = "truecolor"

    var depth: Palette.Depth {
        switch self {
        case .none: .none
        case .sixteen: .sixteen
        case .indexed: .indexed
        case .direct: .direct
        }
    }
}

/// The background of a terminal as an argument.
enum Background: String, ExpressibleByArgument, CaseIterable {
    case unknown
    case dark
    case light

    var known: Palette.Background {
        switch self {
        case .unknown: .unknown
        case .dark: .dark
        case .light: .light
        }
    }
}
