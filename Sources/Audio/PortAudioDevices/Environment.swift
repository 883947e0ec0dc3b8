import Glibc

/// Environment variables that the sound libraries read when they open a device; nothing else tells them.
///
/// Changing the environment while another thread reads it is safe only as long as the C library does not move it.
/// `prepare` makes the room once, early; after that the same variables come and go in it.
enum Environment {
    /// Sets what holds for the whole process, and makes room for what comes and goes. [once, before PortAudio]
    static func prepare() {
        // A jackd that is not running shall not be started by somebody who looks for devices.
        unsafe setenv("JACK_NO_START_SERVER", "1", 1)
        let names: [String] = ["PULSE_SERVER", "PULSE_SOURCE", "PULSE_SINK"].filter { unsafe getenv($0) == nil }
        for name in names { unsafe setenv(name, "@DEFAULT@", 1) }
        for name in names { unsafe unsetenv(name) }
    }

    /// Runs `body` while a variable has a value, and puts it back; nil leaves the variable as it is.
    static func with<Result>(
        _ name: String,
        _ value: String?,
        unlessSet: Bool = false,
        _ body: () -> Result
    ) -> Result {
        let before = unsafe getenv(name).map { unsafe String(cString: $0) }
        guard let value, !(unlessSet && before != nil) else { return body() }
        unsafe setenv(name, value, 1)
        defer {
            if let before {
                unsafe setenv(name, before, 1)
            } else {
                unsafe unsetenv(name)
            }
        }
        return body()
    }
}
