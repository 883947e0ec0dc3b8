import Glibc
import Testing
import TestSupport

@testable import standup

/// `standup models` of the built program, with a catalogue and a server of the test.
@Suite(.timeLimit(.minutes(10))) struct `The speech models on the command line` {
    private let program: Program
    private let model = SmallWhisperModel().bytes
    private var models: String { program.folder + "/.local/share/standup-models/whisper" }

    init() throws {
        program = try Program()
    }

    /// Runs the command; the catalogue offers `small` at this address.
    private func run(_ arguments: String..., address: String = "http://127.0.0.1:1/x") throws -> Program.Result {
        let file = program.folder + "/ggml"
        try write(model, to: file)
        let sum = try program.run(program: "/usr/bin/sha256sum", [file]).output.prefix { $0 != " " }
        let catalogue = """
            models:
              - name: small
                family: whisper
                languages: [en, de]
                licence: MIT
                measured: {word-errors: 1.5, cpu: [0.5, 1]}
                sources:
                  - format: ggml
                    files: [{file: a.bin, size: \(model.count), sha256: \(sum), addresses: ["\(address)"]}]
            """
        try write(catalogue, to: program.folder + "/catalogue.yaml")
        return try program.run(
            ["models"] + arguments,
            environment: [
                "STANDUP_MODEL_CATALOGUE": program.folder + "/catalogue.yaml",
                "STANDUP_MODELS": program.folder + "/none",
                "PIP_CONFIG_FILE": "/dev/null",
            ])
    }

    @Test func `a model is installed, found, verified and removed`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, model) }
        let installed = try run("install", "small", address: server.base)
        #expect(installed.status == 0)
        #expect(installed.output == "")
        let lines = ["Downloading a.bin from 127.0.0.1", "Installed small: \(models)/ggml-small.bin"]
        #expect(installed.errorLines.map(String.init) == lines)
        #expect(try run("path", "small").output == "\(models)/ggml-small.bin\n")
        #expect(try run("path").output == "\(models)\n")
        #expect(try run("verify").output == "small: good, the same as in the catalogue\n")
        let again = try run("install", "small", address: server.base)
        #expect(again.status == 0 && again.errors == "The model small is already installed: \(models)/ggml-small.bin\n")
        #expect(server.requests.count == 1)
        #expect(try run("remove", "small").status == 0)
        #expect(try run("path", "small").status == 66)
        #expect(try run("remove", "small").status == 66)
    }

    @Test func `the list shows available and installed models, as a table and as JSON`() throws {
        let rows = try run().output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["NAME", "FAMILY", "LANGUAGES", "SIZE", "LICENCE", "ERRORS", "CPU"])
        let row = ["small", "whisper", "en,", "de", "0", "MB", "MIT", "1.5", "%", "0.5-1.0"]
        #expect(rows.dropFirst().first == row)
        try SmallWhisperModel(vocabulary: 51_864).install("own", in: models)
        try SmallWhisperModel().install("small", in: models)
        try write("half", to: "\(models)/ggml-half.bin")
        let listed = try JSON(try run("--json").output).elements.filter { $0["family"] == "whisper" }
        #expect(listed.compactMap { $0["name"] } == ["small", "half", "own"])
        #expect(listed.compactMap { $0["installed"] } == [true, false, true])
        #expect(listed.compactMap { $0["damaged"] } == [false, true, false])
        #expect(listed[2]["languages"]?.elements == ["en"])
        #expect(listed[0]["wordErrors"] == 1.5)
    }

    @Test func `the user's own files are listed, verified and removed, with any name`() throws {
        let names = ["my model", "caf\u{e9}", "cafe\u{301}"]
        for name in names { try SmallWhisperModel().install(name, in: models) }
        try mustSucceed(symlink("nowhere", models + "/ggml-gone.bin"))
        let listed = try JSON(try run("--json").output).elements.filter { $0["family"] == "whisper" }
        #expect(listed.count == 5)
        #expect(listed.compactMap { $0["damaged"] }.count { $0 == true } == 1)
        let verified = try run("verify")
        #expect(verified.status == 1)
        #expect(verified.output.contains("my model: a complete model that is not in the catalogue\n"))
        #expect(verified.output.contains("gone: not a complete model\n"))
        for name in names + ["gone"] { #expect(try run("remove", name).status == 0) }
        #expect(try run("path", "my model").status == 66)
    }

    @Test func `a failing source is reported, and if all fail the exit code is 69`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(404, "") }
        let result = try run("install", "small", address: server.base)
        #expect(result.status == 69)
        #expect(
            result.errorLines.map(String.init) == [
                "Downloading a.bin from 127.0.0.1", "standup: note: 127.0.0.1 failed (HTTP status 404)",
                "standup: cannot download small from any source; check the network and the proxy and "
                    + "try again (the download is kept)",
            ])
        #expect(try run().status == 0)
    }

    @Test func `a model that is changed or damaged is exit code 1, an own one is not`() throws {
        var changed = model
        changed[changed.count - 1] ^= 1
        let path = try SmallWhisperModel().install("small", in: models)
        try write(changed, to: path)
        let result = try run("verify", "small")
        #expect(result.status == 1)
        #expect(result.output == "small: a complete model, but not the one in the catalogue\n")
        let line =
            "standup: \(path) is damaged or was changed; install it again: standup models install small\n"
        #expect(result.errors == line)
        try write(Array(model.dropLast()), to: path)
        #expect(try run("verify").output == "small: not a complete model\n")
        let own = try SmallWhisperModel().install("own", in: program.folder)
        let verified = try run("verify", own, "--json")
        #expect(verified.status == 0)
        #expect(try JSON(verified.output).elements.first?["condition"] == "unknown")
        let missing = try run("verify", "/nowhere/ggml-x.bin")
        #expect(missing.status == 66)
        #expect(
            missing.errors == "standup: the file /nowhere/ggml-x.bin does not exist; give the path of a model file\n")
    }

    @Test func `an interrupted download is kept, and resumed`() throws {
        let half = Array(model[..<(model.count / 2)])
        let server = try SpeechServerDouble { request, number in
            guard number > 1 else { return .stuckBytes(half, length: model.count) }
            let range = "Content-Range: bytes \(half.count)-\(model.count - 1)/\(model.count)"
            return .bytes(206, Array(model[half.count...]), headers: [range])
        }
        // Leaves the catalogue there for a program that is started and not waited for.
        _ = try run(address: server.base)
        let process = try program.start(
            ["models", "install", "small"],
            environment: ["STANDUP_MODEL_CATALOGUE": program.folder + "/catalogue.yaml"])
        try eventually("half of the model is there") {
            try files(below: models).first.map { try bytes(of: $0) } == half
        }
        kill(process, SIGINT)
        #expect(wait(for: process) == 130)
        #expect(try run("install", "small", address: server.base).status == 0)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=\(half.count)-"])
        #expect(try run("verify").status == 0)
    }

    @Test func `a terminal shows a bar, and a line when the model is there`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, model) }
        _ = try run(address: server.base)
        let result = try program.runOnTerminal(
            "models", "install", "small",
            environment: ["STANDUP_MODEL_CATALOGUE": program.folder + "/catalogue.yaml"])
        #expect(result.status == 0)
        let bar = "\r[" + String(repeating: "#", count: 40) + "] 100 % of 0 MB"
        #expect(result.output.contains(bar))
        #expect(result.output.contains("Installed small: "))
    }

    @Test(arguments: [
        (0, 80, "[........................................] 0 % of 148 MB"),
        (73_975_733, 80, "[####################....................] 50 % of 148 MB"),
        (147_951_465, 40, "[#####################] 100 % of 148 MB"), (1_000_000, 20, "0 % of 148 MB"),
    ])
    func `a bar is as long as the terminal allows`(count: Int, columns: Int, line: String) {
        let bar = DownloadBar(count: count, total: 147_951_465)
        #expect(bar.text(for: Terminal(columns: columns, hasStyles: true)) == line)
    }

    @Test func `two programs do not install the same model at once`() throws {
        let server = try SpeechServerDouble { _, _ in .stuckBytes([], length: model.count) }
        _ = try run(address: server.base)
        let process = try program.start(
            ["models", "install", "small"],
            environment: ["STANDUP_MODEL_CATALOGUE": program.folder + "/catalogue.yaml"])
        try eventually("the download has begun") { server.requests.count == 1 }
        let second = try run("install", "small", address: server.base)
        #expect(second.status == 1)
        let line = "standup: another program is installing small; wait until it is done and try again\n"
        #expect(second.errors == line)
        kill(process, SIGTERM)
        #expect(wait(for: process) == 143)
    }

    @Test(arguments: [
        (["remove"], 64), (["nonsense"], 64), (["install", "nonsense"], 66),
        (["remove", "a/b"], 66),
        (["install", "small", "--json"], 64), (["path", "small"], 66), (["verify", "small"], 66),
    ])
    func `each failure is one line with its exit code`(arguments: [String], status: Int) throws {
        let result = try program.run(["models"] + arguments)
        #expect(Int(result.status) == status)
        #expect(result.errorLines.count == 1)
    }

    @Test func `the catalogue that comes with the program is in order`() throws {
        let listed = try JSON(try program.run("models", "--json").output).elements
        let names = listed.filter { $0["family"] == "whisper" }.compactMap { $0["name"] }
        #expect(names == ["tiny.en", "base", "tiny", "base.en", "small", "large-v3-turbo-q5_0"])
        #expect(listed.first { $0["name"] == "base" }?["languages"]?.elements.count == 99)
    }

    @Test func `an unreadable catalogue is named with the problem`() throws {
        let path = program.folder + "/catalogue.yaml"
        for text in ["", "models: 1", "models: [{name: a}]", "models: ["] {
            try write(text, to: path)
            let result = try program.run(["models"], environment: ["STANDUP_MODEL_CATALOGUE": path])
            #expect(result.status == 1)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.hasPrefix("standup: cannot read the model catalogue \(path) ("))
        }
    }
}
