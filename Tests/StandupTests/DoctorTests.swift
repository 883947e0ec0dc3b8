import Dispatch
import Glibc
import MeetingModel
import MeetingTiming
import Testing
import TestSupport

@testable import Sound
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Doctor and devices` {
    let program: Program

    init() throws {
        program = try Program()
        // ALSA set up for a sound server only, and none runs.
        try write(Self.alsa, to: program.folder + "/asound.conf")
    }

    private static let alsa = """
        pcm.!default { type pulse }
        ctl.!default { type pulse }
        pcm.pulse { type pulse }
        """

    /// Variables that hide this machine's sound system.
    private var withoutSound: [String: String] {
        [
            "PULSE_SERVER": "unix:" + program.folder + "/no-server", "XDG_RUNTIME_DIR": program.folder,
            "ALSA_CONFIG_PATH": program.folder + "/asound.conf", "JACK_DEFAULT_SERVER": "standup-tests",
            "JACK_NO_START_SERVER": "1",
        ]
    }

    private func doctor(_ arguments: String..., environment: [String: String] = [:]) throws -> (
        status: Int32, document: JSON
    ) {
        let result = try program.run(
            ["doctor", "--json"] + arguments, environment: withoutSound.merging(environment) { $1 })
        return (result.status, try JSON(result.output))
    }

    private func check(_ name: String, in document: JSON) -> JSON? {
        document["checks"]?.elements.first { $0["name"] == .string(name) }
    }

    @Test func `doctor checks one thing a line, and creates nothing`() throws {
        let result = try program.run(["doctor"], environment: withoutSound)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        let names = [
            "program", "configuration", "data folder", "free space", "history", "files", "call's echo",
            "recognizer", "hooks",
            "notifications", "timer",
        ]
        for name in names {
            #expect(lines.count { $0.dropFirst(6).hasPrefix(name + " ") } == 1, "\(name)")
        }
        #expect(lines.allSatisfy { ["ok    ", "warn  ", "fail  "].contains(String($0.prefix(6))) })
        #expect(!exists(program.data))
    }

    @Test func `doctor --json has the same content as the lines`() throws {
        let (status, document) = try doctor()
        #expect(status == 0)
        #expect(document.keys == ["healthy", "checks"])
        #expect(document["healthy"] == true)
        for check in document["checks"]?.elements ?? [] {
            #expect(check.keys == ["name", "status", "finding", "mend"])
        }
        #expect(check("files", in: document)?["status"] == "ok")
    }

    @Test func `no sound system is a warning with the remedy, and exit 69 for devices`() throws {
        let found = try #require(check("sound system", in: try doctor().document))
        #expect(found["status"] == "warn")
        #expect("\(found)".contains("--input none --output none"))
        let devices = try program.run(["devices"], environment: withoutSound)
        #expect(devices.status == 69)
        #expect(devices.errorLines.count == 1)
        #expect(devices.errors.hasPrefix("standup: no sound system ("))
    }

    @Test func `a folder, a history or a configuration that cannot be used fails with 69`() throws {
        try write("", to: program.data)
        let folder = try doctor()
        #expect(folder.status == 69)
        #expect(folder.document["healthy"] == false)
        #expect(check("data folder", in: folder.document)?["status"] == "fail")
        unlink(program.data)
        try mustSucceed(mkdir(program.data, 0o700))
        try write(String(repeating: "no database ", count: 100), to: program.data + "/standup.db")
        let history = try doctor()
        #expect(history.status == 69)
        #expect(check("history", in: history.document)?["status"] == "fail")
        unlink(program.data + "/standup.db")
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("dta: x\n", to: program.folder + "/config/standup/config.yaml")
        let configuration = try doctor()
        #expect(configuration.status == 69)
        #expect(check("configuration", in: configuration.document)?["status"] == "fail")
    }

    @Test func `hooks with missing programs and notifications that no one would see are warnings`() throws {
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write(
            "on-turn: /no/such/hook\non-end: [sh, -c, x]\nme: Ann\n",
            to: program.folder + "/config/standup/config.yaml")
        let missing = try doctor(environment: ["PATH": "/nowhere"])
        #expect(missing.status == 0)
        #expect(check("hooks", in: missing.document)?["status"] == "warn")
        #expect(
            check("hooks", in: missing.document)?["finding"] == "not found: on-turn: /no/such/hook, on-end: sh")
        #expect(check("notifications", in: missing.document)?["mend"] == "install libnotify-bin")

        try write(
            "on-turn: /bin/true\non-end: [sh, -c, x]\nme: Ann\n",
            to: program.folder + "/config/standup/config.yaml")
        let bin = program.folder + "/bin"
        try mustSucceed(mkdir(bin, 0o700))
        try mustSucceed(symlink("/bin/true", bin + "/notify-send"))
        let path = bin + ":/usr/bin:/bin"
        let there = try doctor(environment: ["PATH": path])
        #expect(check("hooks", in: there.document)?["status"] == "ok")
        #expect(check("notifications", in: there.document)?["mend"] == "run standup in the desktop session")
        let desktop = try doctor(environment: ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"])
        #expect(
            check("notifications", in: desktop.document)?["finding"]
                == .string("at the turn of Ann, by \(bin)/notify-send"))
    }

    @Test func `a folder that others can read is a warning`() throws {
        try mustSucceed(mkdir(program.data, 0o700))
        try mustSucceed(chmod(program.data, 0o755))
        let (status, document) = try doctor()
        #expect(status == 0)
        #expect(check("data folder", in: document)?["status"] == "warn")
        #expect(check("data folder", in: document)?["mend"] == .string("chmod 700 \(program.data)"))
    }

    @Test(.enabled(if: exists("/usr/share/pocketsphinx/model/en-us/en-us/mdef")))
    func `on a machine without a Whisper model, doctor recommends the one that fits`() throws {
        let (_, document) = try doctor(environment: ["XDG_DATA_HOME": program.folder + "/share"])
        let whisper = try #require(check("whisper", in: document))
        #expect(whisper["status"] == "warn")
        #expect(whisper["mend"]?.line?.hasSuffix("standup models install") == true, "\(whisper)")
    }

    @Test func `missing files fail, and STANDUP_ASSETS fixes it`() throws {
        let installed = program.folder + "/prefix"
        let sources = String(#filePath.dropLast("Tests/StandupTests/DoctorTests.swift".count))
        try mustSucceed(mkdir(installed, 0o700))
        // In its own process: a program cannot be run while any process has its file open for writing.
        #expect(try program.run(program: "/bin/cp", [Program.path, installed + "/standup"]).status == 0)
        let missing = try program.run(program: installed + "/standup", ["doctor"], environment: withoutSound)
        #expect(missing.status == 69)
        #expect(missing.output.contains("fail  files          a file of the program is missing, Catalogues/en.yaml"))
        let mended = try program.run(
            program: installed + "/standup", ["doctor"],
            environment: withoutSound.merging(["STANDUP_ASSETS": sources + "Assets"]) { $1 })
        #expect(mended.status == 0)
    }

    @Test func `a program installed under a prefix finds its files there`() throws {
        let sources = String(#filePath.dropLast("Tests/StandupTests/DoctorTests.swift".count))
        let prefix = program.folder + "/a prefix"
        let built = String(Program.path.dropLast("/standup".count))
        let install = try program.run(program: sources + "tools/install", ["--from", built, prefix])
        #expect(install.status == 0, "\(install.errors)")
        #expect(names(in: prefix) == ["bin", "libexec", "share"])
        let assets = [
            "Catalogues", "Letters", "Licenses", "Manual", "Models", "Phrases", "Posts", "Systemd",
            "Vocabularies", "Voices",
        ]
        #expect(Set(names(in: prefix + "/share/standup-assets")).isSuperset(of: assets))
        let doctor = try program.run(program: prefix + "/bin/standup", ["doctor"], environment: withoutSound)
        #expect(doctor.status == 0)
        #expect(doctor.output.contains("ok    files          \(prefix)/share/standup-assets/Catalogues/en.yaml"))
        #expect(try program.run(program: prefix + "/bin/standup", ["--licenses"]).output.contains("whisper.cpp"))
        // As in ~/.local, the folder of shared data also holds the user's.
        let data = ["STANDUP_DATA": prefix + "/share/standup"]
        let create = try program.run(program: prefix + "/bin/standup", ["create", "Daily", "Ann"], environment: data)
        #expect(create.status == 0 && create.errors == "", "\(create.errors)")
    }

    @Test func `a program installed under a prefix has its symbols in .debug beside it`() throws {
        let sources = String(#filePath.dropLast("Tests/StandupTests/DoctorTests.swift".count))
        let prefix = program.folder + "/prefix"
        let built = String(Program.path.dropLast("/standup".count))
        let install = try program.run(program: sources + "tools/install", ["--from", built, prefix])
        #expect(install.status == 0, "\(install.errors)")
        for (folder, name) in [
            ("bin", "standup"), ("libexec/standup", "standup-pocketsphinx"), ("libexec/standup", "libstandup-tags.so"),
        ] {
            func sections(_ path: String) throws -> String {
                let read = try program.run(program: "/usr/bin/readelf", ["--sections", "--wide", path])
                #expect(read.status == 0, "\(read.errors)")
                return read.output
            }
            let installed = try sections("\(prefix)/\(folder)/\(name)")
            #expect(!installed.contains(".symtab") && !installed.contains(".debug_info"))
            #expect(installed.contains(".gnu_debuglink"))
            #expect(try sections("\(prefix)/\(folder)/.debug/\(name).debug").contains(".symtab"))
        }
    }

    @Test func `a working, a mute and a failing microphone differ`() {
        struct Scripted: AudioSystem {
            let capture: any CaptureStream
            func devices() throws(AudioError) -> [AudioDevice] { [] }
            func openCapture(_ selection: DeviceSelection) -> any CaptureStream { capture }
            func openCuePlayback(_ selection: DeviceSelection, cues: CueSounds) -> any CuePlaybackStream {
                fatalError("no loudspeaker is to be opened")
            }
            func openPCMPlayback(_ selection: DeviceSelection, sampleRate: Int) -> any PCMPlaybackStream {
                fatalError("no loudspeaker is to be opened")
            }
        }
        func check(_ state: StreamState, level: Float) -> Check? {
            SoundChecks(
                system: Scripted(capture: Tone(state: state, level: level)), input: .systemDefault,
                output: .file(path: "x")
            )
            .run().last
        }
        #expect(check(.running(sampleRate: 8_000), level: 0.5) == .ok("microphone", "tone, 8000 Hz, peak -6 dBFS"))
        #expect(check(.running(sampleRate: 8_000), level: 0)?.status == .warn)
        #expect(check(.failed(.failed(device: "tone", reason: "gone")), level: 1)?.finding.contains("gone") == true)
    }

    @Test func `a timer that never fires differs from one that does`() {
        #expect(TimerCheck.run(on: Composition.clock).finding.hasPrefix("fired at most "))
        let stopped = VirtualClock(nanosecondsSince1970: 0)
        #expect(TimerCheck.run(on: stopped, timeout: .milliseconds(1)).status == .fail)
    }
}

/// A microphone with a constant level.
private final class Tone: CaptureStream {
    let state: StreamState
    let level: Float
    let deviceName = "tone"
    let anchor: CaptureAnchor? = nil
    let lostFrames: Int64 = 0

    init(state: StreamState, level: Float) {
        self.state = state
        self.level = level
    }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        buffer.update(repeating: level)
        return buffer.count
    }

    func close() {}
}
