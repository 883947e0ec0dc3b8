import Localization
import StandupFeatures

/// A state of the application, for screenshots and tests.
struct Entry: Sendable {
    /// The name on the command line.
    let name: String
    /// A description of the state.
    let shows: String
    /// Creates the application in this state.
    let scene: @Sendable () -> Scene

    /// Creates an entry from a world, a place and the actions that lead to the state.
    init(
        _ name: String, _ shows: String, _ world: @escaping @autoclosure @Sendable () -> World = World(),
        at place: Place? = nil, _ change: @escaping @Sendable (inout Scene) -> Void = { _ in }
    ) {
        self.name = name
        self.shows = shows
        scene = {
            var scene = Scene(world(), at: place)
            change(&scene)
            return scene
        }
    }

    /// Renders the application in this state.
    func screen(_ localizer: Localizer) -> Screen {
        scene().application.screen(localizer)
    }

    static let all: [Entry] =
        lists + pages + forms + starts + records + meetings + devices + invitations + imports + others

    /// The entries that are checked in every language.
    static let inEveryLanguage: Set<String> = [
        "list", "list-empty", "standup", "standup-new", "form-new", "form-errors", "start", "record", "record-overtime",
        "record-question", "meeting", "devices", "invitation", "help", "delete-standup", "list-interrupted",
        "devices-models", "devices-install", "meeting-transcribe", "meeting-transcribing",
        "import", "import-files",
    ]
}
