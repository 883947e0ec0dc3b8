import FoundationEssentials
import Glibc

/// Makes a folder in memory where there is such a place: each command syncs what it writes, and a busy disk takes long.
package func makeTemporaryFolder() throws -> String {
    let base = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array((base + "/standup-tests-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Removes a folder with all that is in it, if it is there.
package func removeFolder(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}

/// Writes a new file, or replaces what was in it.
package func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw SystemError() }
}

/// Writes a new file of bytes.
package func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemError() }
}

/// Reads a whole file as text.
package func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    return readAll(descriptor)
}

/// Whether there is such a file or folder.
package func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The names in a folder, sorted; empty if there is none.
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
