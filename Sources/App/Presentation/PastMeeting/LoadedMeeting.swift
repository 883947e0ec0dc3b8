package import MeetingHistory
package import MeetingModel

/// A past meeting with one of its transcripts.
package struct LoadedMeeting: Hashable, Sendable {
    package var meeting: Meeting
    /// All its transcripts, oldest first.
    package var versions: [TranscriptVersion]
    /// The version of the loaded transcript; nil if there is none.
    package var version: Int?
    package var transcript: [NumberedUtterance]
    /// The recording's path; nil if there is none.
    package var recordingPath: String?
    package var posts: [MinutesPost]
    /// The member of the team who recorded it, on a computer of theirs; nil if that was here.
    package var recorder: String?

    package init(
        meeting: Meeting, versions: [TranscriptVersion] = [], version: Int? = nil, transcript: [NumberedUtterance] = [],
        recordingPath: String? = nil, posts: [MinutesPost] = [], recorder: String? = nil
    ) {
        self.recorder = recorder
        self.posts = posts
        self.meeting = meeting
        self.versions = versions
        self.version = version
        self.transcript = transcript
        self.recordingPath = recordingPath
    }

    /// Reads a meeting with its current transcript or another version; nil if there is no such meeting.
    ///
    /// `path` returns the path of a recording.
    package static func read(
        _ id: Meeting.ID, version: Int? = nil, in store: any MeetingStore, path: (Recording) -> String?
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
