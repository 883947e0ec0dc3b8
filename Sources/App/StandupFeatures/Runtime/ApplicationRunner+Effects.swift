import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming

extension ApplicationRunner {
    /// Performs an effect; what comes of it is given back as an outcome.
    func carryOut(_ effect: Effect) {
        switch effect {
        case .openHistory:
            beginEffect()
            history.open { self.answer($0) }
        case .setHistoryAside(let loadSamples):
            setHistoryAside(loadSamples: loadSamples)
        case .deleteStandup(let id):
            beginEffect()
            history.delete(.standup(id)) { self.answer($0) }
        case .deleteMeeting(let id):
            beginEffect()
            history.delete(.meeting(id)) { self.answer($0) }
        case .keepMeeting(let id):
            beginEffect()
            history.keep(id) { self.answer($0) }
        case .undoDelete:
            beginEffect()
            history.undoDelete { self.answer($0) }
        case .loadStandups, .loadMeetings, .loadContributions, .loadMeeting, .save, .correct, .chooseTranscript:
            useHistory(for: effect)
        case .checkEquipment(let standup): checkEquipment(for: standup)
        case .startMeeting(let request): startMeeting(request)
        case .cancelStart, .hurryEnding: giveUpMeeting()
        case .tell(let command): meeting?.session.send(command)
        case .loadDevices: loadDevices()
        case .listen(let selection): listen(to: selection)
        case .testDing(let selection): testDing(on: selection)
        case .choose(let selection, let direction): choose(selection, direction)
        case .quit: quit()
        }
    }

    /// Hands on what came of an effect, if there is anything to say. [any thread]
    private nonisolated func answer(_ outcome: Outcome?) {
        perform { runner in
            if let outcome { runner.take(outcome, answers: true) } else { runner.finishEffect() }
        }
    }

    private func setHistoryAside(loadSamples: Bool) {
        beginEffect()
        let samples = loadSamples ? Standup.samples(using: &generator) : []
        history.setAside(adding: samples) { moved, opened in
            self.perform { runner in
                if let moved { runner.take(moved) }
                runner.take(opened, answers: true)
            }
        }
    }

    private func useHistory(for effect: Effect) {
        beginEffect()
        let keeper = parts.keeper
        let now = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970)
        history.perform { store throws(HistoryError) in
            try effect.outcome(in: store, now: now, path: keeper.path)
        } then: {
            self.answer($0)
        }
    }
}
