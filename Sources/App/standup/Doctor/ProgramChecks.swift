import Assets
import AudioDevices
import Glibc

/// What `doctor` looks at in the program itself and in its timer.
enum ProgramChecks {
    /// The version, and the versions of the libraries.
    static func versions() -> Check {
        .ok("program", (["standup \(StandupCommand.version)"] + Composition.libraryVersions).joined(separator: ", "))
    }

    /// The user's configuration file.
    static func configuration() -> (Configuration, Check) {
        let name = "configuration"
        do {
            let configuration = try Configuration.load()
            let path = Configuration.path ?? ""
            return (configuration, .ok(name, access(path, F_OK) == 0 ? path : "none, which is fine (\(path))"))
        } catch {
            return (Configuration(), .failed(name, error))
        }
    }

    /// The sounds that come with the program.
    static func assets() -> Check {
        do {
            let paths = try Cue.allCases.map { try AssetFolder.locate("Sounds/\($0.rawValue).wav") }
            return .ok("sounds", paths.joined(separator: ", "))
        } catch {
            return Check(name: "sounds", status: .fail, finding: "\(error)", mend: nil)
        }
    }
}
