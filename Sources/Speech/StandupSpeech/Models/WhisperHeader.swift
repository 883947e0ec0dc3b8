/// The header of a complete model file.
///
/// The file holds a magic number, eleven hyperparameters, the mel filters, the tokens, and tensors up to its end. A
/// tensor begins with its type and dimensions, which determine the offset of the next one.
struct WhisperHeader: Hashable, Sendable {
    /// The number of tokens: 51864 for English only, 51865 for 99 languages, 51866 with Cantonese.
    let vocabulary: Int
    /// The number of encoder layers.
    let audioLayers: Int
    /// The number of decoder layers.
    let textLayers: Int

    var isEnglishOnly: Bool { vocabulary == Self.vocabularies.lowerBound }
    var hasCantonese: Bool { vocabulary == Self.vocabularies.upperBound }

    /// A rank by size; higher is better.
    var quality: Int { audioLayers * 100 + textLayers }

    private static let magic = 0x6767_6d6c
    private static let vocabularies = 51_864...51_866

    /// Reads the header and skips through the tensors.
    init(_ file: inout ModelFile) throws(WhisperModelError) {
        let path = file.path
        guard file.size > 4, try file.number() == Self.magic else { throw .notWhisper(path: path) }
        let vocabulary = try file.number()
        guard Self.vocabularies.contains(vocabulary) else { throw .notWhisper(path: path) }
        let audio = (context: try file.number(), state: try file.number(), heads: try file.number())
        audioLayers = try file.number()
        let text = (context: try file.number(), state: try file.number(), heads: try file.number())
        textLayers = try file.number()
        let mels = try file.number()
        _ = try file.number()
        self.vocabulary = vocabulary
        let isPlausible =
            [audio.context, text.context, audio.state, text.state].allSatisfy { (1...1 << 16).contains($0) }
            && [audio.heads, audioLayers, text.heads, textLayers, mels].allSatisfy { (1...1 << 10).contains($0) }
        guard isPlausible else { throw .notWhisper(path: path) }

        let filters = (rows: try file.number(), columns: try file.number())
        guard filters.rows == mels, (1...1 << 16).contains(filters.columns) else { throw .notWhisper(path: path) }
        try file.skip(filters.rows * filters.columns * 4)
        let tokens = try file.number()
        guard (1...vocabulary).contains(tokens) else { throw .notWhisper(path: path) }
        for _ in 0..<tokens {
            let length = try file.number()
            guard (0...1 << 16).contains(length) else { throw .notWhisper(path: path) }
            try file.skip(length)
        }
        var count = 0
        while file.offset < file.size {
            try file.skipTensor(or: .notWhisper(path: path))
            count += 1
        }
        // Embeddings, convolutions and norms; per layer two norms, an attention and a network; in decoder layers
        // another attention with its norm.
        guard count == 11 + 15 * audioLayers + 24 * textLayers else { throw .incomplete(path: path) }
    }
}

extension ModelFile {
    /// Skips a tensor, all of whose bytes must exist; throws `error` if it cannot be a tensor.
    mutating func skipTensor(or error: WhisperModelError) throws(WhisperModelError) {
        let (rank, name, type) = (try number(), try number(), try number())
        guard (1...4).contains(rank), (1...256).contains(name), let block = Self.blocks[type] else { throw error }
        var count = 1
        for _ in 0..<rank {
            let dimension = try number()
            guard (1...1 << 24).contains(dimension), count <= 1 << 32 else { throw error }
            count *= dimension
        }
        guard count % block.values == 0 else { throw error }
        try skip(name)
        try skip(count / block.values * block.bytes)
    }

    /// The number of values per block of each type, and the block's size in bytes.
    private static let blocks: [Int: (values: Int, bytes: Int)] = [
        0: (1, 4), 1: (1, 2),  // f32, f16
        2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),  // q4_0, q4_1, q5_0, q5_1, q8_0
        10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),  // q2_K to q6_K
        30: (1, 2),  // bf16
    ]
}
