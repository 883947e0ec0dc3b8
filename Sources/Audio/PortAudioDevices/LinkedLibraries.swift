import CPortAudio
import CPulse

/// The libraries that reach microphones and loudspeakers.
package enum LinkedLibraries {
    /// Their names and versions, as they are on this machine. [any thread]
    package static var versions: [String] {
        // PortAudio's text ends with the revision it was made from.
        let portAudio = unsafe String(cString: Pa_GetVersionText()).prefix { $0 != "," }
        return [String(portAudio), unsafe "libpulse " + String(cString: pa_get_library_version())]
    }
}
