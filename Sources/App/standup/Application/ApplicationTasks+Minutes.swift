import MeetingHistory
import MeetingModel
import Minutes
import StandupFeatures
import StandupSpeech

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
            let minutes = Composition.makeMinutes(in: store)
            guard try minutes.make(of: request.meeting, at: now, while: { !control.isCancelled }) else {
                throw TaskProblem.noRules(language: try store.meeting(request.meeting)?.language ?? "")
            }
        }
        let count = try store.meeting(request.meeting)?.points.count ?? 0
        return .minutes(points: count, failures: failures)
    }

    /// Sends the minutes of a meeting, as `standup post` does.
    func post(_ request: PostRequest, in history: History, _ control: TaskControl) throws -> TaskResult? {
        var held = try history.meeting(id: request.meeting)
        guard held.state != .live else { throw TaskProblem.live }
        if !request.again, let lack = try PostCommand.lack(of: held, in: history.store) {
            throw TaskProblem.incompleteTranscript(lack)
        }
        held = try PostCommand.meetingWithPoints(held, in: history)
        let sender = PostSender(configuration: composition.configuration, folder: history.folder)
        control.onCancel { sender.cancel() }
        let destinations = try PostCommand.destinations(of: held, named: request.destination, composition.configuration)
        let poster = composition.makePoster(in: history.store, by: sender)
        var unsent: [MinutesPost] = []
        var busy: [String] = []
        var old = 0
        for (index, destination) in destinations.enumerated() {
            guard !control.isCancelled else { return nil }
            let result = try sender.post(held, to: destination, by: poster, in: history.store, again: request.again)
            if result.isOld {
                old += 1
            } else if let post = result.post {
                if post.state != .sent { unsent.append(post) }
            } else {
                busy.append(destination.name)
            }
            control.report(TaskProgress(Double(index + 1) / Double(destinations.count)))
        }
        guard unsent.isEmpty, busy.isEmpty else { throw TaskProblem.unsent(unsent, busy: busy) }
        return .posted(destinations: destinations.count - old, old: old)
    }

    private func askAssistant(
        about meeting: Meeting.ID, in store: any MeetingStore, _ control: TaskControl
    ) throws -> MeetingAssistant.Report {
        guard let address = composition.configuration.value(.assistant) else { throw TaskProblem.noAssistant }
        let server = try AssistantServer(address, model: nil, context: nil, configuration: composition.configuration)
        let assisted = AssistedMinutes(in: store, folder: composition.folder, by: server, isAwaited: true)
        control.onCancel { assisted.cancel() }
        let outcome = try assisted.make(of: meeting) { done, total in
            control.report(TaskProgress(Double(done) / Double(total)))
        } at: {
            Timestamp.now
        }
        guard case .made(let report) = outcome else {
            throw TaskProblem.other("the assistant is being asked about this meeting already; wait until that is done")
        }
        return report
    }
}

extension ApplicationTasks {
    /// What each destination of a meeting's minutes would get, as `standup post --dry-run` shows it.
    func previews(of meeting: Meeting.ID, in store: any MeetingStore) throws(TaskProblem) -> [PostPreview] {
        let history = History(folder: composition.folder, store: store)
        do {
            let held = try PostCommand.meetingWithPoints(history.meeting(id: meeting), in: history)
            let destinations = composition.configuration.destinations(of: held)
            guard !destinations.isEmpty else { throw TaskProblem.noDestination }
            let sender = PostSender(configuration: composition.configuration, folder: history.folder)
            return destinations.map { destination in
                let message = Result { () throws(Failure) in try sender.content(of: held, for: destination).lines }
                return PostPreview(
                    destination: destination.name, service: destination.service.rawValue,
                    message: message.mapError { TaskProblem($0) })
            }
        } catch {
            throw TaskProblem(error)
        }
    }
}
