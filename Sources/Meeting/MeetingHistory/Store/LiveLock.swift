internal import Glibc
package import MeetingModel
internal import Synchronization

/// A lock held by a running process; the kernel releases it when the process ends.
///
/// It tells other processes whether a meeting is live or its program crashed. It is a lock of an open file, so that two
/// locks in one process exclude each other too, and asking for its holder takes no lock. [any thread]
package final class LiveLock: Sendable {
    private let path: String
    private let descriptor: Mutex<CInt?>

    /// Takes the lock with a name; nil if it is held.
    package static func acquire(_ name: String, in folder: DataFolder) throws(DataFolderError) -> LiveLock? {
        let path = try folder.lockPath(name)
        while true {
            if let kind = DataFolder.kindOfObstacle(at: path) { throw .notAFile(path: path, kind: kind) }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else {
                throw .refused(path, by: errno)
            }
            var lock = Self.wholeFile
            guard fcntl(descriptor, Self.setLock, &lock) == 0 else {
                close(descriptor)
                return nil
            }
            if isFile(descriptor, at: path) {
                // Written only for `holder`; the lock works without it.
                let process = Array("\(getpid())\n".utf8)
                _ = ftruncate(descriptor, 0)
                _ = pwrite(descriptor, process, process.count, 0)
                return LiveLock(path: path, descriptor: descriptor)
            }
            // The holder removed the file after it was opened here, so that this lock excludes nobody: try again.
            close(descriptor)
        }
    }

    /// Whether any process, including this one, holds the lock with a name.
    package static func isHeld(_ name: String, in folder: DataFolder) -> Bool { holder(of: name, in: folder) != nil }

    package struct Holder: Hashable, Sendable {
        /// The id of the process; nil if not yet known.
        package let process: Int32?
        package let since: Timestamp

        package init(process: Int32?, since: Timestamp) {
            self.process = process
            self.since = since
        }
    }

    /// The holder of the lock with a name, which may be this process; nil if it is free.
    package static func holder(of name: String, in folder: DataFolder) -> Holder? {
        guard let path = try? folder.lockPath(name) else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = wholeFile
        guard fcntl(descriptor, getLock, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        guard let since = FileStatus(descriptor)?.modified else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let line = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").first
        return Holder(process: line.flatMap { Int32($0) }, since: since)
    }

    /// Whether a file has the content of a lock: nothing, or the id of a process.
    static func isLock(at path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard FileStatus(descriptor)?.isFile == true else { return false }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return count == 0 }
        guard count < bytes.count, bytes[count - 1] == UInt8(ascii: "\n") else { return false }
        return bytes[..<(count - 1)].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private init(path: String, descriptor: CInt) {
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    deinit { release() }

    /// Removes the lock; a second call does nothing.
    package func release() {
        descriptor.withLock { descriptor in
            guard let held = descriptor.take() else { return }
            unlink(path)
            close(held)
        }
    }

    /// The exclusive lock of a whole file, as `fcntl` takes it.
    private static var wholeFile: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }

    /// Linux's `F_OFD_GETLK` and `F_OFD_SETLK`, which Swift does not import; equal on all architectures.
    private static let getLock: CInt = 36
    private static let setLock: CInt = 37

    private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
        guard let own = FileStatus(descriptor) else { return false }
        return FileStatus(path)?.identity == own.identity
    }
}

package enum LiveMeetingLock {
    /// Takes the lock of a meeting; nil if it is held.
    ///
    /// Take it before the meeting's start is stored in the history, and release it after its end is stored.
    package static func acquire(_ id: Meeting.ID, in folder: DataFolder) throws(DataFolderError) -> LiveLock? {
        try LiveLock.acquire(id.rawValue, in: folder)
    }

    /// Since when any process, including this one, has held the lock of a meeting; nil if it is free.
    package static func heldSince(_ id: Meeting.ID, in folder: DataFolder) -> Timestamp? {
        LiveLock.holder(of: id.rawValue, in: folder)?.since
    }

    /// Whether any process, including this one, holds the lock of a meeting.
    package static func isHeld(_ id: Meeting.ID, in folder: DataFolder) -> Bool {
        LiveLock.isHeld(id.rawValue, in: folder)
    }
}

/// The locks of standups with live meetings, one for each meeting.
package enum StandupLock {
    /// Takes a lock of a standup; nil if one is held, unless `concurrently` allows a second meeting at the same time.
    package static func acquire(
        _ id: Standup.ID, concurrently: Bool = false, in folder: DataFolder
    ) throws(DataFolderError) -> LiveLock? {
        let name = name(of: id)
        guard concurrently else {
            return holder(of: id, in: folder) == nil ? try LiveLock.acquire(name, in: folder) : nil
        }
        var number = 1
        while true {
            if let lock = try LiveLock.acquire(number == 1 ? name : "\(name).\(number)", in: folder) { return lock }
            number += 1
        }
    }

    package enum Claim {
        case claimed(LiveLock)
        case held(by: LiveLock.Holder)
    }

    package static func claim(
        _ id: Standup.ID, concurrently: Bool, in folder: DataFolder
    ) throws(DataFolderError) -> Claim {
        while true {
            if let lock = try acquire(id, concurrently: concurrently, in: folder) { return .claimed(lock) }
            // The holder may have ended in the meantime.
            if let holder = holder(of: id, in: folder) { return .held(by: holder) }
        }
    }

    /// The holder of a standup, which may be this process; nil if it is free.
    package static func holder(of id: Standup.ID, in folder: DataFolder) -> LiveLock.Holder? {
        let name = name(of: id)
        let names = folder.lockNames.filter { $0 == name || $0.hasPrefix(name + ".") }.sorted()
        return names.lazy.compactMap { LiveLock.holder(of: $0, in: folder) }.first
    }

    /// The id of the standup in a lock's name, such as `standup-ID` or `standup-ID.2`; nil for other names.
    static func standup(of lock: Substring) -> Substring? {
        guard lock.hasPrefix(prefix) else { return nil }
        let parts = lock.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2 && Int(parts[1]) != nil else { return nil }
        return parts[0]
    }

    private static let prefix = "standup-"

    private static func name(of id: Standup.ID) -> String { prefix + id.rawValue }
}
