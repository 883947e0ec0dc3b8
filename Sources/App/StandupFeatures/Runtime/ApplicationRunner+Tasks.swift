import MeetingTiming

// Tasks that take a while, on a queue of their own.

extension ApplicationRunner {
    /// Begins a task; the application begins one at a time.
    func begin(_ task: BackgroundTask) {
        beginEffect()
        guard let store = history.store else {
            perform { $0.take([.taskEnded(task, .failure(.history(.closed)))], answers: 1) }
            return
        }
        let control = TaskControl { progress in self.perform { $0.take(.taskProgress(task, progress)) } }
        self.control = control
        let (performer, preferences) = (dependencies.tasks, dependencies.preferences)
        tasks.async {
            let result: Result<TaskResult?, TaskProblem>
            do throws(TaskProblem) {
                result = .success(try performer.perform(task, in: store, control))
            } catch {
                result = .failure(error)
            }
            switch (task, result) {
            case (.export(let request), .success(.exported(let path)?)):
                let memory = ExportOffer.memory(of: request.format, request.speaker, writtenTo: path)
                preferences.keep(memory, for: .export)
            case (.exportMeetings(let request), .success(.exportedMeetings(let made)?)):
                let (choices, folder) = (request.choices, made.folder)
                let memory = ExportOffer.memory(of: choices.format, choices.speaker, writtenTo: folder)
                preferences.keep(memory, for: .export)
            default: break
            }
            if case .success(.imported(let items)?) = result { self.history.note(.importing(items)) }
            self.perform { runner in
                runner.control = nil
                runner.take([.taskEnded(task, result)], answers: 1)
            }
        }
    }
}
