import Assets
import AudioDevices
import Glibc
import SpeechRecognition

/// Checks the program itself.
enum ProgramChecks {
    /// The versions of the program and of its libraries.
    static func versions() -> Check {
        .ok("program", (["standup \(StandupCommand.version)"] + Composition.libraryVersions).joined(separator: ", "))
    }

    /// Checks the user's configuration file.
    static func configuration() -> (Configuration, Check) {
        let name = "configuration"
        do {
            let configuration = try Configuration.load()
            let path = Configuration.path ?? ""
            return (configuration, .ok(name, access(path, F_OK) == 0 ? path : "none configured (\(path))"))
        } catch {
            return (Configuration(), .failed(name, error))
        }
    }

    /// Checks that the echo of a call can be removed.
    static func echo() -> Check {
        let name = "call's echo"
        guard EchoCanceller.isInstalled else {
            return .warn(name, "libspeexdsp is missing", mend: "install the package libspeexdsp1")
        }
        return .ok(name, "removed by libspeexdsp")
    }

    /// Checks the sounds that come with the program.
    static func assets() -> Check {
        do {
            let paths = try Cue.allCases.map { try AssetFolder.locate("Sounds/\($0.rawValue).wav") }
            return .ok("sounds", paths.joined(separator: ", "))
        } catch {
            return Check(name: "sounds", status: .fail, finding: "\(error)", mend: nil)
        }
    }
}
