import Glibc
import Testing
import TestSupport

@testable import StandupSpeech
@testable import standup

/// Conversion of CTranslate2 models to whisper.cpp's format.
@Suite(.timeLimit(.minutes(10))) final class WhisperConversionTests: Sendable {
    private let folder: String

    init() throws {
        folder = try makeTemporaryFolder()
    }

    deinit {
        removeFolder(folder)
    }

    private func convert(
        _ model: SmallCTranslate2Model, vocabulary: String? = nil, isJSON: Bool = false
    ) throws -> String {
        let (source, result) = ("\(folder)/model.bin", "\(folder)/ggml-small.bin")
        try write(model.bytes, to: source)
        let text = vocabulary ?? model.tokens.joined(separator: "\n")
        try WhisperConversion(weights: source).write(to: result, vocabulary: Array(text.utf8), isJSON: isJSON)
        return result
    }

    @Test func `A converted model is complete`() throws {
        let model = try WhisperModel(path: convert(SmallCTranslate2Model()))
        #expect(model.supports("de") && !model.isEnglishOnly)
        let english = try WhisperModel(path: convert(SmallCTranslate2Model(vocabulary: 51_864)))
        #expect(english.isEnglishOnly)
    }

    @Test func `Each part of a fused variable becomes a tensor, without a key bias`() throws {
        let file = try GGMLFile(bytes(of: convert(SmallCTranslate2Model())))
        #expect(file.header == [51_865, 1500, 2, 1, 1, 448, 2, 1, 1, 80, 1])
        #expect(file.tokens == [Array(" hello".utf8), [0xe9]])
        #expect(file.tensors.count == 11 + 15 + 24)
        #expect(file.tensors["encoder.blocks.0.attn.query.weight"]?.values == [0, 1, 2, 3])
        #expect(file.tensors["encoder.blocks.0.attn.key.weight"]?.values == [4, 5, 6, 7])
        #expect(file.tensors["encoder.blocks.0.attn.value.weight"]?.values == [8, 9, 10, 11])
        #expect(file.tensors["encoder.blocks.0.attn.value.bias"]?.values == [4, 5])
        #expect(file.tensors["encoder.blocks.0.attn.key.bias"] == nil)
        #expect(file.tensors["decoder.blocks.0.cross_attn.value.weight"]?.values == [4, 5, 6, 7])
        #expect(file.tensors["decoder.blocks.0.mlp.0.weight"]?.dimensions == [2, 8])
        #expect(file.tensors["encoder.conv1.bias"]?.dimensions == [1, 2])
        #expect(file.tensors["encoder.conv1.weight"]?.dimensions == [3, 80, 2])
        let exact = file.tensors.filter { $0.value.type == 0 }.keys
        let expected = file.tensors.keys.filter {
            $0.hasSuffix("bias") || $0.hasSuffix("positional_embedding") || $0.contains("ln")
        }
        #expect(Set(exact) == Set(expected))
    }

    @Test func `Values of 32 bits yield the same file`() throws {
        let short = try bytes(of: convert(SmallCTranslate2Model()))
        #expect(try bytes(of: convert(SmallCTranslate2Model(isFloat32: true))) == short)
    }

    @Test func `A JSON vocabulary yields the same file as a text one`() throws {
        let model = SmallCTranslate2Model()
        let lines = try bytes(of: convert(model))
        let json = "[" + model.tokens.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        #expect(try bytes(of: convert(model, vocabulary: json, isJSON: true)) == lines)
    }

    @Test func `The mel filters equal Whisper's`() throws {
        let weights = MelFilters.weights(count: 80)
        var bytes: [UInt8] = []
        for weight in weights { withUnsafeBytes(of: weight.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        try write(bytes, to: "\(folder)/mel")
        // The sum of the filters in whisper.cpp's own files.
        let sum = Checksum(.sha256, "2150c30cbbeb6029f52002ffa666c1c72d83dbf53f463cb8462052055806e891")
        #expect(try sum?.matches("\(folder)/mel") == true)
    }

    @Test func `Truncated weights, or of another version or type, are refused`() throws {
        let whole = SmallCTranslate2Model().bytes
        for length in [0, 3, 20, 40, 100, 2000, whole.count / 2] {
            try write(Array(whole[..<length]), to: "\(folder)/half.bin")
            #expect(throws: InstallationError.self, "\(length) bytes") {
                try WhisperConversion(weights: self.folder + "/half.bin")
            }
        }
        #expect(throws: InstallationError.source("its format is version 5, not 6")) {
            try self.convert(SmallCTranslate2Model(version: 5))
        }
        #expect(throws: InstallationError.self) { try self.convert(SmallCTranslate2Model(type: 7)) }
        #expect(throws: InstallationError.self) { try self.convert(SmallCTranslate2Model(type: 0)) }
    }

    @Test(arguments: ["", "a\u{1B}[31m", "a\nb", "\u{202E}a", String(repeating: "a", count: 201)])
    func `A variable with an unprintable name is refused without its name`(name: String) {
        let error = #expect(throws: InstallationError.self) {
            try self.convert(SmallCTranslate2Model(type: 7, firstVariable: name))
        }
        #expect(error.map { "\($0)" } == "a variable's name is not ASCII text of 1 to 200 letters")
    }

    @Test(arguments: ["", "a\nb\nc", "[1, 2]", "\u{0}"])
    func `An invalid vocabulary is refused`(text: String) throws {
        for isJSON in [true, false] {
            #expect(throws: InstallationError.self) {
                try self.convert(SmallCTranslate2Model(), vocabulary: text, isJSON: isJSON)
            }
        }
    }

    @Test func `A full disk is reported`() throws {
        try write(SmallCTranslate2Model().bytes, to: "\(folder)/model.bin")
        let vocabulary = Array(SmallCTranslate2Model().tokens.joined(separator: "\n").utf8)
        #expect(throws: InstallationError.file(path: "/dev/full", error: ENOSPC)) {
            try WhisperConversion(weights: self.folder + "/model.bin")
                .write(to: "/dev/full", vocabulary: vocabulary, isJSON: false)
        }
    }
}

/// The content of a whisper.cpp model file.
private struct GGMLFile {
    struct Tensor {
        var dimensions: [Int]
        var type: Int
        var values: [Float]
    }

    var header: [Int] = []
    var tokens: [[UInt8]] = []
    var tensors: [String: Tensor] = [:]

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        func take(_ count: Int) throws -> [UInt8] {
            try #require(rest.count >= count)
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        func number() throws -> Int { try take(4).reversed().reduce(0) { $0 << 8 | Int($1) } }
        #expect(try number() == 0x6767_6d6c)
        for _ in 0..<11 { header.append(try number()) }
        _ = try take(try number() * (try number()) * 4)
        for _ in 0..<(try number()) { tokens.append(try take(try number())) }
        while !rest.isEmpty {
            let (rank, length, type) = (try number(), try number(), try number())
            var dimensions: [Int] = []
            for _ in 0..<rank { dimensions.append(try number()) }
            let name = String(decoding: try take(length), as: UTF8.self)
            let values = try take(dimensions.reduce(1, *) * (type == 0 ? 4 : 2))
            let isShort = tensors.count < 200 && values.count < 256
            tensors[name] = Tensor(
                dimensions: dimensions, type: type, values: isShort ? Self.values(values, isFloat32: type == 0) : [])
        }
    }

    private static func values(_ bytes: [UInt8], isFloat32: Bool) -> [Float] {
        bytes.withUnsafeBytes { bytes in
            isFloat32
                ? (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
                : (0..<bytes.count / 2).map { Float(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Float16.self)) }
        }
    }
}
