import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import Presentation

extension ApplicationRunner {
    /// Outcomes of effects that are read together are delivered together.
    func carryOut(_ effects: [Effect]) {
        var rest = effects[...]
        while let effect = rest.first {
            let reads = rest.prefix(while: \.isGrouped)
            if reads.isEmpty { carryOut(effect) } else { useHistory(for: Array(reads)) }
            rest = rest.dropFirst(max(reads.count, 1))
        }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .openHistory:
            beginEffect()
            history.open { self.answer($0) }
            forgetLostCorrections()
        case .setHistoryAside(let loadSamples):
            setHistoryAside(loadSamples: loadSamples)
        case .delete(let item):
            beginEffect()
            history.delete(item) { self.answer($0) }
        case .undo(let subject):
            beginEffect()
            history.undo(to: subject, at: wallClock) { self.answer($0) }
        case .redo(let subject):
            beginEffect()
            history.redo(of: subject, at: wallClock) { self.answer($0) }
        case .restore(let item):
            beginEffect()
            history.restore(item) { self.answer($0) }
        case .call(let call) where call.queue != .history: carryOut(call)
        case .call, .loadStandups, .save, .correct, .store: useHistory(for: [effect])
        case .keepCorrections(let meeting, let pending): keep(pending, of: meeting)
        case .begin(let task): begin(task)
        case .cancelTask: control?.cancel()
        case .checkEquipment(let standup): checkEquipment(for: standup)
        case .startMeeting(let request): startMeeting(request)
        case .joinMeeting(let meeting, let toWatch): joinMeeting(meeting, toWatch: toWatch)
        case .detachMeeting: detachMeeting()
        case .cancelStart: giveUpMeeting()
        case .hurryEnding: meeting?.held.interrupt()
        case .tell(.timer(.end(.discarded), _)): discardMeeting()
        case .tell(let command): meeting?.held.send(command)
        case .play(let request): play(request)
        case .tellPlayer(let command): tellPlayer(command)
        case .loadDevices: loadDevices()
        case .listen(let selection): listen(to: selection)
        case .testDing(let selection): testDing(on: selection)
        case .choose(let selection, let role): choose(selection, role)
        case .copyMinutes(let meeting):
            let title = "\(DisplayText(meeting.title)), \(localizer.dateAndTime(meeting.startedAt))\n\n"
            copy?(title + MinutesScreen(of: meeting, meeting.pointsByKind, localizer).plainText)
            take([.copied(copy != nil)], answers: 1)
        case .suspend: suspend?()
        case .demo:
            wantsDemo = true
            quit()
        case .quit: quit()
        }
    }

    /// Delivers the outcome of an effect, if there is one. [any thread]
    private nonisolated func answer(_ outcome: Outcome?) {
        perform { runner in
            runner.take([outcome].compactMap(\.self), answers: 1)
        }
    }

    /// Does a call that is not for the history's queue.
    private func carryOut(_ call: Call) {
        beginEffect()
        guard let store = history.store else { return answer(.historyFailed(.closed)) }
        let backend = dependencies.backend(store, wallClock, history.note)
        queue(of: call).async {
            self.answer(HistoryWorker.outcome { () throws(HistoryError) in try call.outcome(from: backend) })
        }
    }

    private func queue(of call: Call) -> WorkQueue {
        switch call.queue {
        case .history: history.queue
        case .devices: devices
        case .preferences: preferencesQueue
        case .files: files
        case .invitations: invitations
        case .recordings: recordings
        }
    }

    private func setHistoryAside(loadSamples: Bool) {
        beginEffect()
        let samples = loadSamples ? Standup.samples(using: &generator) : []
        history.setAside(adding: samples) { moved, opened in
            self.perform { runner in
                runner.take([moved, opened].compactMap(\.self), answers: 1)
            }
        }
    }

    var wallClock: Timestamp { Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970) }

    private func useHistory(for effects: [Effect]) {
        for _ in effects { beginEffect() }
        let (dependencies, history, now) = (dependencies, history, wallClock)
        // Only effects that fail alike are performed together.
        let failed = effects.first?.outcome(of: .closed) ?? .historyFailed(.closed)
        let work: @Sendable (any MeetingStore) -> [Outcome] = { store in
            let backend = dependencies.backend(store, now, history.note)
            return effects.compactMap { effect in
                HistoryWorker.outcome { () throws(HistoryError) in try effect.outcome(from: backend) }
            }
        }
        history.perform(work, failed: failed) { outcomes in
            self.perform { $0.take(outcomes, answers: effects.count) }
        }
    }
}

extension Effect {
    /// The outcome if the history cannot be used.
    fileprivate func outcome(of error: HistoryError) -> Outcome {
        switch self {
        case .correct(let meeting, _, _, _): .corrected(meeting, .failure(.failed(error)))
        case .store(let change): .stored(change, .failure(error))
        default: .historyFailed(error)
        }
    }

    /// Whether the effect is performed together with others like it, and all their outcomes make one screen.
    fileprivate var isGrouped: Bool {
        switch self {
        case .call(let call): call.queue == .history
        case .loadStandups: true
        default: false
        }
    }
}
