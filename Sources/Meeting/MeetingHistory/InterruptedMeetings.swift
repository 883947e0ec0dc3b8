package import MeetingModel

/// The meetings whose program died while they ran.
package enum InterruptedMeetings {
    /// A meeting that was live and is now completed.
    package struct Recovered: Hashable, Sendable {
        /// The meeting as it is now in the history.
        package let meeting: Meeting
        /// Why its recording could not be mended, one line; nil if it was, or if there is none.
        package let problem: String?
    }

    /// Completes every meeting that is live in the history but in no process: it becomes `interrupted`.
    ///
    /// To be called when the program starts. It costs one query if there is nothing to do. Two processes may do it at
    /// once: each meeting is completed by one of them.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: The data folder, with the recordings and the locks.
    ///   - mend: Corrects the header of the recording at a path from its size, and returns its frames. What it throws
    ///     becomes the meeting's `problem`; the meeting is completed from the rest.
    /// - Returns: The meetings that were completed by this call.
    /// - Throws: What the history throws; the meetings completed until then stay so.
    package static func recover(
        in store: some MeetingStore,
        folder: DataFolder,
        mend: (_ path: String) throws -> Int64
    ) throws(HistoryError) -> [Recovered] {
        var recovered: [Recovered] = []
        for id in try store.liveMeetings() {
            guard let lock = lock(of: id, in: folder) else { continue }
            defer { lock.release() }
            // Its own process may have ended it, or another completed it, before the lock was free.
            guard let meeting = try store.meeting(id), meeting.state == .live else { continue }
            let (frames, problem) = frames(of: meeting, in: folder, mend: mend)
            try store.record(meeting.changesToInterrupt(recordedFrames: frames), in: id)
            // Its standup is free again, unless another meeting of it runs.
            ((try? HeldStandupLock.acquire(meeting.standupID, in: folder)) ?? nil)?.release()
            if let meeting = try store.meeting(id) { recovered.append(Recovered(meeting: meeting, problem: problem)) }
        }
        try AbandonedStarts.clear(in: store, folder: folder)
        return recovered
    }

    private static func frames(
        of meeting: Meeting,
        in folder: DataFolder,
        mend: (String) throws -> Int64
    ) -> (frames: Int64?, problem: String?) {
        guard let recording = meeting.recording else { return (nil, nil) }
        do {
            return (max(0, try mend(folder.recordingPath(recording.fileName))), nil)
        } catch {
            return (nil, "\(error)")
        }
    }

    /// Where no lock can be made, nobody holds one either, and the history will say why it cannot be written.
    private static func lock(of id: Meeting.ID, in folder: DataFolder) -> LiveLock? {
        (try? LiveMeetingLock.acquire(id, in: folder)) ?? nil
    }
}
