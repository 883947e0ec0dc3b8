import MeetingHistory
import MeetingModel
import MeetingTiming
import Synchronization

/// An export that is running.
final class RunningExport: Sendable {
    private let isCancelled = Atomic(false)
    private let percent = Atomic(-1)

    /// Whether it may go on. [any thread]
    var goesOn: Bool { !isCancelled.load(ordering: .relaxed) }

    /// Stops it. [any thread]
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Whether the progress, from 0 to 1, is another percentage than before. [one thread at a time]
    func isNews(_ progress: Double) -> Bool {
        let percent = Int(progress.fraction * 100)
        return self.percent.exchange(percent, ordering: .relaxed) != percent
    }
}

// Exports of past meetings, on a queue of their own because the recording of a long meeting takes a while.

extension ApplicationRunner {
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

    /// Exports a meeting.
    func export(_ request: ExportRequest) {
        beginEffect()
        guard let store = history.store else {
            perform { $0.take([.exported(request.meeting, .failure(.history(.closed)))], answers: 1) }
            return
        }
        let running = RunningExport()
        export = running
        let (exporter, preferences) = (dependencies.exporter, dependencies.preferences)
        exports.async {
            let result: Result<String?, ExportProblem>
            do throws(ExportProblem) {
                result = .success(
                    try exporter.export(request, from: store) { progress in
                        if running.isNews(progress) {
                            self.perform { $0.take(.exportProgress(request.meeting, progress)) }
                        }
                        return running.goesOn
                    })
            } catch {
                result = .failure(error)
            }
            if case .success(let path?) = result {
                preferences.keep(ExportOffer.memory(of: request, writtenTo: path), for: .export)
            }
            self.perform { runner in
                runner.export = nil
                runner.take([.exported(request.meeting, result)], answers: 1)
            }
        }
    }

    /// Completes a path to a folder.
    func completePath(_ path: String, for meeting: Meeting.ID) {
        beginEffect()
        let exporter = dependencies.exporter
        exports.async {
            let completed = exporter.completion(of: path)
            self.perform { $0.take([.completedPath(meeting, path, completed)], answers: 1) }
        }
    }
}
