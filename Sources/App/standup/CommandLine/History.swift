import Glibc
import MeetingHistory
import MeetingModel
import Sound

/// A command's open history, with look-up by what the user typed.
struct History {
    let folder: DataFolder
    let store: any MeetingStore

    func standup(_ text: String) throws -> Standup {
        try StandupLookup.find(text, in: store.standups())
    }

    /// Finds the meeting that the user typed, with its turns and transcript.
    func meeting(_ text: String) throws -> Meeting {
        try meeting(id: MeetingLookup.find(text, in: store))
    }

    /// Passes the meetings of one standup or of all to `body`, newest first, page by page.
    ///
    /// The meetings have no turns and no transcript. Skips meetings that another process deletes in the meantime.
    func forEachPage(of standup: Standup.ID?, _ body: ([MeetingDocument]) throws -> Void) throws {
        // Computed once for all pages.
        let recordings = absolutePath(folder.recordingsPath) + "/"
        var last: ListedMeeting?
        while true {
            let page = try store.listedMeetings(of: standup, after: last, limit: Self.pageLength)
            guard !page.isEmpty else { return }
            try body(
                page.map { listed in
                    if let name = listed.meeting.recording?.fileName { _ = try folder.recordingPath(name) }
                    return MeetingDocument(
                        listed.meeting, recordingPath: listed.meeting.recording.map { recordings + $0.fileName },
                        isWhole: false
                    ) { listed.speech[$0] ?? .zero }
                })
            last = page.last
        }
    }

    /// The number of meetings per page, which limits memory use.
    private static let pageLength = 500

    /// The documents of a standup's meetings, newest first, without turns and transcript.
    func documents(of standup: Standup.ID) throws -> [MeetingDocument] {
        var documents: [MeetingDocument] = []
        try forEachPage(of: standup) { documents += $0 }
        return documents
    }

    /// A meeting with its turns and transcript.
    func meeting(id: Meeting.ID) throws -> Meeting {
        guard let meeting = try store.meeting(id) else { throw HistoryError.noMeeting(id) }
        return meeting
    }

    /// The path of a meeting's recording; nil if it has none.
    func recordingPath(of meeting: Meeting) throws -> String? {
        try meeting.recording.map { try folder.recordingPath($0.fileName) }.map(absolutePath)
    }

    /// The document of a meeting; `isWhole` includes the turns and the transcript.
    func document(_ meeting: Meeting, isWhole: Bool) throws -> MeetingDocument {
        MeetingDocument(meeting, recordingPath: try recordingPath(of: meeting), isWhole: isWhole)
    }

    /// Deletes a standup or a meeting permanently, with its recordings, or a transcript.
    ///
    /// `remakePoints` is that of `PermanentDeletion.remove`.
    func remove(_ item: DeletedItem, remakePoints: (Meeting.ID) -> Void = { _ in }) throws {
        let folder = DataFolder(path: absolutePath(folder.path))
        let meetings = try store.meetings(removedWith: item).map(\.id)
        try PermanentDeletion.remove(item, from: store, in: folder, remakePoints: remakePoints)
        FilePreferences(folder: folder, configuration: Configuration()).forget(item, with: meetings)
        for path in folder.historiesMovedAside
        where DataFolder.databaseEndings.dropFirst().allSatisfy({ !path.hasSuffix($0) }) {
            StandardOutput.note(
                "standup: note: a damaged history was kept and may still hold it; delete it when you can: "
                    + DisplayText(path).description)
        }
    }

    /// Prints how to refer to a standup whose title is not unique.
    func adviseOnNamesakes(of standup: Standup) throws(HistoryError) {
        let standups = try store.standups()
        let others = StandupLookup.namesakes(of: standup, in: standups)
        guard !others.isEmpty else { return }
        let who = others.count == 1 ? "another standup is also" : "\(others.count) other standups are also"
        let id = ShortID.texts(of: ([standup] + standups).map(\.id.rawValue))[0]
        StandardOutput.note(
            "standup: note: \(who) called \(DisplayText(quoting: standup.title)); "
                + "use the id \(id) for this one; see: standup list")
    }

    /// Prints how to refer to attendees whose names are not unique.
    func adviseOnSharedNames(in standup: Standup) {
        for shared in AttendeeLookup.shared(in: standup.attendees.map(\.name)) {
            let name = DisplayText(quoting: shared.name)
            StandardOutput.note(
                "standup: note: \(shared.count) attendees are called \(name); name the second as \(name)#2")
        }
    }

    /// Throws if one of the meetings is running: a meeting must not be deleted while it is being written.
    func checkNoneIsLive(_ meetings: [Meeting]) throws(Failure) {
        guard let live = meetings.first(where: { $0.state == .live }) else { return }
        throw Failure(
            .failed,
            "\(DisplayText(quoting: live.title)) (\(live.id)) is still running; end it before you delete it")
    }
}

func absolutePath(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
}
