import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory

/// What `doctor --dry-run` shows: which recordings `keep-audio-days` deletes, and when.
///
/// Nothing is changed.
struct KeptAudio: Codable, Hashable {
    /// A recording, in its folder or in the trash.
    struct Entry: Codable, Hashable {
        var meeting: String
        /// The meeting's title, and when it started; `null` if it is no longer in the history.
        @Nullable var title: String?
        @Nullable var startedAt: String?
        var path: String
        /// From when on the next command deletes it.
        var deletedFrom: String
    }

    /// The setting; `null` if recordings are kept until the user deletes them.
    @Nullable var keepAudioDays: Int?
    /// Why no recording is deleted now; `null` if the clock can be relied on.
    @Nullable var warning: String?
    /// The recordings, those to be deleted first at the beginning; none without the setting.
    var recordings: [Entry]
    var trash: [Entry]

    /// Looks at the data folder and at the clock.
    init(_ composition: Composition, now: Timestamp = .now) throws {
        let folder = DataFolder(path: absolutePath(composition.folder.path), isShared: composition.folder.isShared)
        try folder.checkOwnership()
        let retention = composition.configuration.audioRetention
        keepAudioDays = retention?.days
        warning = nil
        (recordings, trash) = ([], [])
        guard folder.hasHistory else { return }
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        if let retention {
            let plan = try retention.plan(store, in: folder, at: now)
            warning = retention.warning(about: plan.clock)
            recordings = plan.recordings.map { planned in
                let name = planned.meeting.recording?.fileName ?? ""
                return Entry(
                    planned.meeting.id, planned.meeting, path: folder.recordingsPath + "/" + name, until: planned.due)
            }
        }
        trash = try AudioTrash(of: folder).items.map {
            Entry(
                $0.meeting, try store.meetingWithoutWords($0.meeting), path: $0.path,
                until: AudioTrash.end(of: $0.day, at: now) ?? now)
        }
    }

    func lines(in folder: DataFolder, now: Timestamp = .now) -> [String] {
        var lines: [String] = []
        if let keepAudioDays {
            lines.append("keep-audio-days is \(keepAudioDays)" + (recordings.isEmpty ? "; no recording is there" : ""))
        } else {
            lines.append("keep-audio-days is not set; recordings are kept until you delete them")
        }
        if let warning { lines.append(warning) }
        let today = LocalTime(now).iso8601
        lines += recordings.map { entry in
            let when = DisplayText(entry.deletedFrom <= today ? "next command" : entry.day)
            return "\(when.padded(to: 12))  \(entry.name)"
        }
        guard !trash.isEmpty else { return lines }
        lines += trash.map { "trash until \($0.day)  \($0.name)" }
        let path = absolutePath(folder.path)
        lines.append(
            "To bring recordings back, move their files to \(DisplayText(path + "/recordings")), "
                + "and run: standup doctor --data --mend")
        return lines
    }
}

extension KeptAudio.Entry {
    fileprivate init(_ id: Meeting.ID, _ meeting: Meeting?, path: String, until: Timestamp) {
        self.init(
            meeting: id.rawValue, title: meeting?.title, startedAt: (meeting?.startedAt).map { LocalTime($0).iso8601 },
            path: path, deletedFrom: LocalTime(until).iso8601)
    }

    /// The day from which on it is deleted.
    fileprivate var day: String { String(deletedFrom.prefix(10)) }

    /// The meeting and the file.
    fileprivate var name: String {
        let name = title.map { "\(DisplayText(quoting: $0)) of \((startedAt ?? "").prefix(10))" } ?? "no meeting"
        return "\(name)  \(DisplayText(path))"
    }
}
