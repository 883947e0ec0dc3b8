internal import Glibc

/// Finds programs as a shell does, without running one.
package enum ProgramSearch {
    /// The path of a program: a path stays as it is, a name is looked for in the folders of `PATH`; nil if there is none
    /// that can be run.
    package static func path(of program: String, searching folders: String?) -> String? {
        guard !program.contains("/") else { return isProgram(program) ? program : nil }
        // An empty folder means the present one, where anybody may have put anything.
        return (folders ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
