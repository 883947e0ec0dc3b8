internal import Glibc

extension DataFolder {
    /// Puts a history that cannot be read aside, untouched, so that a new one can be begun.
    ///
    /// The database, and its log and shared memory if there are any, get a name that was free, such as
    /// `standup.db.unreadable-2026-11-21-1`, to which SQLite's endings are added: whoever can mend it finds all of it
    /// together. They are linked to the new names before the old ones go, so that whatever happens in between, nothing
    /// is lost and nothing is overwritten.
    ///
    /// Several programs may be in front of one damaged history. One puts it aside; the others are told to look again,
    /// so that nobody puts a new one aside that was begun meanwhile.
    ///
    /// - Parameters:
    ///   - day: The date for the name, such as `2026-11-21`.
    ///   - isUnreadable: Tries once more whether the history cannot be read.
    /// - Returns: The new path; nil if the history can be read or is gone, or another program is at it: look again.
    /// - Throws: An error if it is where it was.
    package func putHistoryAside(
        on day: String,
        ifStill isUnreadable: () -> Bool
    ) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        guard hasHistory, isUnreadable() else { return nil }
        return try moveAside(on: day)
    }

    /// Puts a history aside as `putHistoryAside` does, and another one, which is at `path`, in its place.
    ///
    /// - Returns: The new path of the old one; nil if another program is at it: look again.
    package func replaceHistory(with path: String, on day: String) throws(DataFolderError) -> String? {
        guard let lock = try LiveLock.acquire("aside", in: self) else { return nil }
        defer { lock.release() }
        let aside = try moveAside(on: day)
        // Without a lock between, another program may have begun a new one meanwhile; then nothing is overwritten.
        guard link(path, databasePath) == 0 else {
            throw .cannotCreate(path: databasePath, reason: String(cString: strerror(errno)))
        }
        unlink(path)
        return aside
    }

    /// What SQLite and the program add to the name of a database for the files beside it.
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

    /// Moves the database and the files beside it; false if a new name is not free.
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
