import CArchive
import Glibc

/// An entry of a zip archive, such as a Python wheel.
struct ArchiveEntry {
    let archive: String
    let name: String

    /// Unpacks the entry in blocks; false if the archive has no such entry.
    ///
    /// It unpacks no more than the limit, whatever size the archive states.
    func unpack(
        limit: Int, _ take: (UnsafeRawBufferPointer) throws(InstallationError) -> Void
    ) throws(InstallationError) -> Bool {
        var isFound = false
        try Self.visit(archive) { reader, path throws(InstallationError) in
            guard path == name else { return true }
            isFound = true
            var left = limit
            try Self.unpack(reader) { bytes throws(InstallationError) in
                guard bytes.count <= left else { throw .source("\(name) in the archive is larger than it should be") }
                left -= bytes.count
                try take(bytes)
            }
            return false
        }
        return isFound
    }

    /// All entries of an archive by name, together no larger than the limit.
    static func all(in archive: String, limit: Int) throws(InstallationError) -> [String: [UInt8]] {
        var entries: [String: [UInt8]] = [:]
        var left = limit
        try visit(archive) { reader, path throws(InstallationError) in
            var content: [UInt8] = []
            try unpack(reader) { bytes throws(InstallationError) in
                guard bytes.count <= left else { throw .source("the archive is larger than it should be") }
                left -= bytes.count
                content.append(contentsOf: bytes)
            }
            entries[path] = content
            return true
        }
        return entries
    }

    /// Visits the entries in order, until `visit` returns false.
    private static func visit(
        _ archive: String, _ visit: (OpaquePointer, _ path: String) throws(InstallationError) -> Bool
    ) throws(InstallationError) {
        guard let reader = archive_read_new() else { throw .noLibrary("libarchive") }
        defer { archive_read_free(reader) }
        guard archive_read_support_format_zip(reader) == ARCHIVE_OK,
            archive_read_open_filename(reader, archive, 1 << 16) == ARCHIVE_OK
        else { throw failure(reader) }
        while true {
            var entry: OpaquePointer?
            let code = archive_read_next_header(reader, &entry)
            if code == ARCHIVE_EOF { return }
            guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure(reader) }
            guard let entry, let path = archive_entry_pathname(entry) else { continue }
            guard try visit(reader, String(cString: path)) else { return }
        }
    }

    /// Unpacks the visited entry in blocks.
    private static func unpack(
        _ reader: OpaquePointer, _ take: (UnsafeRawBufferPointer) throws(InstallationError) -> Void
    ) throws(InstallationError) {
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = archive_read_data(reader, &piece, piece.count)
            guard count >= 0 else { throw failure(reader) }
            if count == 0 { return }
            do {
                try piece.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            } catch let error as InstallationError {
                throw error
            } catch {
                throw .source("\(error)")
            }
        }
    }

    /// All bytes of the entry; nil if the archive has no such entry.
    func bytes(limit: Int) throws(InstallationError) -> [UInt8]? {
        var bytes: [UInt8] = []
        guard try unpack(limit: limit, { bytes.append(contentsOf: $0) }) else { return nil }
        return bytes
    }

    private static func failure(_ reader: OpaquePointer) -> InstallationError {
        let reason = archive_error_string(reader).map { String(cString: $0) } ?? "unknown error"
        return .source("the archive cannot be read (\(reason))")
    }
}
