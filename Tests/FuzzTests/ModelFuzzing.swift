@testable import StandupSpeech

@testable import standup

/// Speech models, their catalogue, and the files that tell where to download them.
enum ModelFuzzing {
    /// Reads bytes as one of these; the first byte chooses which.
    static func readModel(_ bytes: [UInt8]) throws {
        let rest = Array(bytes.dropFirst())
        switch (bytes.first ?? 0) % 7 {
        case 0: try readInstalled(rest)
        case 1: try readWeights(rest)
        case 2: try readVocabulary(rest)
        case 3: try readCatalogue(String(decoding: rest, as: UTF8.self))
        case 4: try readIndexPage(String(decoding: rest, as: UTF8.self))
        case 6: try readPickle(rest)
        default: try readPipConfiguration(String(decoding: rest, as: UTF8.self))
        }
    }

    /// Reads a model; an accepted one must be complete to its last byte.
    private static func readInstalled(_ bytes: [UInt8]) throws {
        let file = try PassingFile(bytes)
        guard let complete = try attempt({ try CompleteModel(path: file.path) }) else { return }
        try require(complete.size == bytes.count, "\(complete.size) bytes of \(bytes.count)")
        guard case .whisper(let model) = complete else { return }
        try require(model.supports("en"), "a model that does not understand English")
    }

    private static func readWeights(_ bytes: [UInt8]) throws {
        let file = try PassingFile(bytes)
        guard let model = try attempt({ try CTranslate2Model(path: file.path) }) else { return }
        for variable in model.variables.values {
            let values = try model.bytes(of: variable)
            try require(values.count == variable.count * variable.kind.size, "\(variable.name) is cut")
        }
    }

    private static func readPickle(_ bytes: [UInt8]) throws {
        guard let pickle = try attempt({ try TorchPickle(bytes) }) else { return }
        try require(pickle.tensors.count < bytes.count, "\(pickle.tensors.count) tensors of \(bytes.count) bytes")
    }

    private static func readVocabulary(_ bytes: [UInt8]) throws {
        let isJSON = bytes.first == UInt8(ascii: "[")
        guard let tokens = try attempt({ try WhisperTokens.read(bytes, isJSON: isJSON, count: 4) }) else { return }
        try require(tokens.count < 4, "\(tokens.count) tokens")
    }

    /// No entry leads out of the folder of the models, or has a source without a sum.
    private static func readCatalogue(_ text: String) throws {
        guard let catalogue = try attempt({ try ModelCatalogue(yaml: text, path: "catalogue.yaml") }) else { return }
        for model in catalogue.models {
            try requireFileName(model.name)
            try require(model.size > 0, "a model without a size")
            for download in model.sources.flatMap(\.downloads) { try requireFileName(download.name) }
        }
    }

    /// Links lead to http and https only.
    private static func readIndexPage(_ page: String) throws {
        for reference in PackageIndex.references(in: page) {
            guard let address = HTTPAddress.resolve(reference, against: "https://index/simple/a/") else { continue }
            let isWeb = address.hasPrefix("http://") || address.hasPrefix("https://")
            try require(isWeb, "leads to \(address)")
            if let host = HTTPAddress.host(of: address) { try require(!host.contains("@"), "shows \(host)") }
        }
    }

    private static func readPipConfiguration(_ text: String) throws {
        let index = PackageIndex(environment: [:]) { $0 == "/etc/pip.conf" ? text : nil }
        for address in index.addresses { try require(!address.hasSuffix("/"), "\(address) ends with a slash") }
    }
}
