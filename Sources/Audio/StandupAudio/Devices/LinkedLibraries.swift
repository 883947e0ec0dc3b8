import CPortAudio
import CPulse

/// The libraries used for sound devices.
package enum LinkedLibraries {
    /// The names and versions of the installed libraries. [any thread]
    package static var versions: [String] {
        // PortAudio's text ends with its Git revision.
        let portAudio = unsafe String(cString: Pa_GetVersionText()).prefix { $0 != "," }
        return [String(portAudio), unsafe "libpulse " + String(cString: pa_get_library_version())]
    }
}
