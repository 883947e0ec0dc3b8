import Glibc
package import MeetingModel

/// Finds the program's asset files, such as texts and voices.
package enum AssetFolder {
    /// The path of an asset by its path among the assets, such as `Voices/ann.wav`. [any thread]
    ///
    /// Searches beside the running program, then in the installation's folder of shared files, then in the folder that
    /// `STANDUP_ASSETS` names. Uses no path that was fixed at build time.
    package static func locate(_ relativePath: String) throws(AssetError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let variable = getenv("STANDUP_ASSETS").map { String(cString: $0) }
        return try locate(relativePath, executable: executable, variable: variable)
    }

    /// The same for a program at a path; `variable` is the value of `STANDUP_ASSETS`, nil if unset. [any thread]
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
        let folders = [programs + "/standup_Assets.resources", programs + "/Assets", parent + "/share/standup-assets"]
        return folders + (variable.map { $0.isEmpty ? [] : [$0] } ?? [])
    }
}

/// An asset of the program is missing.
package struct AssetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path among the assets.
    package let name: String
    /// The folders that were searched.
    package let searched: [String]

    /// One line: what is missing, where, and the remedy.
    package var description: String {
        "a file of the program is missing, \(name) is not in \(searched.joined(separator: ", ")), "
            + "install standup again or set STANDUP_ASSETS to the folder that holds it"
    }
}

extension AssetError: ProgramError {
    package var exitCode: Failure.Code { .failed }
}
