import MeetingModel
import StandupFeatures

/// The application in its world, to be brought into a state by what people do and what happens.
struct Scene {
    /// The application.
    private(set) var application: StandupApplication
    /// The world.
    var world: World

    /// An application that begins at a place of a world.
    init(_ world: World = World(), at place: Place? = nil) {
        self.world = world
        application = StandupApplication(place: place, seed: 1)
        carryOut(application.firstEffects)
    }

    /// Somebody presses keys or buttons.
    mutating func perform(_ commands: Command...) {
        for command in commands { carryOut(application.perform(command)) }
    }

    /// Somebody types.
    mutating func type(_ text: String) {
        perform(.insert(text))
    }

    /// Something happens.
    mutating func receive(_ outcomes: Outcome...) {
        for outcome in outcomes { carryOut(application.receive(outcome)) }
    }

    /// The running meeting goes on.
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
