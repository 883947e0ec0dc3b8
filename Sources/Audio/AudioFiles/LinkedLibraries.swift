import CSampleRate
import CSndFile

/// The libraries that read, write and convert sound.
package enum LinkedLibraries {
    /// Their names and versions, as they are on this machine. [any thread]
    package static var versions: [String] {
        [String(cString: sf_version_string()), String(cString: src_get_version())]
            .map { text in String(text.prefix { $0 != "(" && $0 != "\n" }).split(separator: " ").prefix(2).joined(separator: " ") }
    }
}
