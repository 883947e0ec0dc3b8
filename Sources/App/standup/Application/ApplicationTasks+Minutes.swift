import HTTPTransfer
import MeetingAssistant
import MeetingHistory
import MeetingMinutes
import MeetingModel
import StandupFeatures

extension ApplicationTasks {
    /// Makes the points of a meeting again, as `standup minutes --again` does.
    func makeMinutes(
        _ request: MinutesRequest, in store: any MeetingStore, _ control: TaskControl
    ) throws -> TaskResult {
        var failures = 0
        if request.byAssistant {
            failures = try askAssistant(about: request.meeting, in: store, control).failures.count
        } else {
            let now = Timestamp.now
            guard try Composition.makeMinutes(in: store).make(of: request.meeting, at: now) else {
                throw TaskProblem.noRules(language: try store.meeting(request.meeting)?.language ?? "")
            }
        }
        let count = try store.meeting(request.meeting)?.points.count ?? 0
        return .minutes(points: count, failures: failures)
    }

    private func askAssistant(
        about meeting: Meeting.ID, in store: any MeetingStore, _ control: TaskControl
    ) throws -> MeetingAssistant.Report {
        guard let address = composition.configuration.value(.assistant) else { throw TaskProblem.noAssistant }
        let server = try AssistantServer(address, model: nil, context: nil, configuration: composition.configuration)
        let assisted = AssistedMinutes(in: store, folder: composition.folder, by: server, isAwaited: true)
        control.onCancel { assisted.cancel() }
        let report = try assisted.make(of: meeting) { done, total in
            control.report(TaskProgress(Double(done) / Double(total)))
        } at: {
            Timestamp.now
        }
        guard let report else {
            throw TaskProblem.other("the assistant is being asked about this meeting already; wait until that is done")
        }
        return report
    }
}
