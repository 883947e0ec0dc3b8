import CSampleRate
import CSndFile

/// The libraries that read, write and convert sound.
package enum LinkedLibraries {
    /// Their names and versions, as they are on this machine. [any thread]
    package static var versions: [String] {
        // Each begins with the name and version; libsamplerate's goes on with its authors.
        [String(cString: sf_version_string()), String(cString: src_get_version())].map { text in
            String(text.prefix { $0 != " " })
        }
    }
}
