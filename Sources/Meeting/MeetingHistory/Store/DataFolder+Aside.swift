internal import Glibc
internal import MeetingModel

extension DataFolder {
    /// Moves an unreadable history aside, so that a new one can be created.
    ///
    /// The database, its log and its shared memory, if any, get an unused name, such as
    /// `standup.db.unreadable-2026-11-21-1`, with SQLite's suffixes. Each file is linked to its new name before the old
    /// name is removed, so that a crash loses and overwrites nothing.
    ///
    /// If several programs find the damaged history, one moves it, and the others must open the history again, because
    /// a new one may exist by then.
    ///
    /// - Parameters:
    ///   - day: The date for the name, such as `2026-11-21`.
    ///   - isUnreadable: Opens the history again, and returns true if it is still unreadable.
    /// - Returns: The new path. Nil if the history is readable or gone, or another program moves it: open it again.
    /// - Throws: An error if the history was not moved.
    package func moveHistoryAside(
        on day: String,
        ifStill isUnreadable: () -> Bool
    ) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        guard hasHistory, isUnreadable() else { return nil }
        return try moveAside(on: day)
    }

    /// Moves the history aside as `moveHistoryAside` does, and replaces it with the one at `path`.
    ///
    /// - Returns: The old history's new path. Nil if another program moves it: open it again.
    package func replaceHistory(with path: String, on day: String) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        let aside = try moveAside(on: day)
        // Another program may have created a history in the meantime; `link` does not overwrite it.
        guard link(path, databasePath) == 0 else {
            throw .refused(databasePath, by: errno)
        }
        unlink(path)
        return aside
    }

    package static let databaseEndings = ["", "-wal", "-shm", "-unchecked"]

    private func moveAside(on day: String) throws(DataFolderError) -> String {
        var number = 0
        while true {
            number += 1
            let aside = "\(databasePath)\(Self.asideEnding)\(day)-\(number)"
            guard Self.databaseEndings.allSatisfy({ access(aside + $0, F_OK) != 0 }) else { continue }
            if try move(to: aside) { return aside }
        }
    }

    /// Moves the database's files; false if a new name is taken.
    private func move(to aside: String) throws(DataFolderError) -> Bool {
        let endings = Self.databaseEndings.filter { access(databasePath + $0, F_OK) == 0 }
        var linked: [String] = []
        for ending in endings {
            guard link(databasePath + ending, aside + ending) == 0 else {
                let code = errno
                for ending in linked { unlink(aside + ending) }
                if code == EEXIST { return false }
                throw .cannotPutAside(path: databasePath, reason: systemMessage(code))
            }
            linked.append(ending)
        }
        for ending in endings.reversed() where unlink(databasePath + ending) != 0 && errno != ENOENT {
            throw .cannotPutAside(path: databasePath, reason: systemMessage(errno))
        }
        return true
    }
}
