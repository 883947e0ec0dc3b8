package import StandupFeatures

/// Folders in memory, for the choice of a file. [any thread]
package struct InMemoryFolders: FolderReader {
    /// What a path names.
    package enum Item: Hashable, Sendable {
        case folder([FolderListing.Entry])
        case file
        /// A folder or file that cannot be read.
        case unreadable(String)
        /// A device, pipe or socket.
        case other
    }

    /// The folder of the first choice, and the home.
    package let start: String
    private let items: [String: Item]

    /// Creates folders by their absolute paths; files are found if a folder lists them.
    package init(_ items: [String: Item] = ["/home/ann": .folder([])], start: String = "/home/ann") {
        self.start = start
        self.items = items
    }

    /// Finds what a path names.
    package func find(_ path: String, in folder: String) throws(FolderProblem) -> FoundPath {
        let path = FilePath.absolute(path, in: folder, home: start)
        switch items[path] ?? listed(path) {
        case .folder(let entries): return .folder(FolderListing(path: path, entries: entries))
        case .file: return .file(path)
        case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
        case .other: throw .notAFile(path: path)
        case nil: throw .missing(path: path)
        }
    }

    /// What the folder above says of a path.
    private func listed(_ path: String) -> Item? {
        guard let parent = FilePath.parent(of: path), case .folder(let entries) = items[parent],
            let entry = entries.first(where: { $0.name == FilePath.name(of: path) })
        else { return nil }
        switch entry.kind {
        case .folder: return .folder([])
        case .file: return .file
        case .brokenLink: return nil
        }
    }
}
