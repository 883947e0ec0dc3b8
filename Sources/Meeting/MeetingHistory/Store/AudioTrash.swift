internal import Glibc
package import MeetingModel

/// The recordings that were deleted because of their age, which lie in `trash/DAY/` of the data folder for a week.
///
/// A file that is moved back to `recordings/` is returned to its meeting by `doctor --data --mend`.
package struct AudioTrash: Sendable {
    /// How long a recording stays.
    package static let days = 7
    /// The free space of the disk below which nothing stays: three hours of recording.
    package static let room: Int64 = 1_000_000_000

    private let folder: DataFolder
    private let freeSpace: @Sendable (_ path: String) -> Int64

    /// The trash of a folder; `freeSpace` finds the bytes that are free on the disk of a path.
    package init(
        of folder: DataFolder,
        freeSpace: @escaping @Sendable (_ path: String) -> Int64 = { AudioTrash.freeSpace(at: $0) }
    ) {
        self.folder = folder
        self.freeSpace = freeSpace
    }

    package struct Item: Hashable, Sendable {
        /// The day on which it was moved there, such as `2026-11-27`.
        package let day: String
        package let meeting: Meeting.ID
        package let path: String
    }

    /// The recordings in the trash, those of the earliest day first.
    package var items: [Item] {
        days.flatMap { day in
            DataFolder.names(in: folder.trashPath + "/" + day).filter(DataFolder.isOwnRecording).compactMap {
                name -> Item? in
                guard name.hasSuffix(".wav") else { return nil }
                return Item(
                    day: day, meeting: Meeting.ID(rawValue: String(name.dropLast(".wav".count))),
                    path: "\(folder.trashPath)/\(day)/\(name)")
            }
        }
    }

    private var days: [String] {
        guard !DataFolder.isLink(folder.trashPath) else { return [] }
        return DataFolder.names(in: folder.trashPath).filter {
            DataFolder.isDay($0) && !DataFolder.isLink(folder.trashPath + "/" + $0)
        }
    }

    var hasRoom: Bool { freeSpace(folder.path) >= Self.room }

    /// Moves the recording of a meeting to the trash, or removes it if there is no room.
    ///
    /// - Returns: Where it lies; nil if it was removed.
    func put(_ meeting: Meeting, at now: Timestamp) throws(DataFolderError) -> String? {
        guard let recording = meeting.recording else { return nil }
        let path = try folder.recordingPath(recording.fileName)
        // An earlier program may have been killed before the history said so.
        if let item = items.first(where: { $0.meeting == meeting.id }), !DataFolder.exists(path) { return item.path }
        guard hasRoom else {
            guard unlink(path) == 0 else { throw Self.cannotRemove(path) }
            return nil
        }
        let day = try makeFolder(LocalTime(now).date)
        let target = day + "/" + DataFolder.recordingName(of: meeting.id)
        guard rename(path, target) == 0 else { throw Self.cannotRemove(path) }
        return target
    }

    /// Whether a meeting's recording is there, for example after a program was killed.
    func contains(_ meeting: Meeting.ID) -> Bool { items.contains { $0.meeting == meeting } }

    /// Removes the recording of a meeting that is deleted itself.
    package func remove(_ meeting: Meeting.ID) throws(DataFolderError) {
        for item in items where item.meeting == meeting { try remove(item) }
    }

    /// When a day's recordings may be removed; nil for a day that is none.
    package static func end(of day: String, at now: Timestamp) -> Timestamp? {
        CalendarDay(day, now: now).map { $0.end + .seconds(86_400 * days) }
    }

    /// Removes recordings after a week; two different days must agree, in case the clock is wrong on one of them.
    ///
    /// - Returns: What was removed.
    func empty(at now: Timestamp, seen: SeenClock) throws(DataFolderError) -> [Item] {
        let today = LocalTime(now).date
        var removed: [Item] = []
        for item in items {
            if item.day > today {
                // The clock was ahead when it was moved here: its week begins now.
                let day = try makeFolder(today)
                let target = day + "/" + DataFolder.recordingName(of: item.meeting)
                guard rename(item.path, target) == 0 else { throw Self.cannotRemove(item.path) }
                rmdir(folder.trashPath + "/" + item.day)
                continue
            }
            let isOver = seen.earlierDay.flatMap { earlier in
                Self.end(of: item.day, at: now).map { $0 <= earlier }
            }
            guard isOver ?? false || !hasRoom else { continue }
            try remove(item)
            removed.append(item)
        }
        return removed
    }

    private func remove(_ item: Item) throws(DataFolderError) {
        guard unlink(item.path) == 0 || errno == ENOENT else { throw Self.cannotRemove(item.path) }
        rmdir(folder.trashPath + "/" + item.day)
        rmdir(folder.trashPath)
    }

    private func makeFolder(_ day: String) throws(DataFolderError) -> String {
        let path = folder.trashPath + "/" + day
        for path in [folder.trashPath, path] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .refused(path, by: errno)
            }
            if DataFolder.isLink(path) { throw .link(path: path) }
        }
        return path
    }

    private static func cannotRemove(_ path: String) -> DataFolderError {
        .cannotRemove(path: path, reason: systemMessage(errno))
    }

    /// The bytes that are free on the disk of a path; none if that is unknown.
    static func freeSpace(at path: String) -> Int64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return 0 }
        return Int64(clamping: Int128(status.f_bavail) * Int128(status.f_frsize))
    }
}
