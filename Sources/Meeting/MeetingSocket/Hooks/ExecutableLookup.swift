internal import Glibc
internal import MeetingModel

/// Finds executables as a shell does, without running one.
package enum ExecutableLookup {
    /// The path of a program; nil if no executable is found.
    ///
    /// A path is returned unchanged. A name is searched for in the folders of `PATH`.
    package static func path(of program: String, searching folders: String?) -> String? {
        guard !program.contains("/") else { return isProgram(program) ? program : nil }
        // Skip empty folders: they mean the current directory, where anyone may have placed a program.
        return (folders ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileStatus(path)?.isFile == true && access(path, X_OK) == 0
    }
}
