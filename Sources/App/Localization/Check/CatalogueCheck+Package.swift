import Foundation

extension CatalogueCheck {
    private static let catalogueFolder = "Assets/Catalogues"

    /// Sources in which every literal that looks like a key is a key.
    private static let screenFolders = [
        "Sources/App/Localization", "Sources/App/StandupFeatures", "Sources/App/StandupTerminal",
    ]

    /// Sources in which other literals, such as names of events and files, look like keys too.
    ///
    /// Only existing keys count.
    private static let commandFolders = [
        "Sources/App/standup", "Sources/App/standup-web", "Sources/App/Web", "Tests/standup-gallery",
    ]

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
        let screens = try Self.screenFolders.flatMap { try Self.uses(in: $0, root: root) }
        let commands = try Self.commandFolders.flatMap { try Self.uses(in: $0, root: root) }
            .filter { use in use.isCall || catalogues.contains { $0.entries[use.key] != nil } }
        self.init(catalogues: catalogues, errors: errors, uses: screens + commands)
    }

    private static func uses(in folder: String, root: String) throws -> [KeyUse] {
        try FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder).sorted()
            .filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                let path = "\(folder)/\(file)"
                return KeyUse.uses(inSwift: try CatalogueFolder.read(root + "/" + path), path: path)
            }
    }
}
