import Assets
import Glibc
import MeetingHistory
import StandupSpeech
import Web

enum ProgramChecks {
    static func versions() -> Check {
        .ok("program", (["standup \(StandupCommand.version)"] + Composition.libraryVersions).joined(separator: ", "))
    }

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

    static func webServer(for folder: DataFolder) -> Check {
        let name = "web server"
        guard let program = WebProgram.path else {
            return .ok(
                name,
                "not installed; to serve meetings to browsers, install the package standup-web, or run tools/install")
        }
        if let server = WebServerFile.running(in: folder) { return .ok(name, "running at \(server.url)") }
        do {
            _ = try InvitationStore(folder: folder).book()
        } catch {
            return .failed(name, error, status: .warn)
        }
        return .ok(name, "not running (\(program)); start it: standup serve")
    }

    /// Checks that the files that come with the program are found, such as its texts.
    static func assets() -> Check {
        let name = "files"
        do {
            return .ok(name, try AssetFolder.locate("Catalogues/en.yaml"))
        } catch {
            return Check(name: name, status: .fail, finding: "\(error)", mend: nil)
        }
    }
}
