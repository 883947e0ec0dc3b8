/// A Whisper model in CTranslate2's format with one layer per side, two numbers per token, and ascending values.
struct SmallCTranslate2Model {
    /// The number of tokens.
    var vocabulary = 51_865
    /// Whether its values have 32 bits instead of 16.
    var isFloat32 = false
    /// The version of the format.
    var version: UInt32 = 6
    /// The type that each variable states; nil for the correct one.
    var type: UInt8?
    /// The name of its first variable.
    var firstVariable = "encoder/num_heads"

    /// The vocabulary: two text tokens, the end token, and special tokens.
    var tokens: [String] {
        let beginning = ["Ġhello", "é", "<|endoftext|>"]
        return beginning + (beginning.count..<vocabulary).map { "<|\($0)|>" }
    }

    /// The variables and their dimensions, except for the numbers of heads.
    private var variables: [(String, [Int])] {
        func linear(_ name: String, _ rows: Int, _ columns: Int) -> [(String, [Int])] {
            [("\(name)/weight", [rows, columns]), ("\(name)/bias", [rows])]
        }
        func norm(_ name: String) -> [(String, [Int])] { [("\(name)/gamma", [2]), ("\(name)/beta", [2])] }
        var all: [(String, [Int])] = []
        for (side, context) in [("encoder", 1500), ("decoder", 448)] {
            let layer = "\(side)/layer_0"
            all += norm("\(layer)/self_attention/layer_norm") + linear("\(layer)/self_attention/linear_0", 6, 2)
            all += linear("\(layer)/self_attention/linear_1", 2, 2)
            if side == "decoder" {
                all += norm("\(layer)/attention/layer_norm") + linear("\(layer)/attention/linear_0", 2, 2)
                all += linear("\(layer)/attention/linear_1", 4, 2) + linear("\(layer)/attention/linear_2", 2, 2)
            }
            all += norm("\(layer)/ffn/layer_norm") + linear("\(layer)/ffn/linear_0", 8, 2)
            all += linear("\(layer)/ffn/linear_1", 2, 8)
            all += norm("\(side)/layer_norm") + [("\(side)/position_encodings/encodings", [context, 2])]
        }
        all += [("encoder/conv1/weight", [2, 80, 3]), ("encoder/conv1/bias", [2])]
        all += [("encoder/conv2/weight", [2, 2, 3]), ("encoder/conv2/bias", [2])]
        return all + [("decoder/embeddings/weight", [vocabulary, 2])]
    }

    /// The encoded file.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func write<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func write(_ text: String) {
            write(UInt16(text.utf8.count + 1))
            bytes += Array(text.utf8) + [0]
        }
        write(version)
        write("WhisperSpec")
        write(UInt32(3))
        write(UInt32(variables.count + 2))
        for name in [firstVariable, "decoder/num_heads"] {
            write(name)
            bytes += [0, 2]
            write(UInt32(2))
            write(UInt16(1))
        }
        for (name, dimensions) in variables {
            write(name)
            write(UInt8(dimensions.count))
            for dimension in dimensions { write(UInt32(dimension)) }
            let count = dimensions.reduce(1, *)
            write(type ?? (isFloat32 ? 0 : 4))
            write(UInt32(count * (isFloat32 ? 4 : 2)))
            for place in 0..<count {
                if isFloat32 { write(Float(place % 1000).bitPattern) } else { write(Float16(place % 1000).bitPattern) }
            }
        }
        write(UInt32(1))
        write("decoder/projection/weight")
        write("decoder/embeddings/weight")
        return bytes
    }
}
