import Localization

// The background task in front of the screens.

extension StandupApplication {
    /// Performs a command on the task; nil if it is for the screen.
    mutating func performOnTask(_ command: Command) -> [Effect]? {
        guard let task = running else { return command == .showTask ? [] : nil }
        if command == .showTask {
            running?.isInFront = !task.isInFront
            return []
        }
        guard task.isInFront else { return nil }
        switch command {
        case .back:
            running?.isCancelled = true
            return [.cancelTask]
        case .activate:
            running?.isInFront = false
            return []
        case .quit:
            // The screen may have a question.
            running?.isInFront = false
            return nil
        default: return []
        }
    }

    /// Takes the progress and the end of the task; nil if the outcome is another.
    mutating func receiveForTask(_ outcome: Outcome) -> [Outcome]? {
        switch outcome {
        case .taskProgress(let task, let progress):
            if running?.task == task { running?.progress = progress }
            return []
        case .taskEnded(let task, let result):
            running = nil
            taskNotice = notice(of: task, result)
            switch result {
            case .success(.transcribed?), .success(.imported?): return [outcome, .changedElsewhere]
            default: return [outcome]
            }
        default: return nil
        }
    }

    private func notice(of task: BackgroundTask, _ result: Result<TaskResult?, TaskProblem>) -> NoticeMessage? {
        switch result {
        case .success(.imported(let items)?):
            // The form of the import says that there is nothing to import.
            if items.isEmpty, (list.front as? FileImport)?.isAwaiting(task) == true { return nil }
            return NoticeMessage(items)
        case .success(let made?): return NoticeMessage(.information, Message(made))
        case .success(nil): return NoticeMessage(.information, Message(brokenOff: task))
        case .failure(let problem):
            // The forms of the export and the import show their own problems.
            if case .export = task, (list.front as? PastMeeting)?.exporting != nil { return nil }
            if case .exportMeetings = task, list.front is MeetingsExport { return nil }
            if (list.front as? FileImport)?.isAwaiting(task) == true { return nil }
            return NoticeMessage(.error, Message(problem))
        }
    }

    /// The effects to perform: all, but no task while another one is running.
    mutating func admitted(_ effects: [Effect]) -> [Effect] {
        effects.filter { effect in
            guard case .begin(let task) = effect else { return true }
            guard running == nil else {
                taskNotice = NoticeMessage(.warning, .taskOnlyOne)
                return false
            }
            running = RunningTask(task)
            return true
        }
    }
}
