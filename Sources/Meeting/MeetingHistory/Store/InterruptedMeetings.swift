package import MeetingModel

/// The live meetings of programs that crashed.
package enum InterruptedMeetings {
    /// A meeting that was completed.
    package struct Recovered: Hashable, Sendable {
        /// The meeting as now stored in the history.
        package let meeting: Meeting
        /// Why its recording could not be repaired, in one line; nil if it was repaired or there is none.
        package let problem: String?
    }

    /// Completes each meeting that is live in the history but not running in any process: it becomes `interrupted`.
    ///
    /// Call it when the program starts. It costs one query if there is nothing to do. If two processes call it at once,
    /// each meeting is completed by one of them.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: The data folder, with the recordings and the locks.
    ///   - line: The line of an error, for `problem`.
    ///   - repair: Corrects the header of the recording at a path from its size, and returns its frames. If it throws,
    ///     the meeting is completed without them, and the error becomes its `problem`.
    /// - Returns: The meetings that this call completed.
    /// - Throws: If the history fails; meetings already completed stay completed.
    package static func recover(
        in store: some MeetingJournal & MeetingCatalogue & DeletionStore,
        folder: DataFolder,
        line: (any Error) -> String = { "\($0)" },
        repair: (_ path: String) throws -> Int64
    ) throws(HistoryError) -> [Recovered] {
        var recovered: [Recovered] = []
        for id in try store.liveMeetings() {
            guard let lock = lock(of: id, in: folder) else { continue }
            defer { lock.release() }
            // Another process may have ended or completed it before this one took the lock.
            guard let meeting = try store.meeting(id), meeting.state == .live else { continue }
            let (frames, problem) = frames(of: meeting, in: folder, line: line, repair: repair)
            try store.record(meeting.changesToInterrupt(recordedFrames: frames), in: id)
            // Releases its standup, unless another meeting of that standup is running.
            ((try? StandupLock.acquire(meeting.standupID, in: folder)) ?? nil)?.release()
            if let meeting = try store.meeting(id) { recovered.append(Recovered(meeting: meeting, problem: problem)) }
        }
        try AbandonedStarts.clear(in: store, folder: folder)
        folder.removeStaleSockets()
        return recovered
    }

    private static func frames(
        of meeting: Meeting,
        in folder: DataFolder,
        line: (any Error) -> String,
        repair: (String) throws -> Int64
    ) -> (frames: Int64?, problem: String?) {
        guard let recording = meeting.recording else { return (nil, nil) }
        do {
            return (max(0, try repair(folder.recordingPath(recording.fileName))), nil)
        } catch {
            return (nil, line(error))
        }
    }

    /// The lock of a meeting; nil if another process holds it or it cannot be created.
    private static func lock(of id: Meeting.ID, in folder: DataFolder) -> LiveLock? {
        (try? LiveMeetingLock.acquire(id, in: folder)) ?? nil
    }
}
