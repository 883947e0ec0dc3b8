/// The tensors of a Whisper model by OpenAI's names, with CTranslate2's variables.
///
/// CTranslate2 stores queries, keys and values as rows of one variable, in this order. Keys have no bias; the variable
/// holds zeros for it.
struct WhisperTensors {
    /// A tensor and the variable with its values.
    struct Tensor: Hashable {
        let name: String
        let variable: String
        /// The index of its part of the variable, whose rows are divided into `parts` equal parts.
        var part = 0
        var parts = 1
    }

    /// The tensors in file order.
    private(set) var all: [Tensor] = []

    init(encoderLayers: Int, decoderLayers: Int) {
        for (side, layers) in [("encoder", encoderLayers), ("decoder", decoderLayers)] {
            for layer in 0..<layers { addLayer("\(side)/layer_\(layer)", "\(side).blocks.\(layer)", side == "decoder") }
            all.append(.init(name: "\(side).positional_embedding", variable: "\(side)/position_encodings/encodings"))
            addNorm("\(side)/layer_norm", side == "encoder" ? "encoder.ln_post" : "decoder.ln")
        }
        addLinear("encoder/conv1", "encoder.conv1")
        addLinear("encoder/conv2", "encoder.conv2")
        all.append(.init(name: "decoder.token_embedding.weight", variable: "decoder/embeddings/weight"))
    }

    private mutating func addLayer(_ source: String, _ name: String, _ isDecoder: Bool) {
        addNorm("\(source)/self_attention/layer_norm", "\(name).attn_ln")
        addParts("\(source)/self_attention/linear_0", ["query", "key", "value"].map { "\(name).attn.\($0)" })
        addLinear("\(source)/self_attention/linear_1", "\(name).attn.out")
        if isDecoder {
            addNorm("\(source)/attention/layer_norm", "\(name).cross_attn_ln")
            addLinear("\(source)/attention/linear_0", "\(name).cross_attn.query")
            addParts("\(source)/attention/linear_1", ["key", "value"].map { "\(name).cross_attn.\($0)" })
            addLinear("\(source)/attention/linear_2", "\(name).cross_attn.out")
        }
        addNorm("\(source)/ffn/layer_norm", "\(name).mlp_ln")
        addLinear("\(source)/ffn/linear_0", "\(name).mlp.0")
        addLinear("\(source)/ffn/linear_1", "\(name).mlp.2")
    }

    private mutating func addNorm(_ source: String, _ name: String) {
        all.append(.init(name: "\(name).weight", variable: "\(source)/gamma"))
        all.append(.init(name: "\(name).bias", variable: "\(source)/beta"))
    }

    private mutating func addLinear(_ source: String, _ name: String) {
        addParts(source, [name])
    }

    private mutating func addParts(_ source: String, _ names: [String]) {
        for (part, name) in names.enumerated() {
            all.append(.init(name: "\(name).weight", variable: "\(source)/weight", part: part, parts: names.count))
            guard !name.hasSuffix(".key") else { continue }
            all.append(.init(name: "\(name).bias", variable: "\(source)/bias", part: part, parts: names.count))
        }
    }
}
