import MeetingModel
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
            if case .export(let request) = task, case .success(.exported(let path)?) = result {
                preferences.keep(ExportOffer.memory(of: request, writtenTo: path), for: .export)
            }
            if case .success(.imported(let items)?) = result { self.history.didImport(items) }
            self.perform { runner in
                runner.control = nil
                runner.take([.taskEnded(task, result)], answers: 1)
            }
        }
    }

    /// Lists the recognisers that can transcribe a meeting again.
    func offerTranscription(of meeting: Meeting.ID, _ language: String) {
        beginEffect()
        let recognizers = dependencies.recognizers
        devices.async {
            let offer = recognizers.offer(for: language)
            self.perform { $0.take([.transcriptionOffer(meeting, offer)], answers: 1) }
        }
    }

    /// Tells what an export begins with.
    func offerExport(of meeting: Meeting.ID) {
        beginEffect()
        let (exporter, preferences) = (dependencies.exporter, dependencies.preferences)
        preferencesQueue.async {
            let offer = ExportOffer(
                formats: exporter.formats, folder: exporter.folder, memory: preferences.value(.export))
            self.perform { $0.take([.exportOffer(meeting, offer)], answers: 1) }
        }
    }

    /// Completes a path to a folder.
    func completePath(_ path: String, for meeting: Meeting.ID) {
        beginEffect()
        let exporter = dependencies.exporter
        preferencesQueue.async {
            let completed = exporter.completion(of: path)
            self.perform { $0.take([.completedPath(meeting, path, completed)], answers: 1) }
        }
    }
}
