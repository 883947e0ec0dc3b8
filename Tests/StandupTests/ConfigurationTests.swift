import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import MeetingSocket
@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Configuration` {
    let program: Program

    init() throws {
        program = try Program()
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
    }

    private var file: String { program.folder + "/config/standup/config.yaml" }

    @Test func `a flag wins over the environment, that over the file, that over the default`() throws {
        let places = ["file", "environment", "flag", "xdg/standup"].map { program.folder + "/" + $0 }
        let xdg = ["XDG_DATA_HOME": program.folder + "/xdg", "STANDUP_DATA": ""]
        func create(_ environment: [String: String], _ more: [String] = []) throws {
            #expect(try program.run(["create", "D", "Ann"] + more, environment: environment).status == 0)
        }
        try create(xdg)
        #expect(places.map(exists) == [false, false, false, true])
        try write("data: \(places[0])\n", to: file)
        try create(xdg)
        #expect(places.map(exists) == [true, false, false, true])
        let both = xdg.merging(["STANDUP_DATA": places[1]]) { $1 }
        try create(both)
        #expect(places.map(exists) == [true, true, false, true])
        try create(both, ["--data", places[2]])
        #expect(places.map(exists) == [true, true, true, true])
        for place in places {
            #expect(try JSON(try program.run("list", "--json", "--data", place).output).elements.count == 1)
        }
    }

    @Test func `hooks come from the file alone, a path or a list, and ~/ is the home folder`() throws {
        let configuration = try standup.Configuration(
            yaml: "on-turn: ~/hook\non-end:\n  - lamp\n  - off\nme: Ann\n", path: "x")
        #expect(configuration.hooks.onTurn == [(Environment["HOME"] ?? "") + "/hook"])
        #expect(configuration.hooks.onEnd == ["lamp", "off"])
        #expect(configuration.hooks.me == "Ann")
    }

    @Test func `language is the default of new standups`() throws {
        try write("language: de\n", to: file)
        #expect(try JSON(try program.run("create", "D", "--json").output)["language"] == "de")
        #expect(try JSON(try program.run("create", "E", "--language", "fr", "--json").output)["language"] == "fr")
    }

    @Test(arguments: [
        (
            "data: /x\nlenght: 3\n",
            "line 2: no key 'lenght'; use one of: data, input, output, call, recognizer, "
                + "partials, numbers, recognizer-model, api-key-file, allow-plain-http, vocabulary, language, "
                + "interface-language, keep-audio-days, minutes, assistant, assistant-model, assistant-context, "
                + "assistant-key-file, background, flash, plain, me, on-turn, on-end, keys, post"
        ),
        ("langage: de\n", "line 1: no key 'langage'; did you mean 'language'?"),
        ("keys: X\n", "line 1: keys must be a map of PLACE.COMMAND: KEY, such as list.delete: X"),
        ("me: A\nkeys:\n  lst.delete: X\n", "line 3: no place 'lst' in keys; did you mean 'list'?"),
        ("keys:\n  list:\n    delte: X\n", "line 3: no command 'delte' in keys.list; did you mean 'delete'?"),
        ("keys:\n  list.delete: hyper-x\n", "line 2: no key is called 'hyper-x'; use a character, enter,"),
        ("keys:\n  list.delete: \n", "line 2: keys.list.delete has no key; write one"),
        ("keys:\n  list.delete: X\n  list: {delete: Y}\n", "line 3: keys.list.delete appears twice; remove one"),
        (
            "keys:\n  list.add: Z\n  list.delete: q\n",
            "line 3: keys.list.delete: q is also the key of list.quit; give one of them another"
        ),
        ("keys:\n  list: {add: X, delete: X}\n", "is also the key of list."),
        ("keys:\n  filter.clear-filter: x\n", "line 2: keys.filter.clear-filter: x types a character there"),
        ("keys:\n  delete: X\n", "line 2: write keys as PLACE.COMMAND: KEY, such as list.delete: X, not 'delete'"),
        (
            "\non-turn: [/bin/x, [y]]\n",
            "line 2: on-turn must be a path or a list, [PATH, ARGUMENT]"
        ),
        ("on-end:\n", "line 1: on-end must name a program: a path, or a list, [PATH, ARGUMENT]"),
        ("on-end: []\n", "line 1: on-end must name a program: a path, or a list, [PATH, ARGUMENT]"),
        (
            "on-end: ./x\n",
            "line 1: on-end must be an absolute path, ~/… or a name in PATH, not ./x"
        ),
        ("on-end: {a: b}\n", "line 1: on-end must be a path or a list, [PATH, ARGUMENT]"),
        ("\n\ndata:\n", "line 3: data has no value; write: data: TEXT"),
        ("input:\n  - a\n", "line 1: input has no value; write: input: TEXT"),
        ("data: /x\n\ndata: /y\n", "line 1: data appears twice; remove one"),
        ("me: Ann\nkeep-audio-days: 0\n", "line 2: keep-audio-days must be 1 to 36500, not '0'"),
        ("keep-audio-days: many\n", "line 1: keep-audio-days must be 1 to 36500, not 'many'"),
        ("background: blue\n", "line 1: background must be auto, light or dark, not 'blue'"),
        ("plain: sometimes\n", "line 1: plain must be yes or no, not 'sometimes'"),
        ("flash: maybe\n", "line 1: flash must be yes or no, not 'maybe'"),
        ("\ninterface-language: fr\n", "line 2: interface-language must be de, en or ko, not 'fr'"),
        ("interface-language: Deutsch\n", "line 1: interface-language must be de, en or ko, not 'Deutsch'"),
        ("language: xx\n", "line 1: language must be a language tag such as en, en-GB or de, not 'xx'"),
        ("language: Deutsch\n", "line 1: language must be a language tag such as en, en-GB or de, not 'Deutsch'"),
        (
            "recognizer: \"whisper:\"\n",
            "line 1: recognizer must be whisper, whisper:MODEL, pocketsphinx, none or the address of a speech server, "
                + "such as http://localhost:8080/v1, not 'whisper:'"
        ),
        ("minutes: always\n", "line 1: minutes must be off, rules or assistant, not 'always'"),
        ("numbers: digits\n", "line 1: numbers must be written or spoken, not 'digits'"),
        (
            "vocabulary: mine\n",
            "line 1: vocabulary must be software, none or the absolute path of a file, such as ~/terms.txt, not 'mine'"
        ),
        ("partials: never\n", "line 1: partials must be yes or no, not 'never'"),
        ("- data\n", "line 1: write one `key: value` per line"),
        ("data: [\n", "line 2: not YAML"),
        ("data: \"\n", "not YAML"),
    ])
    func `an error names the file, the line and the key`(_ text: String, message: String) throws {
        try write(text, to: file)
        let result = try program.run("list")
        #expect(result.status == 64)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("standup: configuration \(file)"), "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: [
        ("STANDUP_INTERFACE_LANGUAGE", "fr", "de, en or ko, not 'fr'"),
        ("STANDUP_LANGUAGE", "Deutsch", "a language tag such as en, en-GB or de, not 'Deutsch'"),
        ("STANDUP_KEEP_AUDIO_DAYS", "0", "1 to 36500, not '0'"),
        ("STANDUP_RECOGNIZER", "sphinx", "whisper, whisper:MODEL, pocketsphinx, none or the address of a speech"),
    ])
    func `a mistake in the environment names the variable`(_ name: String, _ value: String, accepted: String) throws {
        for command in ["list", "inspect"] {
            let result = try program.run(command, environment: [name: value])
            #expect(result.status == 64)
            #expect(result.errors.hasPrefix("standup: \(name) must be \(accepted)"), "\(result.errors)")
            #expect(result.errorLines.count == 1)
        }
        #expect(try program.run("list", environment: [name: ""]).status == 0)
    }

    @Test(arguments: [
        "interface-language: de-AT", "interface-language: ko_KR.UTF-8", "language: en-GB", "language: yue",
        "language: de-CH-1996", "recognizer: none", "recognizer: http://localhost:1/v1", "keep-audio-days: 36500",
    ])
    func `every valid value is accepted`(_ line: String) throws {
        try write(line + "\n", to: file)
        #expect(try program.run("list").status == 0)
    }

    @Test func `keys replace those of a command in one place`() throws {
        let configuration = try standup.Configuration(
            yaml: "keys:\n  list.delete: [X, ctrl-x]\n  record: {pause: f5, shuffle: []}\n", path: "x")
        let table = configuration.keyTable
        #expect(table.command(for: .character("X"), in: .list) == .delete)
        #expect(table.command(for: .control("x"), in: .list) == .delete)
        #expect(table.command(for: .character("D"), in: .list) == nil)
        #expect(table.command(for: .character("D"), in: .standup) == .delete)
        #expect(table.command(for: .function(5), in: .record) == .pause)
        #expect(table.command(for: .character("s"), in: .record) == nil)
    }

    @Test(arguments: ["", "\n", "# nothing\n"])
    func `an empty file sets nothing`(_ text: String) throws {
        try write(text, to: file)
        #expect(try program.run("list").status == 0)
    }

    @Test func `a file that is not text is one line`() throws {
        try mustSucceed(mkdir(file, 0o700))
        let result = try program.run("list")
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
    }
}
