#if Web
import AudioDevices
import AudioFiles
import Dispatch
import Glibc
import MeetingHistory
import MeetingModel
import StandupWebPages
import Synchronization
import WebGuard

/// Recordings in formats that are small to send, in the cache folder. [any thread; waits for the disk]
///
/// The folder can be removed at any time. It holds at most `limit` bytes: those that were not used for longest are removed.
final class AudioCache: Sendable {
    private let folder: String
    private let limit: Int64
    /// Held while a file is being made: one at a time, so that a running meeting keeps its cores.
    private let making = Mutex(())

    /// The cache in a folder, which need not exist.
    init(folder: String, limit: Int64 = 2 << 30) {
        self.folder = folder
        self.limit = limit
    }

    /// The user's cache folder; nil without a home.
    static func standardFolder() -> String? {
        if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
            return cache + "/standup/recordings"
        }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else { return nil }
        return home + "/.cache/standup/recordings"
    }

    /// A recording in a format; it is made first if it is not there.
    func file(
        of path: String, version: String, meeting: Meeting.ID, format: RecordingFormat, tags: AudioTags
    ) throws -> OpenedFile {
        let name = "\(Self.prefix(of: meeting))-\(version).\(format.rawValue)"
        let target = folder + "/" + name
        if let file = opened(target) { return file }
        return try making.withLock { _ in
            if let file = opened(target) { return file }
            guard let audio = AudioFormat(rawValue: format.rawValue) else { throw Refusal(404, "no such format") }
            try createFolder()
            try AudioExport.write(of: path, to: target, format: audio, tags: tags, overwriting: true)
            removeOldest(except: name)
            guard let file = OpenedFile(target) else { throw AudioError.file(path: target, reason: "it is gone") }
            return file
        }
    }

    /// Opens a file that is there, and marks it as used.
    private func opened(_ path: String) -> OpenedFile? {
        guard let file = OpenedFile(path) else { return nil }
        // Only the time of access says when it was used; that of the content stays, as part of the tag.
        var times = [timespec(tv_sec: 0, tv_nsec: Int(UTIME_NOW)), timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))]
        utimensat(AT_FDCWD, path, &times, AT_SYMLINK_NOFOLLOW)
        return file
    }

    private func createFolder() throws {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw AudioError.cannotWrite(path: made, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Removes the files of meetings that have no recording any more.
    func removeAll(except meetings: some Sequence<Meeting.ID>) {
        let kept = Set(meetings.map(Self.prefix))
        for name in DataFolder.names(in: folder) where !kept.contains(String(name.prefix { $0 != "-" })) {
            unlink(folder + "/" + name)
        }
    }

    private static func prefix(of meeting: Meeting.ID) -> String {
        meeting.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private func removeOldest(except kept: String) {
        let files = DataFolder.names(in: folder).compactMap { name -> (name: String, size: Int64, used: Int)? in
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (name, Int64(status.st_size), status.st_atim.tv_sec)
        }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > limit && file.name != kept {
            unlink(folder + "/" + file.name)
            total -= file.size
        }
    }
}

/// The special values of `utimensat`, macros that Swift does not import.
private let UTIME_NOW = (1 << 30) - 1
private let UTIME_OMIT = (1 << 30) - 2
#endif
