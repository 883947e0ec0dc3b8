import MeetingEngine
import MeetingModel
import MeetingTiming

// What comes in.

extension MeetingServer {
    func receive(_ bytes: [UInt8], from number: Int) {
        guard let line = ReaderLine(bytes) else {
            return answer(nil, error: "not a line of JSON with the keys of this protocol", to: number)
        }
        if let attends = line.attends {
            readers[number]?.attends = attends
            updateLimit()
        }
        if let audience = line.audience {
            readers[number]?.audience = audience
            tellAudience()
        }
        if let follow = line.follow { begin(follow, for: number) }
        if line.interrupt == true { session.interrupt() }
        if let command = line.perform {
            perform(command, by: line.by, asks: isAttended, id: line.id, from: number)
        } else if let text = line.command {
            perform(text, of: line, from: number)
        } else {
            answer(line.id, error: nil, to: number)
        }
    }

    /// Whether somebody who leads looks at a screen, and can answer a question.
    private var isAttended: Bool { readers.values.contains(where: \.attends) }

    private func perform(_ text: String, of line: ReaderLine, from number: Int) {
        guard let participant = line.by else {
            return answer(
                line.id, error: "the command has no `by`; say who gives it, such as {\"role\": \"lead\"}", to: number)
        }
        do throws(CommandText.Problem) {
            let text = try CommandText(text, attendees: standup.attendees)
            guard text.at == nil else {
                throw CommandText.Problem(message: "a command on the socket takes effect at once; leave out the time")
            }
            // Somebody who leads can be asked whether the meeting is to end after its last speaker.
            let asks = participant.role != .lead && isAttended
            perform(text.command.during(line.turn), by: participant, asks: asks, id: line.id, from: number)
        } catch {
            answer(line.id, error: error.message, to: number)
        }
    }

    /// Performs a command of a participant; nil is a screen of the terminal.
    private func perform(
        _ command: MeetingSession.Command, by participant: Participant?, asks: Bool, id: Int?, from number: Int
    ) {
        readers[number]?.unanswered += 1
        let giver = participant ?? .lead
        let (startedTurn, points) = (startedTurn, points)
        session.request(
            command, asks: asks,
            refusal: { timer in
                guard giver.may(command, in: timer, points: points) else { return .forbidden }
                return startedTurn.isMeant(command, by: participant, in: timer) ? nil : .refused(.turnIsOver)
            },
            answer: { [weak self] result in
                guard let self else { return }
                if result == .performed { startedTurn.note(self.session.status.timer.currentTurn, by: participant) }
                self.queue.async { self.assumeIsolated { $0.finish(result, id: id, from: number) } }
            })
    }

    private func finish(_ result: RequestResult, id: Int?, from number: Int) {
        readers[number]?.unanswered -= 1
        let error: String? =
            switch result {
            case .performed: nil
            case .refused(.turnIsOver): "\(speakerName) is already speaking"
            case .refused(let refusal): refusal.description
            case .failed(let problem): problem.line
            case .forbidden:
                "not allowed: only whoever leads the meeting, or the attendee whose turn it is, can do that"
            case .notRunning: "the meeting is not running"
            }
        if result == .performed, limit.instant != nil {
            limit.leave(session.status.timer, at: clock.now)
            armLimit()
        }
        guard readers[number]?.follow == .status else { return answer(id, error: error, to: number) }
        sendStatus(except: number)
        // A screen sends no number, and shows what was refused. It gets the status with the answer: until then it shows
        // what it expects, and an older status must not take that back.
        let refusal = id == nil ? result.unreported.map { MeetingEvent(at: snapshotNow.at, kind: .error($0)) } : nil
        send(
            StatusLine(status: session.status, happened: refusal, answer: id, ok: error == nil, error: error),
            to: number)
    }

    private var speakerName: String {
        session.status.timer.speaker.map { DisplayText(standup.name(of: $0)).description } ?? "somebody else"
    }

    private func answer(_ id: Int?, error: String?, to number: Int) {
        send(AnswerLine(answer: id, ok: error == nil, error: error), to: number)
    }
}

extension RequestResult {
    /// Why it was not done, unless that was an event.
    fileprivate var unreported: MeetingProblem? {
        switch self {
        case .refused(let refusal): .refused(refusal)
        case .failed(.callNotPossible): .callNotPossible
        case .failed(.microphoneNotPossible): .microphoneNotPossible
        case .failed, .performed, .forbidden, .notRunning: nil
        }
    }
}
