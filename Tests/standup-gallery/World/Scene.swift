import MeetingModel
import StandupFeatures

/// The application in a world, for actions and events that lead to a state.
struct Scene {
    private(set) var application: StandupApplication
    var world: World

    /// Creates the application in a world, at a place.
    init(_ world: World = World(), at place: Place? = nil) {
        self.world = world
        application = StandupApplication(place: place, seed: 1)
        carryOut(application.firstEffects)
    }

    /// Performs commands as keys and buttons do.
    mutating func perform(_ commands: Command...) {
        for command in commands { carryOut(application.perform(command)) }
    }

    /// Inserts a text as typing does.
    mutating func type(_ text: String) {
        perform(.insert(text))
    }

    /// Sends outcomes to the application.
    mutating func receive(_ outcomes: Outcome...) {
        for outcome in outcomes { carryOut(application.receive(outcome)) }
    }

    /// Changes the running meeting and sends its status to the application.
    mutating func run(_ change: (inout RunningSample) -> Void) {
        guard var meeting = world.meeting else { return }
        change(&meeting)
        world.meeting = meeting
        receive(meeting.outcome)
    }

    private mutating func carryOut(_ effects: [Effect]) {
        var effects = effects[...]
        while let effect = effects.popFirst() {
            for outcome in world.outcomes(of: effect) { effects += application.receive(outcome) }
        }
    }
}
