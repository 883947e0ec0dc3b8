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
        guard let reader = archive_read_new() else { throw .noLibrary("libarchive") }
        defer { archive_read_free(reader) }
        guard archive_read_support_format_zip(reader) == ARCHIVE_OK,
            archive_read_open_filename(reader, archive, 1 << 16) == ARCHIVE_OK
        else { throw failure(reader) }
        while true {
            var entry: OpaquePointer?
            let code = archive_read_next_header(reader, &entry)
            if code == ARCHIVE_EOF { return false }
            guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure(reader) }
            guard let entry, let path = archive_entry_pathname(entry), String(cString: path) == name else { continue }
            var piece = [UInt8](repeating: 0, count: 1 << 18)
            var left = limit
            while true {
                let count = archive_read_data(reader, &piece, piece.count)
                guard count >= 0 else { throw failure(reader) }
                if count == 0 { return true }
                guard count <= left else { throw .source("\(name) in the archive is larger than it should be") }
                left -= count
                do {
                    try piece.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                } catch let error as InstallationError {
                    throw error
                } catch {
                    throw .source("\(error)")
                }
            }
        }
    }

    /// All bytes of the entry; nil if the archive has no such entry.
    func bytes(limit: Int) throws(InstallationError) -> [UInt8]? {
        var bytes: [UInt8] = []
        guard try unpack(limit: limit, { bytes.append(contentsOf: $0) }) else { return nil }
        return bytes
    }

    private func failure(_ reader: OpaquePointer) -> InstallationError {
        let reason = archive_error_string(reader).map { String(cString: $0) } ?? "unknown error"
        return .source("the archive cannot be read (\(reason))")
    }
}
