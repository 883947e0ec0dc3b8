import MeetingEngine
package import MeetingHistory
package import MeetingModel

extension Effect {
    /// How many meetings are read at a time.
    private static let page = 100
    /// How many meetings the statistics of a standup look back on.
    private static let lookBack = 12

    /// Reads or writes in an open history what this effect wants; nil for one that wants something else.
    ///
    /// `path` says where a recording lies; a transcript that is made is one of the instant `now`.
    package func outcome(
        in store: any MeetingStore, now: Timestamp, path: (Recording) -> String?
    ) throws(HistoryError) -> Outcome? {
        switch self {
        case .loadStandups:
            return .standups(
                try store.standups(), meetings: try store.meetingSummaries(),
                interrupted: try InterruptedMeeting.all(in: store))
        case .loadMeetings(let standup, let offset):
            let meetings = try store.meetings(of: standup, limit: Self.page, offset: offset)
            return .meetings(of: standup, offset: offset, meetings, count: try store.meetingCount(of: standup))
        case .loadContributions(let standup):
            return .contributions(to: standup, try store.contributions(to: standup, last: Self.lookBack))
        case .loadMeeting(let id, let version):
            return .meeting(id, try Self.meeting(id, version: version, in: store, path: path))
        case .save(let standup, let original):
            return Self.save(standup, replacing: original, in: store)
        case .correct(let id, let version, let corrections):
            let corrected = try store.correctTranscript(of: id, version: version, corrections, at: now)
            return .meeting(id, try Self.meeting(id, version: corrected, in: store, path: path))
        case .chooseTranscript(let id, let version):
            try store.chooseTranscript(of: id, version: version)
            return .meeting(id, try Self.meeting(id, version: version, in: store, path: path))
        default:
            return nil
        }
    }

    /// What a disk refuses is an answer to the form that wanted to save, not a problem of the whole history.
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

    private static func meeting(
        _ id: Meeting.ID, version: Int?, in store: any MeetingStore, path: (Recording) -> String?
    ) throws(HistoryError) -> LoadedMeeting? {
        guard let meeting = try store.meeting(id) else { return nil }
        let versions = try store.transcriptVersions(of: id)
        let number = version ?? versions.first { $0.isCurrent }?.number
        let transcript = try number.map { number throws(HistoryError) in
            try store.transcript(of: id, version: number)
        }
        return LoadedMeeting(
            meeting: meeting, versions: versions, version: number, transcript: transcript ?? [],
            recordingPath: meeting.recording.flatMap(path))
    }
}
