import Localization
import StandupFeatures

/// A state of the application that is worth seeing.
struct Entry: Sendable {
    /// The name by which it is asked for.
    let name: String
    /// What is to be seen in it.
    let shows: String
    /// Brings the application into it.
    let scene: @Sendable () -> Scene

    /// A state, which a scene is brought into.
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

    /// What the program shows in it.
    func screen(_ localizer: Localizer) -> Screen {
        scene().application.screen(localizer)
    }

    /// All of them.
    static let all: [Entry] = lists + pages + forms + starts + records + meetings + devices + others

    /// Those that are looked at in every language.
    static let inEveryLanguage: Set<String> = [
        "list", "list-empty", "standup", "standup-new", "form-new", "form-errors", "start", "record", "record-overtime",
        "record-question", "meeting", "devices", "help", "delete-standup", "list-interrupted",
    ]
}
