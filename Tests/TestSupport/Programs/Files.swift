import FoundationEssentials
import Glibc
import MeetingModel

/// Creates a temporary folder, in memory if possible: every command syncs its files, which is slow on a busy disk.
package func makeTemporaryFolder() throws -> String {
    let base = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array((base + "/standup-tests-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Removes a folder and its content, if it exists.
package func removeFolder(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

/// Writes a text file.
package func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw SystemError() }
}

/// Writes a file.
package func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemError() }
}

/// Reads a text file.
package func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return readAll(descriptor)
}

/// Reads a file.
package func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor) else { throw SystemError() }
    var bytes = [UInt8](repeating: 0, count: status.size)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
}

/// Whether bytes contain a sequence of other bytes.
package func find(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return bytes.withUnsafeBytes { bytes in
        wanted.withUnsafeBytes { wanted in
            var rest = bytes[...]
            while rest.count >= wanted.count,
                let found = rest.withUnsafeBytes({ memchr($0.baseAddress!, CInt(first), $0.count - wanted.count + 1) })
            {
                if memcmp(found, wanted.baseAddress!, wanted.count) == 0 { return true }
                rest = bytes[(UnsafeRawPointer(found) - bytes.baseAddress! + 1)...]
            }
            return false
        }
    }
}

/// All files below a folder, including hidden ones.
package func files(below folder: String) -> [String] {
    names(in: folder).flatMap { name in
        let path = folder + "/" + name
        guard let status = FileStatus(path, followingLinks: false) else { return [String]() }
        return status.isFolder ? files(below: path) : [path]
    }
}

/// Whether a file or folder exists.
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The sorted names in a folder; empty if it does not exist.
package func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}
