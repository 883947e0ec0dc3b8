internal import Glibc
package import MeetingModel

/// The user's limit on how long recordings are kept; transcripts are always kept.
package struct AudioRetention: Hashable, Sendable {
    /// The protocols of the history that this needs.
    package typealias Store = MeetingJournal & MeetingCatalogue & TranscriptionStore

    package let days: Int

    /// A limit of 1 day to 100 years; nil if `days` is outside that range.
    package init?(days: Int) {
        guard (1...36_500).contains(days) else { return nil }
        self.days = days
    }

    package struct Planned: Hashable, Sendable {
        /// The meeting, as `MeetingCatalogue.meetings` returns it.
        package let meeting: Meeting
        /// The first program that starts after this instant deletes its recording.
        package let due: Timestamp
    }

    package struct Report: Hashable, Sendable {
        package struct Deleted: Hashable, Sendable {
            /// Its meeting, as it was before.
            package let meeting: Meeting
            /// Where it lies in the trash; nil if there was no room.
            package let path: String?
        }

        package var deleted: [Deleted] = []
        /// What was removed from the trash.
        package var emptied: [AudioTrash.Item] = []
        /// What the clock looked like; unless it is steady, nothing was deleted.
        package var clock = SeenClock.Reading.steady
        /// What could not be deleted and why, a line each.
        package var problems: [String] = []

        init() {}
    }

    /// The longest plausible time between two runs of a program; after a longer one, the clock may be wrong.
    private var longestRest: Duration { .seconds(86_400 * max(days, 31)) }

    /// Moves the recordings that are past the limit to the trash, and empties it.
    ///
    /// Call it when a program starts. The age of a recording counts from the later of its meeting's start, the file's time and
    /// the last jump of the clock. It keeps the recordings of meetings that are live, resumable or not completely transcribed.
    /// The file is moved first: after a crash, the next program tells the history.
    ///
    /// `trash` defaults to the folder's own; `line` turns an error into one line of text.
    package func removeOld(
        from store: any Store, in folder: DataFolder, at now: Timestamp, trash: AudioTrash? = nil,
        line: (any Error) -> String = { "\($0)" }
    ) -> Report {
        var report = Report()
        let trash = trash ?? AudioTrash(of: folder)
        do {
            let seen = SeenClock(in: folder)
            var clock = seen
            report.clock = try look(at: now, in: store, &clock)
            if clock.differs(from: seen) { try clock.write(in: folder) }
            guard report.clock == .steady else { return report }
            for planned in try plan(store, in: folder, at: now, clock, trash, forDeletion: true)
            where planned.due <= now {
                do {
                    let path = try trash.put(planned.meeting, at: now)
                    try store.record([.recordingRemoved], in: planned.meeting.id)
                    report.deleted.append(.init(meeting: planned.meeting, path: path))
                } catch {
                    report.problems.append(line(error))
                }
            }
            report.emptied = try trash.empty(at: now, seen: clock)
        } catch {
            report.problems.append(line(error))
        }
        return report
    }

    /// When each recording will be deleted, if the clock goes on as it is; the earliest first.
    ///
    /// Nothing is changed.
    package func plan(
        _ store: any Store, in folder: DataFolder, at now: Timestamp
    ) throws -> (clock: SeenClock.Reading, recordings: [Planned]) {
        var clock = SeenClock(in: folder)
        let reading = try look(at: now, in: store, &clock)
        let recordings = try plan(
            store, in: folder, at: now, clock, AudioTrash(of: folder), forDeletion: false)
        return (reading, recordings.sorted { ($0.due, $0.meeting.id.rawValue) < ($1.due, $1.meeting.id.rawValue) })
    }

    private func look(
        at now: Timestamp, in store: any Store, _ clock: inout SeenClock
    ) throws(HistoryError) -> SeenClock.Reading {
        // Only this machine's meetings have recordings: the clocks of a team's other laptops do not count.
        try clock.look(at: now, limit: longestRest) { () throws(HistoryError) -> Timestamp? in
            try store.recordedMeetings(before: now).first?.startedAt
        }
    }

    /// With `forDeletion`, the recordings that may be past the limit; otherwise all that will be deleted one day.
    private func plan(
        _ store: any Store, in folder: DataFolder, at now: Timestamp, _ clock: SeenClock, _ trash: AudioTrash,
        forDeletion: Bool
    ) throws(HistoryError) -> [Planned] {
        let age = Duration.seconds(86_400 * days)
        let end = Timestamp(nanosecondsSince1970: .max)
        var meetings = try store.recordedMeetings(before: forDeletion ? now - age : end)
        // Those that were held while the clock was ahead.
        if forDeletion, clock.jump != nil {
            meetings += try store.recordedMeetings(before: end).filter { $0.startedAt > now }
        }
        guard !meetings.isEmpty else { return [] }
        let waiting = Set(
            try store.queuedTranscripts().map(\.meeting) + store.untranscribedMeetings()
                + store.resumableMeetings().map(\.id))
        return meetings.compactMap { meeting in
            guard !waiting.contains(meeting.id), meeting.state != .live, let recording = meeting.recording else {
                return nil
            }
            var times = [meeting.startedAt, clock.jump].compactMap(\.self)
            do {
                let path = try folder.recordingPath(recording.fileName)
                if let written = Self.arrival(at: path, now: now, touching: forDeletion) {
                    times.append(written)
                } else if !trash.contains(meeting.id) {
                    // Missing, and not in the trash after a crash: `doctor` reports that.
                    return nil
                }
            } catch {
                // Deleting it reports the error.
            }
            // A time in the future comes from a clock that was wrong.
            let start = times.filter { $0 <= now }.max() ?? now
            return Planned(meeting: meeting, due: start + age)
        }
    }

    /// When a file arrived; nil if there is none.
    ///
    /// A time before this program existed comes from a clock that was wrong: then the file counts as new, from now on.
    private static func arrival(at path: String, now: Timestamp, touching: Bool) -> Timestamp? {
        guard let written = FileStatus(path, followingLinks: false)?.modified else { return nil }
        guard written < SeenClock.first else { return written }
        if touching {
            utimensat(AT_FDCWD, path, [now.fileTime, now.fileTime], AT_SYMLINK_NOFOLLOW)
        }
        return now
    }
}
