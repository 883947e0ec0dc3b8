import Presentation

/// The choice of a file.
package struct FilesScreen: Hashable, Sendable, Codable {
    /// An entry of the folder, or the folder above it.
    package struct Row: Hashable, Sendable, Codable {
        package var name: String
        /// When it was changed last, or what is wrong with it.
        var detail: String
        var isFolder: Bool

        package init(name: String, detail: String, isFolder: Bool) {
            self.name = name
            self.detail = detail
            self.isFolder = isFolder
        }
    }

    package var title: String
    /// The path of the folder; empty until it has been read.
    package var folder: String
    /// The number of entries.
    var summary: String
    /// The text that narrows the list, or a path.
    var field: FieldScreen
    /// The rows around the selected one; `select` is an index into them.
    package var rows: [Row]
    var selected: Int?
    /// "Reading the folder…", or why there are no files.
    package var state: String?
    /// Why a folder or file cannot be opened.
    package var error: String?
}
