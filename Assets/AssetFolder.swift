import Glibc

/// Finds the files that come with the program: sounds and voices.
package enum AssetFolder {
    /// The path of a file by its path among the assets, such as `Sounds/ding.wav`. [any thread]
    ///
    /// It looks beside the running program, then where an installation puts shared files, then in the folder that
    /// `STANDUP_ASSETS` names, and nowhere that was known only when the program was built.
    package static func locate(_ relativePath: String) throws(AssetError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let variable = getenv("STANDUP_ASSETS").map { String(cString: $0) }
        return try locate(relativePath, executable: executable, variable: variable)
    }

    /// The same for a program at a path, with what the variable holds; nil if it is not set. [any thread]
    package static func locate(
        _ relativePath: String,
        executable: String,
        variable: String?
    ) throws(AssetError) -> String {
        let folders = candidates(executable: executable, variable: variable)
        for folder in folders {
            let path = folder + "/" + relativePath
            if access(path, R_OK) == 0 { return path }
        }
        throw AssetError(name: relativePath, searched: folders)
    }

    private static func candidates(executable: String, variable: String?) -> [String] {
        let programs = executable.lastIndex(of: "/").map { String(executable[..<$0]) } ?? "."
        let parent = programs.lastIndex(of: "/").map { String(programs[..<$0]) } ?? ".."
        let folders = [programs + "/standup_Assets.resources", programs + "/Assets", parent + "/share/standup"]
        return folders + (variable.map { $0.isEmpty ? [] : [$0] } ?? [])
    }
}

/// A file that should have come with the program is not there.
package struct AssetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its path among the assets.
    package let name: String
    /// The folders in which it was looked for.
    package let searched: [String]

    /// One line: what, which, what to do.
    package var description: String {
        "a file of the program is missing, \(name) is not in \(searched.joined(separator: ", ")), "
            + "install standup again or set STANDUP_ASSETS to the folder that holds it"
    }
}
