import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming

extension ApplicationRunner {
    /// How many meetings are read at a time.
    private static let page = 100
    /// How many meetings the statistics of a standup look back on.
    private static let lookBack = 12

    /// Performs an effect; what comes of it is given back as an outcome.
    func carryOut(_ effect: Effect) {
        switch effect {
        case .openHistory:
            beginEffect()
            history.open { outcome in self.perform { $0.take(outcome, answers: true) } }
        case .setHistoryAside(let loadSamples):
            setHistoryAside(loadSamples: loadSamples)
        case .deleteStandup(let id):
            beginEffect()
            history.delete(.standup(id)) { outcome in self.perform { $0.take(outcome, answers: true) } }
        case .deleteMeeting(let id):
            beginEffect()
            history.delete(.meeting(id)) { outcome in self.perform { $0.take(outcome, answers: true) } }
        case .undoDelete:
            beginEffect()
            history.undoDelete { outcome in
                self.perform { runner in
                    if let outcome { runner.take(outcome, answers: true) } else { runner.finishEffect() }
                }
            }
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
            try Self.outcome(of: effect, store: store, keeper: keeper, now: now)
        } then: { outcome in
            self.perform { $0.take(outcome, answers: true) }
        }
    }

    private static func outcome(
        of effect: Effect, store: any MeetingStore, keeper: any HistoryKeeper, now: Timestamp
    ) throws(HistoryError) -> Outcome {
        switch effect {
        case .loadMeetings(let standup, let offset):
            let meetings = try store.meetings(of: standup, limit: page, offset: offset)
            return .meetings(of: standup, offset: offset, meetings, count: try store.meetingCount(of: standup))
        case .loadContributions(let standup):
            return .contributions(to: standup, try store.contributions(to: standup, last: lookBack))
        case .loadMeeting(let id, let version):
            return .meeting(id, try meeting(id, version: version, store: store, keeper: keeper))
        case .save(let standup, let original):
            return save(standup, replacing: original, store: store)
        case .correct(let id, let version, let corrections):
            let corrected = try store.correctTranscript(of: id, version: version, corrections, at: now)
            return .meeting(id, try meeting(id, version: corrected, store: store, keeper: keeper))
        case .chooseTranscript(let id, let version):
            try store.chooseTranscript(of: id, version: version)
            return .meeting(id, try meeting(id, version: version, store: store, keeper: keeper))
        default:
            return .standups(try store.standups(), meetings: try store.meetingSummaries())
        }
    }

    /// What a disk refuses is an answer to the form that wanted to save, not a problem of the whole history.
    private static func save(_ standup: Standup, replacing original: Standup?, store: any MeetingStore) -> Outcome {
        do throws(HistoryError) {
            switch try store.save(standup, replacing: original) {
            case .saved: return .saved(standup)
            case .changed(let other): return .saveRefused(.changed(other))
            case .deleted: return .saveRefused(.deleted)
            }
        } catch {
            return .saveRefused(.failed(error))
        }
    }

    private static func meeting(
        _ id: Meeting.ID, version: Int?, store: any MeetingStore, keeper: any HistoryKeeper
    ) throws(HistoryError) -> LoadedMeeting? {
        guard let meeting = try store.meeting(id) else { return nil }
        let versions = try store.transcriptVersions(of: id)
        let number = version ?? versions.first { $0.isCurrent }?.number
        let transcript = try number.map { number throws(HistoryError) in
            try store.transcript(of: id, version: number)
        }
        return LoadedMeeting(
            meeting: meeting, versions: versions, version: number, transcript: transcript ?? [],
            recordingPath: meeting.recording.flatMap { keeper.path(of: $0) })
    }
}
