import Foundation

extension CatalogueCheck {
    /// Where the catalogues are in the package.
    private static let catalogueFolder = "Assets/Catalogues"

    /// Sources in which every literal that looks like a key is one.
    private static let screenFolders = [
        "Sources/App/Localization", "Sources/App/StandupFeatures", "Sources/App/StandupTerminal",
    ]

    /// Sources in which other things look like keys too, names of events say, so that those count that are keys.
    private static let commandFolders = ["Sources/App/standup", "Sources/App/standup-gallery"]

    /// Checks the catalogues of this package against its sources.
    ///
    /// - Parameter root: The folder with the package's manifest; findings name files by their paths from there.
    /// - Throws: An error if a folder or a file cannot be read.
    package init(package root: String) throws {
        let folder = try CatalogueFolder(path: root + "/" + Self.catalogueFolder)
        var catalogues: [Catalogue] = []
        var errors: [CatalogueError] = []
        // The default language comes first: the others are compared with it.
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
