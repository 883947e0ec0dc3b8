internal import Glibc
internal import MeetingModel

/// Which folders and file names belong to standup.
///
/// The user can choose any data folder, even the home folder. So the program changes and removes only files with its
/// own names, and assumes that a folder belongs to others unless it created that folder.
extension DataFolder {
    /// The name of the file that marks a folder as created by the program.
    static let markerName = ".standup-data"

    /// Whether the program created the folder, or found it empty.
    var isMarked: Bool {
        FileStatus(path + "/" + Self.markerName, followingLinks: false)?.isFile == true
    }

    /// Whether the folder has a history, because earlier versions did not mark folders.
    var hasOwnHistory: Bool {
        let isHistory = OpenDatabase.read(path: databasePath, flags: O_NOFOLLOW) { file in
            var bytes = [UInt8](repeating: 0, count: 4)
            return pread(file, &bytes, bytes.count, 68) == bytes.count && bytes == Array("stnd".utf8)
        }
        return switch isHistory {
        case .read(let isHistory): isHistory
        case .isOpen: true
        case .unreadable: false
        }
    }

    /// Why the folder may also be for other data, as part of a sentence; nil if it is standup's or does not exist.
    package var reasonNotToOwn: String? {
        guard let own = FileStatus(path)?.identity else { return nil }
        func isSame(_ path: String) -> Bool { FileStatus(path)?.identity == own }
        if isSame("/") { return "it is the root folder" }
        if Self.homes.contains(where: isSame) { return "it is a home folder" }
        let foreignNames = foreignNames
        guard let first = foreignNames.first else { return nil }
        let more = foreignNames.count > 3 ? " and \(foreignNames.count - 3) more" : ""
        return "it holds other things, "
            + (foreignNames.count == 1 ? first : foreignNames.prefix(3).joined(separator: ", ") + more)
    }

    /// The relative paths of everything in the folder with a name that the program does not use.
    package var foreignNames: [String] {
        Self.names(in: path).flatMap { name -> [String] in
            guard let isOwn = Self.folders[name] else { return Self.isOwn(name) ? [] : [name] }
            // Links are not followed.
            guard !Self.isLink(path + "/" + name) else { return [] }
            return Self.names(in: path + "/" + name).filter { !isOwn($0) }.map { name + "/" + $0 }
        }
    }

    /// Throws if the folder exists, is not marked, and may also be for other data, or if it is another user's and root's
    /// files in it could not be read by that user.
    package func checkOwnership() throws(DataFolderError) {
        if !isShared, geteuid() == 0, let id = FileStatus(path)?.owner, id != 0 {
            let owner = getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)"
            throw .notAlone(path: path, reason: "it belongs to \(owner), who could not read what root writes there")
        }
        guard !isShared, !isMarked, !hasOwnHistory, let reasonNotToOwn else { return }
        throw .notAlone(path: path, reason: reasonNotToOwn)
    }

    /// Marks the folder unless it contains other data; after a failure, the next command tries again.
    func mark() {
        guard !isMarked, reasonNotToOwn == nil else { return }
        let file = open(path + "/" + Self.markerName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        _ = Self.markerText.withUTF8Buffer { write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    private static let markerText: StaticString = """
        standup keeps its data in this folder, and may change and remove the files in it that bear names it gives.

        """

    private static var homes: [String] {
        var homes: [String] = []
        if let home = getenv("HOME") { homes.append(String(cString: home)) }
        if let user = getpwuid(geteuid()), let home = user.pointee.pw_dir { homes.append(String(cString: home)) }
        return homes.filter { $0.hasPrefix("/") }
    }
}

// MARK: Names

extension DataFolder {
    /// The subfolders, each with a test for the names that the program uses there.
    private static let folders: [String: @Sendable (String) -> Bool] = [
        "recordings": isOwnRecording, "live": isOwnInLive, "remembered": isOwnMemory, "trash": isDay,
    ]

    package static let invitationsName = "invitations.json"

    /// The name of the file with the certificate, and its key, that the web server makes for itself.
    package static let certificateName = "web-certificate.pem"

    /// The name of the file in `live/` with the address of the running web server.
    package static let webServerName = "web.json"

    static let clockName = "clock"

    private static let ownFiles: Set = [
        markerName, invitationsName, certificateName, clockName, "hooks.log", "lost+found",
    ]

    /// Whether the program or a file system uses this name directly in the data folder.
    package static func isOwn(_ name: String) -> Bool {
        if folders[name] != nil || ownFiles.contains(name) || isTemporary(name) { return true }
        guard name.hasPrefix(databaseName) else { return false }
        var rest = name.dropFirst(databaseName.count)
        if let ending = (databaseEndings + ["-journal", "-new"]).first(where: { !$0.isEmpty && rest.hasSuffix($0) }) {
            rest = rest.dropLast(ending.count)
        }
        if ["", ".damaged-copy", ".salvaged"].contains(rest) { return true }
        if rest.hasPrefix(backupEnding) {
            let version = rest.dropFirst(backupEnding.count)
            return isNumber(version.hasSuffix(".tmp") ? version.dropLast(4) : version)
        }
        guard rest.hasPrefix(asideEnding) else { return false }
        let day = rest.dropFirst(asideEnding.count).split(separator: "-", omittingEmptySubsequences: false)
        return day.count == 4 && day.allSatisfy { isNumber($0) }
    }

    /// Whether the program uses this name in `recordings/`, for a recording or its unfinished copy.
    package static func isOwnRecording(_ name: String) -> Bool {
        if isTemporary(name) { return true }
        guard let ending = [".wav", ".part"].first(where: { name.hasSuffix($0) }) else { return false }
        return isID(name.dropLast(ending.count))
    }

    /// Whether the program uses this name in `trash/`: a day, such as `2026-11-27`.
    package static func isDay(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { isNumber($0) }
    }

    /// Whether the program uses this name in `live/`: for a lock, the socket of a meeting, or a recording that is given up.
    package static func isOwnInLive(_ name: String) -> Bool {
        isOwnLock(name) || isSocket(name) || givenUp(by: name) != nil
    }

    /// Whether this is the name of a meeting's socket.
    package static func isSocket(_ name: String) -> Bool {
        name.hasSuffix(".sock") && isID(name.dropLast(".sock".count))
    }

    /// Removes the sockets of meetings that no process holds, such as those that ended while the folder was moved away.
    func removeStaleSockets() {
        for name in Self.names(in: livePath) where Self.isSocket(name) {
            if !LiveLock.isHeld(String(name.dropLast(".sock".count)), in: self) { unlink(livePath + "/" + name) }
        }
    }

    /// Whether this is the name of a meeting's lock, without its ending.
    package static func isMeetingLock(_ name: String) -> Bool { isID(name) }

    /// Whether the program uses this name in `live/`, for a lock.
    static func isOwnLock(_ name: String) -> Bool {
        if name == webServerName || isTemporary(name) { return true }
        guard name.hasSuffix(".lock") else { return false }
        let lock = name.dropLast(".lock".count)
        if ["aside", "mend", "import", "web", "team-sync"].contains(lock) || isID(lock) { return true }
        if let held = StandupLock.standup(of: lock) { return isID(held) }
        let kind = ["trash-", "correct-", "transcribe-", "minutes-", "post-"].first { lock.hasPrefix($0) }
        return kind.map { isID(lock.dropFirst($0.count)) } ?? false
    }

    /// Whether the program uses this name in `remembered/`, for a preference or its unfinished copy.
    package static func isOwnMemory(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard let key = parts.first, !key.isEmpty,
            key.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") })
        else { return false }
        return parts.count == 1 || parts.count == 3 && isNumber(parts[1]) && parts[2] == "tmp"
    }

    /// Whether this is the name of a temporary file, which is renamed once complete.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(".standup-") && name.hasSuffix(".tmp") && isNumber(name.dropFirst(9).dropLast(4))
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether a text has the form of an `Identifier`; ids from other apps may have capitals.
    static func isID(_ text: some StringProtocol) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit } }
    }
}

extension StaticString {
    fileprivate func withUTF8Buffer<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        body(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
    }
}
