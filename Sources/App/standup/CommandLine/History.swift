import AudioFiles
import Glibc
import MeetingHistory
import MeetingModel

/// The open history of a command, and the user's words for what is in it.
struct History {
    /// Where everything is kept.
    let folder: DataFolder
    /// The standups and meetings.
    let store: any MeetingStore

    /// The standup that the user means.
    func standup(_ text: String) throws -> Standup {
        try StandupLookup.find(text, in: store.standups())
    }

    /// The meeting that the user means, with turns, transcript and all.
    func meeting(_ text: String) throws -> Meeting {
        try whole(MeetingLookup.find(text, in: store))
    }

    /// The meetings of one standup or of all, newest first, for JSON, without turns and transcript, page by page.
    ///
    /// One that another process deletes meanwhile is left out.
    func forEachPage(of standup: Standup.ID?, _ body: ([MeetingDocument]) throws -> Void) throws {
        // What the pages have in common is asked for once.
        let recordings = absolutePath(folder.recordingsPath) + "/"
        var last: ListedMeeting?
        while true {
            let page = try store.listedMeetings(of: standup, after: last, limit: Self.pageLength)
            guard !page.isEmpty else { return }
            try body(
                page.map { listed in
                    if let name = listed.meeting.recording?.fileName { _ = try folder.recordingPath(name) }
                    return MeetingDocument(listed, recordings: recordings)
                })
            last = page.last
        }
    }

    /// So many meetings are in memory at once.
    private static let pageLength = 500

    /// The meetings of one standup, newest first, for JSON, without turns and transcript.
    func documents(of standup: Standup.ID) throws -> [MeetingDocument] {
        var documents: [MeetingDocument] = []
        try forEachPage(of: standup) { documents += $0 }
        return documents
    }

    private func whole(_ id: Meeting.ID) throws -> Meeting {
        guard let meeting = try store.meeting(id) else { throw HistoryError.noMeeting(id) }
        return meeting
    }

    /// The path of a meeting's recording; nil if it has none.
    func recordingPath(of meeting: Meeting) throws -> String? {
        try meeting.recording.map { try folder.recordingPath($0.fileName) }.map(absolutePath)
    }

    /// A meeting for JSON; `isWhole` says whether turns and transcript go with it.
    func document(_ meeting: Meeting, isWhole: Bool) throws -> MeetingDocument {
        MeetingDocument(meeting, recordingPath: try recordingPath(of: meeting), isWhole: isWhole)
    }

    /// Removes a standup or a meeting for good, with its recordings.
    func remove(_ item: DeletedItem) throws {
        let folder = DataFolder(path: absolutePath(folder.path))
        try PermanentDeletion.remove(item, from: store, in: folder)
        for path in folder.asides where DataFolder.databaseEndings.dropFirst().allSatisfy({ !path.hasSuffix($0) }) {
            StandardOutput.note(
                "standup: note: a damaged history was kept and may hold it still, remove it when you do not need it: "
                    + DisplayText(path).description)
        }
    }

    /// Says how to name a standup whose title others have too.
    func adviseOnNamesakes(of standup: Standup) throws(HistoryError) {
        let standups = try store.standups()
        let others = StandupLookup.namesakes(of: standup, in: standups)
        guard !others.isEmpty else { return }
        let who = others.count == 1 ? "another standup is" : "\(others.count) other standups are"
        let id = ShortID.texts(of: ([standup] + standups).map(\.id.rawValue))[0]
        StandardOutput.note(
            "standup: note: \(who) called \(DisplayText(quoting: standup.title)) too; "
                + "name this one by the start of its id, \(id); see: standup list")
    }

    /// Throws if one of the meetings runs now: what is being written must not be deleted under it.
    func checkNoneIsLive(_ meetings: [Meeting]) throws(Failure) {
        guard let live = meetings.first(where: { $0.state == .live }) else { return }
        throw Failure(
            .failed,
            "the meeting runs now, \(DisplayText(quoting: live.title)) (\(live.id)), end it first and then delete it")
    }
}

/// A path that means the same file in every folder.
func absolutePath(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
}
