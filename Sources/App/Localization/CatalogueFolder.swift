import Glibc
import MeetingModel

/// The folder of catalogues, one file per language: `en.yaml`, `de.yaml`.
package struct CatalogueFolder: Sendable {
    package let path: String
    /// The available languages, sorted by tag.
    package let languages: [LanguageTag]

    /// Lists the catalogues in a folder. [any thread]
    ///
    /// - Throws: An error if the folder cannot be read, or if it contains a `.yaml` file that is not named after a
    ///   language tag.
    package init(path: String) throws(CatalogueError) {
        guard let folder = opendir(path) else {
            throw CatalogueError(path: path, reason: errno)
        }
        defer { closedir(folder) }
        var languages: [LanguageTag] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasSuffix(".yaml"), !name.hasPrefix(".") else { continue }
            let stem = String(name.dropLast(5))
            guard let tag = LanguageTag(stem), tag.description == stem else {
                throw CatalogueError(
                    path: path + "/" + name, lineNumber: nil, key: nil,
                    problem: "not named by a language, name it like en.yaml or zh-Hant.yaml"
                )
            }
            languages.append(tag)
        }
        self.path = path
        self.languages = languages.sorted { $0.description < $1.description }
    }

    package func file(of language: LanguageTag) -> String { "\(path)/\(language).yaml" }

    /// Reads a language's catalogue. [any thread]
    ///
    /// - Throws: An error with the file and, if known, the line and the key.
    package func catalogue(of language: LanguageTag) throws(CatalogueError) -> Catalogue {
        let file = file(of: language)
        return try Catalogue(yaml: try Self.read(file), language: language, path: file)
    }

    package static func read(_ path: String) throws(CatalogueError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CatalogueError(path: path, reason: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw CatalogueError(path: path, reason: errno)
            }
            if count == 0 { break }
            bytes += chunk[..<count]
            guard bytes.count <= sizeLimit else {
                throw CatalogueError(
                    path: path, lineNumber: nil, key: nil, problem: "larger than 4 MB, split or remove it")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CatalogueError(path: path, lineNumber: nil, key: nil, problem: "not UTF-8 text, save it as UTF-8")
        }
        return text
    }

    private static let sizeLimit = 4 << 20
}

extension CatalogueError {
    fileprivate init(path: String, reason: Int32) {
        let message = systemMessage(reason)
        self.init(path: path, lineNumber: nil, key: nil, problem: "\(message), install standup again")
    }
}
