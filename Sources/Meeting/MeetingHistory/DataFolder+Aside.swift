internal import Glibc

extension DataFolder {
    /// Moves a history that cannot be read aside, so that a new one can be created.
    ///
    /// The database, and its log and shared memory if there are any, get a free name, such as
    /// `standup.db.unreadable-2026-11-21-1`, with SQLite's endings. Each file is linked to the new name before the old
    /// one is removed, so that a crash loses and overwrites nothing.
    ///
    /// If several programs have met the damaged history, one moves it, and the others have to open it again: a new one
    /// may be there by then.
    ///
    /// - Parameters:
    ///   - day: The date for the name, such as `2026-11-21`.
    ///   - isUnreadable: Opens the history once more, and returns true if it still cannot be read.
    /// - Returns: The new path; nil if the history can be read or is gone, or another program moves it: open it again.
    /// - Throws: An error if the history was not moved.
    package func putHistoryAside(
        on day: String,
        ifStill isUnreadable: () -> Bool
    ) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        guard hasHistory, isUnreadable() else { return nil }
        return try moveAside(on: day)
    }

    /// Moves a history aside as `putHistoryAside` does, and the one at `path` into its place.
    ///
    /// - Returns: The new path of the old history; nil if another program moves it: open it again.
    package func replaceHistory(with path: String, on day: String) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        let aside = try moveAside(on: day)
        // Another program may have created a history meanwhile; link does not overwrite it.
        guard link(path, databasePath) == 0 else {
            throw .cannotCreate(path: databasePath, reason: String(cString: strerror(errno)))
        }
        unlink(path)
        return aside
    }

    /// The suffixes of a database's files.
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

    /// Moves the database's files; false if a new name is not free.
    private func move(to aside: String) throws(DataFolderError) -> Bool {
        let endings = Self.databaseEndings.filter { access(databasePath + $0, F_OK) == 0 }
        var linked: [String] = []
        for ending in endings {
            guard link(databasePath + ending, aside + ending) == 0 else {
                let code = errno
                for ending in linked { unlink(aside + ending) }
                if code == EEXIST { return false }
                throw .cannotPutAside(path: databasePath, reason: String(cString: strerror(code)))
            }
            linked.append(ending)
        }
        for ending in endings.reversed() where unlink(databasePath + ending) != 0 && errno != ENOENT {
            throw .cannotPutAside(path: databasePath, reason: String(cString: strerror(errno)))
        }
        return true
    }
}
