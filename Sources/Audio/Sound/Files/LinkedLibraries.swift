import CSampleRate
import CSndFile

/// The libraries that read, write and convert sound.
package enum LinkedLibraries {
    /// The names and versions of the installed libraries. [any thread]
    package static var versions: [String] {
        // Each text begins with name and version; libsamplerate appends its authors.
        [String(cString: sf_version_string()), String(cString: src_get_version())].map { text in
            String(text.prefix { $0 != " " })
        }
    }
}
