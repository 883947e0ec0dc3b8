package import StandupFeatures
import Synchronization

/// Speech models in memory. [any thread]
package final class FixedModels: Sendable {
    private let state: Mutex<SpeechModelShelf>
    private let problem: TaskProblem?

    /// Creates models; with a problem, nothing can be chosen or removed.
    package init(_ shelf: SpeechModelShelf = SpeechModelShelf(), problem: TaskProblem? = nil) {
        state = Mutex(shelf)
        self.problem = problem
    }

    /// The models.
    package func shelf() -> SpeechModelShelf { state.withLock { $0 } }

    /// Chooses the recognizer.
    package func choose(_ recognizer: String?) throws(TaskProblem) {
        if let problem { throw problem }
        state.withLock { $0.recognizer = recognizer }
    }

    /// Makes an installed model available again.
    package func remove(_ model: String) throws(TaskProblem) {
        if let problem { throw problem }
        setState(of: model, .available)
    }

    /// Changes the state of a model, as an installation does.
    package func setState(of model: String, _ new: ListedModel.State) {
        state.withLock { shelf in
            for index in shelf.models.indices where shelf.models[index].name == model {
                shelf.models[index].state = new
            }
        }
    }
}
