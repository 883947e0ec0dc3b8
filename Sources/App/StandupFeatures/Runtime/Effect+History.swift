import MeetingEngine
package import MeetingHistory
package import MeetingModel
import Sound

extension Effect {
    /// The number of meetings per page.
    private static let page = 100

    /// Performs this effect on an open history; nil if the effect does not concern the history.
    ///
    /// `path` returns the path of a recording. A new transcript is dated `now`. `transcriptChanged` is called when another
    /// transcript of a meeting has become current, before that is loaded.
    package func outcome(
        in store: any MeetingStore, now: Timestamp, path: (Recording) -> String?,
        transcriptChanged: (Meeting.ID) -> Void = { _ in }
    ) throws(HistoryError) -> Outcome? {
        func meeting(_ id: Meeting.ID, version: Int?) throws(HistoryError) -> LoadedMeeting? {
            try Self.meeting(id, version: version, in: store, path: path)
        }
        switch self {
        case .loadStandups:
            return .standups(
                try store.standups(), meetings: try store.meetingSummaries(),
                interrupted: try InterruptedMeeting.all(in: store), running: try Self.running(in: store))
        case .loadLatestMeetings:
            let names = try store.currentNames()
            return .latestMeetings(
                try store.meetings(of: nil, limit: LatestMeetings.limit, offset: 0).map { $0.named(names) })
        case .loadMeetings(let standup, let offset):
            let names = try store.currentNames()
            let meetings = try store.meetings(of: standup, limit: Self.page, offset: offset).map { $0.named(names) }
            return .meetings(of: standup, offset: offset, meetings, count: try store.meetingCount(of: standup))
        case .loadContributions(let standup, let last):
            return .contributions(to: standup, try store.contributions(to: standup, last: last))
        case .loadOpenPoints(let standup):
            let names = try store.currentNames()
            return .openPoints(of: standup, try store.openPoints(of: standup).map { $0.named(names) })
        case .loadUpdates(let standup): return .updates(of: standup, try store.waitingUpdates(of: standup))
        case .loadMeeting(let id, let version):
            return .meeting(id, try meeting(id, version: version))
        case .findMeeting(let start, let standup):
            var found: [Meeting.ID] = []
            for id in try store.meetingIDs(startingWith: start.rawValue.lowercased())
            where try store.meetingWithoutWords(id)?.standupID == standup {
                found.append(id)
            }
            return .foundMeeting(start, found.count == 1 ? found.first : nil)
        case .findInTrash(let id, let standup):
            let items = [.meeting(id), standup.map(DeletedItem.standup)].compactMap(\.self)
            return .foundInTrash(id, try store.trash().first(where: items.contains))
        case .search(let query):
            return .found(
                query,
                try query.request(now: now).map { request throws(HistoryError) in
                    try query.findsPoints ? store.searchPoints(request) : store.search(request)
                } ?? [])
        case .loadPeople: return .people(try store.people())
        case .loadLastWords(let standup, let meeting):
            return .lastWords(try LastWords.read(of: standup, before: meeting, in: store), before: meeting)
        case .save(let standup, let original):
            return Self.save(standup, replacing: original, in: store)
        case .mark(let attendee, let isRemote, let standup):
            return try Self.change(standup, store) { kept in
                guard let index = kept.attendees.firstIndex(where: { $0.id == attendee }) else { return false }
                kept.attendees[index].isRemote = isRemote
                return true
            }
        case .chooseCall(let selection, let standup):
            return try Self.change(standup, store) { kept in
                kept.call = selection.description
                return true
            }
        case .correct(let id, let version, let current, let corrections):
            do throws(HistoryError) {
                let versions = try store.transcriptVersions(of: id)
                let isUnchanged = versions.first { $0.isCurrent }?.number == current
                let count =
                    try isUnchanged ? store.transcript(of: id, version: version).changes(by: corrections).count : 0
                let shown =
                    isUnchanged
                    ? try store.correctTranscript(of: id, version: version, corrections, at: now) : nil
                if let shown, shown != version { transcriptChanged(id) }
                guard let loaded = try meeting(id, version: shown) else {
                    return .meeting(id, nil)
                }
                return .corrected(id, count: count, isUnchanged ? .success(loaded) : .failure(.changed(loaded)))
            } catch {
                return .corrected(id, .failure(.failed(error)))
            }
        case .keepMarks(let id, let marks):
            do throws(HistoryError) {
                try store.record([.marks(marks)], in: id)
                return .marked(id, .success(()))
            } catch {
                return .marked(id, .failure(error))
            }
        case .editPoints(let id, let edit):
            do throws(HistoryError) {
                return .pointsEdited(id, edit, .success(try store.editPoints(of: id, edit, at: now)))
            } catch {
                return .pointsEdited(id, edit, .failure(error))
            }
        case .editUpdate(let edit, let standup):
            do throws(HistoryError) {
                return .updateEdited(of: standup, edit, .success(try edit.perform(on: standup, in: store, at: now)))
            } catch {
                return .updateEdited(of: standup, edit, .failure(error))
            }
        case .loadPointVersions(let id):
            var versions: [ListedPointVersion] = []
            for version in try store.pointVersions(of: id) {
                let points = try store.points(of: id, version: version.number).count
                versions.append(ListedPointVersion(version, points: points))
            }
            return .pointVersions(id, versions)
        case .choosePoints(let id, let version):
            try store.choosePoints(of: id, version: version)
            return .meeting(id, try meeting(id, version: nil))
        case .chooseTranscript(let id, let version):
            try store.chooseTranscript(of: id, version: version, at: now)
            transcriptChanged(id)
            return .meeting(id, try meeting(id, version: version))
        case .compareTranscripts(let id, let from, let to):
            guard let meeting = try store.meetingWithoutWords(id) else { return .meeting(id, nil) }
            let old = try store.transcript(of: id, version: from).map(\.utterance)
            let new = try store.transcript(of: id, version: to).map(\.utterance)
            return .comparison(
                id, from: from, to: to, TranscriptComparison(from: old, to: new, turns: meeting.turns))
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

    /// Saves a standup.
    ///
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

    /// Changes a standup; tries again if another process changes it in the meantime.
    ///
    /// `change` returns whether there is something to save.
    private static func change(
        _ standup: Standup.ID, _ store: any MeetingStore, by change: (inout Standup) -> Bool
    ) throws(HistoryError) -> Outcome? {
        while let kept = try store.standups().first(where: { $0.id == standup }) {
            var changed = kept
            guard change(&changed) else { return nil }
            if try store.save(changed, replacing: kept) == .saved { return .saved(changed) }
        }
        return nil
    }

    private static func meeting(
        _ id: Meeting.ID, version: Int?, in store: any MeetingStore, path: (Recording) -> String?
    ) throws(HistoryError) -> LoadedMeeting? {
        guard let meeting = try store.meeting(id) else { return nil }
        let versions = try store.transcriptVersions(of: id)
        // A transcript that does not exist, or no longer, is the current one.
        let number = (versions.first { $0.number == version } ?? versions.first { $0.isCurrent })?.number
        let transcript = try number.map { number throws(HistoryError) in
            try store.transcript(of: id, version: number)
        }
        return LoadedMeeting(
            meeting: meeting, versions: versions, version: number, transcript: transcript ?? [],
            recordingPath: meeting.recording.flatMap(path), posts: try store.posts(of: id),
            recorder: try store.recorder(of: id))
    }
}
