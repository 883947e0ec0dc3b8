internal import Glibc
package import MeetingModel
internal import Synchronization

/// Whole recordings in other formats, made when they are first needed and kept in a folder. [any thread]
///
/// The folder can be removed at any time. If it holds more than `limit` bytes, the files that were not used for longest are
/// removed.
package final class AudioExportCache: Sendable {
    private let folder: String
    private let limit: Int64
    /// Held while a file is being made: one at a time, so that a running meeting keeps its cores.
    private let making = Mutex(())

    /// The cache in a folder, which need not exist.
    package init(folder: String, limit: Int64) {
        self.folder = folder
        self.limit = limit
    }

    /// A meeting's recording in a format; nil if it has to be made first.
    package func madeFile(
        of meeting: Meeting.ID, recording path: String, as format: AudioFormat
    ) throws(AudioError) -> ReadableFile? {
        opened(try target(meeting, path, format))
    }

    /// A meeting's recording in a format; it is made first if it is not there.
    package func file(
        of meeting: Meeting.ID, recording path: String, as format: AudioFormat, tags: AudioTags
    ) throws(AudioError) -> ReadableFile {
        let target = try target(meeting, path, format)
        if let file = opened(target) { return file }
        return try making.withLock { _ throws(AudioError) in
            if let file = opened(target) { return file }
            try createFolder()
            try AudioExport.write(of: path, to: target, format: format, tags: tags, overwriting: true)
            chmod(target, 0o600)
            let file = try ReadableFile(path: target)
            removeOldest(except: target)
            return file
        }
    }

    package func removeAll(except meetings: some Sequence<Meeting.ID>) {
        let kept = Set(meetings.map(Self.prefix))
        for file in files() where !kept.contains(String(file.name.prefix { $0 != "-" })) { unlink(file.path) }
    }

    private func target(_ meeting: Meeting.ID, _ path: String, _ format: AudioFormat) throws(AudioError) -> String {
        let source = try ReadableFile(path: path)
        return "\(folder)/\(Self.prefix(of: meeting))-\(source.version).\(format.rawValue)"
    }

    private func opened(_ path: String) -> ReadableFile? {
        guard let file = try? ReadableFile(path: path) else { return nil }
        file.markUsed()
        return file
    }

    private func removeOldest(except kept: String) {
        let files = files()
        var total = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > limit && file.path != kept {
            unlink(file.path)
            total -= file.size
        }
    }

    /// An id without what has a meaning in file names; ids from other apps may have anything.
    private static func prefix(of meeting: Meeting.ID) -> String {
        meeting.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private struct CachedFile {
        let name: String
        let path: String
        let size: Int64
        let used: Timestamp
    }

    private func files() -> [CachedFile] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var files: [CachedFile] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = folder + "/" + name
            guard let status = FileStatus(path, followingLinks: false), status.isFile else { continue }
            files.append(CachedFile(name: name, path: path, size: Int64(status.size), used: status.used))
        }
        return files
    }

    private func createFolder() throws(AudioError) {
        var made = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw .refused(made, by: errno)
            }
        }
    }
}
