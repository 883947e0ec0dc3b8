import Yams

/// The models that can be installed, and where they come from.
package struct ModelCatalogue: Sendable {
    /// The models, as the catalogue orders them.
    package let models: [CatalogueModel]

    private struct File: Decodable {
        let models: [CatalogueModel]
    }

    /// Reads a catalogue, the text of a YAML file at a path.
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

    /// A catalogue of the given models.
    init(models: [CatalogueModel]) {
        self.models = models
    }

    /// The model of a name.
    package func model(named name: String) throws(InstallationError) -> CatalogueModel {
        guard let model = models.first(where: { $0.name == name }) else {
            throw .unknown(name: name, known: models.map(\.name))
        }
        return model
    }
}

/// A model of the catalogue.
package struct CatalogueModel: Hashable, Sendable {
    /// What was measured of a model.
    package struct Measured: Hashable, Sendable, Decodable {
        /// Wrong words in 100, in English.
        package let wordErrors: Double
        /// Seconds of a core for a second of sound: the least and the most.
        package let cpu: [Double]

        private enum CodingKeys: String, CodingKey {
            case wordErrors = "word-errors"
            case cpu
        }
    }

    /// Its name, such as `tiny.en`.
    package let name: String
    /// The engine that it is for, such as `whisper`.
    package let family: String
    /// The languages that it understands, as BCP 47 tags.
    package let languages: [String]
    /// Its licence, as SPDX names it.
    package let licence: String
    /// What was measured; nil if nothing was.
    package let measured: Measured?
    /// Where it comes from; the first source that works is used.
    package let sources: [ModelSource]

    /// The size of the installed file in bytes.
    package var size: Int { sources.first?.result.size ?? 0 }
}

/// A file's size and checksum.
package struct ExpectedFile: Hashable, Sendable {
    /// Its size in bytes.
    package let size: Int
    /// Its checksum.
    package let checksum: Checksum
}

/// A source of a model.
package struct ModelSource: Hashable, Sendable {
    /// A file to download.
    package struct Download: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// The size and checksum that it must have.
        package let expected: ExpectedFile
        /// Its addresses; the first that works is used.
        package let addresses: [String]
        /// The project of a Python package index that it belongs to.
        package let project: String?
    }

    /// What is in the files.
    package enum Content: Hashable, Sendable {
        /// The model in the format that is installed.
        case model
        /// A model in CTranslate2's format, in archives: the entries that make up its weights, in order, the size and
        /// checksum of the assembled weights, and the entry with its vocabulary.
        case ctranslate2(weights: [String], assembled: ExpectedFile, vocabulary: String)
    }

    /// What is downloaded.
    package let downloads: [Download]
    /// What is in the downloaded files.
    package let content: Content
    /// The size and checksum of the installed file.
    package let result: ExpectedFile
}
