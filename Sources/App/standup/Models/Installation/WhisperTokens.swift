import FoundationEssentials

/// The tokens of a Whisper model, as bytes.
enum WhisperTokens {
    /// Parses a vocabulary, a JSON list or one token per line, without the special tokens at its end.
    static func read(_ bytes: [UInt8], isJSON: Bool, count: Int) throws(InstallationError) -> [[UInt8]] {
        let texts: [String]
        if isJSON {
            guard let list = try? JSONDecoder().decode([String].self, from: Data(bytes)) else {
                throw .source("the vocabulary is not a list of tokens")
            }
            texts = list
        } else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            texts = lines.prefix(count).map { String(decoding: $0, as: UTF8.self) }
        }
        guard texts.count == count else {
            throw .source("the vocabulary has \(texts.count) tokens instead of \(count)")
        }
        let last = "<|endoftext|>"
        guard let end = texts.firstIndex(of: last) else { throw .source("the vocabulary lacks \(last)") }
        var tokens: [[UInt8]] = []
        for text in texts[..<end] {
            var token: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = characters[scalar] else { throw .source("the vocabulary has an impossible token") }
                token.append(byte)
            }
            tokens.append(token)
        }
        return tokens
    }

    /// GPT-2 represents each byte by a printable character: itself, or one from 256 on.
    private static let characters: [Unicode.Scalar: UInt8] = {
        let printed = Set(Array(33...126) + Array(161...172) + Array(174...255))
        var characters: [Unicode.Scalar: UInt8] = [:]
        var next: UInt32 = 256
        for byte in 0...255 {
            let value = printed.contains(byte) ? UInt32(byte) : next
            if !printed.contains(byte) { next += 1 }
            if let scalar = Unicode.Scalar(value) { characters[scalar] = UInt8(byte) }
        }
        return characters
    }()
}
