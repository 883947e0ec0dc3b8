/// Converts a Whisper model from CTranslate2's format to whisper.cpp's.
///
/// The file holds a magic number, eleven hyperparameters, the mel filters, the tokens, and the tensors. One-dimensional
/// tensors, convolution biases and positional embeddings are f32, all others f16.
struct WhisperConversion {
    private let model: CTranslate2Model

    init(weights path: String) throws(InstallationError) {
        model = try CTranslate2Model(path: path)
    }

    /// Writes the file, with the vocabulary of the same model.
    func write(to path: String, vocabulary: [UInt8], isJSON: Bool) throws(InstallationError) {
        let embeddings = try model.variable("decoder/embeddings/weight").dimensions
        let convolution = try model.variable("encoder/conv1/weight").dimensions
        let contexts = try ["encoder", "decoder"].map { side throws(InstallationError) in
            try model.variable("\(side)/position_encodings/encodings").dimensions
        }
        guard embeddings.count == 2, convolution.count == 3, contexts.allSatisfy({ $0.count == 2 }),
            (1...1 << 10).contains(convolution[1])
        else { throw .source("the model has unexpected dimensions") }
        let layers = ["encoder", "decoder"].map(layers)
        let header = [
            0x6767_6d6c, embeddings[0], contexts[0][0], convolution[0], try model.number("encoder/num_heads"),
            layers[0], contexts[1][0], embeddings[1], try model.number("decoder/num_heads"), layers[1], convolution[1],
            1,
        ]
        let tokens = try WhisperTokens.read(vocabulary, isJSON: isJSON, count: embeddings[0])
        var file = try OutputFile(path: path)
        try file.write(header.flatMap(\.littleEndianBytes))
        try file.write([convolution[1], MelFilters.frequencies].flatMap(\.littleEndianBytes))
        try file.write(MelFilters.weights(count: convolution[1]).flatMap(\.littleEndianBytes))
        try file.write(tokens.count.littleEndianBytes)
        for token in tokens { try file.write(token.count.littleEndianBytes + token) }
        for tensor in WhisperTensors(encoderLayers: layers[0], decoderLayers: layers[1]).all {
            try write(tensor, to: &file)
        }
        try file.finish()
    }

    private func layers(_ side: String) -> Int {
        var count = 0
        while model.variables["\(side)/layer_\(count)/self_attention/linear_0/weight"] != nil { count += 1 }
        return count
    }

    private func write(_ tensor: WhisperTensors.Tensor, to file: inout OutputFile) throws(InstallationError) {
        let variable = try model.variable(tensor.variable)
        guard var rows = variable.dimensions.first, rows % tensor.parts == 0 else {
            throw .source("\(tensor.variable) has unexpected dimensions")
        }
        rows /= tensor.parts
        var dimensions = [rows] + variable.dimensions.dropFirst()
        if tensor.name.hasPrefix("encoder.conv"), tensor.name.hasSuffix(".bias") { dimensions.append(1) }
        let isExact =
            dimensions.count < 2 || dimensions.last == 1 || tensor.name.hasSuffix(".positional_embedding")
        let bytes = try model.bytes(of: variable, rows: tensor.part * rows..<(tensor.part + 1) * rows)
        let values = try Self.converted(bytes, of: variable, toFloat32: isExact)
        let head = [dimensions.count, tensor.name.utf8.count, isExact ? 0 : 1] + dimensions.reversed()
        try file.write(head.flatMap(\.littleEndianBytes) + Array(tensor.name.utf8))
        try file.write(values)
    }

    private static func converted(
        _ bytes: [UInt8], of variable: CTranslate2Model.Variable, toFloat32: Bool
    ) throws(InstallationError) -> [UInt8] {
        switch (variable.kind, toFloat32) {
        case (.float32, true), (.float16, false): bytes
        case (.float16, true):
            bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 2).flatMap { place in
                    let bits = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))
                    return Float(Float16(bitPattern: bits)).littleEndianBytes
                }
            }
        case (.float32, false):
            bytes.withUnsafeBytes { bytes in
                var halves: [UInt8] = []
                halves.reserveCapacity(bytes.count / 2)
                for place in 0..<bytes.count / 4 {
                    let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self))
                    let half = Float16(Float(bitPattern: bits)).bitPattern
                    halves += [UInt8(truncatingIfNeeded: half), UInt8(truncatingIfNeeded: half >> 8)]
                }
                return halves
            }
        default: throw .source("\(variable.name) is quantised, which cannot be converted")
        }
    }
}

extension Int {
    /// The low 32 bits, lowest byte first.
    var littleEndianBytes: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}

extension Float {
    /// The 32 bits, lowest byte first.
    fileprivate var littleEndianBytes: [UInt8] { Int(bitPattern).littleEndianBytes }
}
