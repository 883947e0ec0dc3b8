import MeetingEngine
package import MeetingHistory
import MeetingModel
import Presentation

extension Effect {
    /// Performs this effect on an open history; nil if the effect does not concern the history.
    package func outcome(from backend: any Backend) throws(HistoryError) -> Outcome? {
        let (store, now) = (backend.store, backend.now)
        switch self {
        case .call(let call): return try call.outcome(from: backend)
        case .loadStandups:
            return .standups(
                try store.standups(), meetings: try store.meetingSummaries(),
                interrupted: try InterruptedMeeting.all(in: store), running: try Self.running(in: store))
        case .save(let standup, let original):
            return Self.save(standup, replacing: original, in: store)
        case .correct(let id, let version, let current, let corrections):
            do throws(HistoryError) {
                let versions = try store.transcriptVersions(of: id)
                let isUnchanged = versions.first { $0.isCurrent }?.number == current
                let count =
                    try isUnchanged ? store.transcript(of: id, version: version).changes(by: corrections).count : 0
                let shown =
                    isUnchanged
                    ? try store.correctTranscript(of: id, version: version, corrections, at: now) : nil
                if let shown, shown != version { backend.transcriptChanged(of: id) }
                guard let loaded = try backend.meeting(id, version: shown) else {
                    return .corrected(id, .failure(.gone))
                }
                guard isUnchanged else { return .corrected(id, .failure(.changed(loaded))) }
                if let made = loaded.version {
                    backend.note(.correcting(id, made: made, before: current ?? version))
                }
                return .corrected(id, count: count, .success(loaded))
            } catch {
                return .corrected(id, .failure(.failed(error)))
            }
        case .store(let change):
            do throws(HistoryError) {
                let isStored = try change.perform(in: store, at: now)
                if isStored { backend.note(.changing(change)) }
                return .stored(change, .success(isStored))
            } catch {
                return .stored(change, .failure(error))
            }
        default:
            return nil
        }
    }

    /// The newest running meeting of each standup.
    private static func running(in store: any MeetingStore) throws(HistoryError) -> [Standup.ID: Meeting.ID] {
        var newest: [Standup.ID: Meeting] = [:]
        for id in try store.liveMeetings() {
            guard let meeting = try store.meetingWithoutWords(id) else { continue }
            let standup = meeting.standupID
            if newest[standup].map({ $0.startedAt < meeting.startedAt }) ?? true { newest[standup] = meeting }
        }
        return newest.mapValues(\.id)
    }

    /// A write error is reported to the form, not as a failure of the whole history.
    private static func save(_ standup: Standup, replacing original: Standup?, in store: any MeetingStore) -> Outcome {
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
}
