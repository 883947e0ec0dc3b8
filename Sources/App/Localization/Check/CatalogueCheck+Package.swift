import Foundation

extension CatalogueCheck {
    private static let catalogueFolder = "Assets/Catalogues"

    private static let sourceFolders = ["Sources/App", "Tests/standup-gallery"]

    /// Checks this package's catalogues against its sources.
    ///
    /// - Parameter root: The folder of the package's manifest; paths in findings are relative to it.
    /// - Throws: An error if a folder or a file cannot be read.
    package init(package root: String) throws {
        let folder = try CatalogueFolder(path: root + "/" + Self.catalogueFolder)
        var catalogues: [Catalogue] = []
        var errors: [CatalogueError] = []
        // The default language comes first because the others are compared with it.
        for language in folder.languages.sorted(by: { $0 == .english && $1 != .english }) {
            let (catalogue, found) = Catalogue.checking(
                yaml: try CatalogueFolder.read(folder.file(of: language)), language: language,
                path: "\(Self.catalogueFolder)/\(language).yaml"
            )
            catalogues.append(catalogue)
            errors += found
        }
        let words = try Self.sourceFolders.map { try Self.words(in: root + "/" + $0) }
        self.init(catalogues: catalogues, errors: errors, words: words.reduce([]) { $0.union($1) })
    }

    /// The words of the Swift sources in a folder, without those in comments.
    private static func words(in folder: String) throws -> Set<String> {
        var words: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            for line in try CatalogueFolder.read(folder + "/" + file).split(separator: "\n") {
                let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
                words.formUnion(code.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            }
        }
        return words
    }
}
