import MeetingHistory
package import MeetingModel

/// Reads folders and finds files for the file chooser. [any thread; may take long]
package protocol FolderReader: Sendable {
    /// The folder in which the first choice begins.
    var start: String { get }

    /// Finds what a path names: a folder with its entries, or a file.
    ///
    /// A leading `~` is the user's home; a relative path begins in `folder`.
    func find(_ path: String, in folder: String) throws(FolderProblem) -> FoundPath
}

package enum FoundPath: Hashable, Sendable {
    case folder(FolderListing)
    /// A regular file, by its absolute path.
    case file(String)
}

package enum FolderProblem: Error, Hashable, Sendable {
    /// Nothing has this path, or it is a link to nothing.
    case missing(path: String)
    case unreadable(path: String, reason: String)
    /// It is neither a folder nor a regular file.
    case notAFile(path: String)
}

package struct FolderListing: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// The kind of an entry; a link has the kind of its target.
        package enum Kind: Hashable, Sendable {
            case folder
            case file
            /// A link to nothing.
            case brokenLink
        }

        package let name: String
        package let kind: Kind
        /// When it was changed last; nil if that is unknown.
        let modified: Timestamp?
        /// The name, for narrowing the list.
        let searchText: SearchText

        package init(_ name: String, _ kind: Kind, modified: Timestamp? = nil) {
            self.name = name
            self.kind = kind
            self.modified = modified
            searchText = SearchText(name)
        }

        var isHidden: Bool { name.utf8.first == UInt8(ascii: ".") }
    }

    /// The absolute path, without a slash at the end.
    package let path: String
    /// The entries: folders first, each kind in alphabetical order, numbers by their value.
    package let entries: [Entry]

    /// A folder with its entries in any order.
    package init(path: String, entries: [Entry]) {
        self.path = path
        let keyed = entries.map { (entry: $0, isFile: $0.kind != .folder, key: Self.sortKey($0.name)) }
        self.entries = keyed.sorted {
            if $0.isFile != $1.isFile { return $1.isFile }
            return $0.key == $1.key ? $0.entry.name < $1.entry.name : $0.key < $1.key
        }
        .map(\.entry)
    }

    /// The name in lower case, its numbers filled up with zeros, so that 2 comes before 10.
    private static func sortKey(_ name: String) -> String {
        let name = name.lowercased()
        guard name.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return name }
        var key = ""
        var digits = ""
        func fill() {
            key += String(repeating: "0", count: max(0, 20 - digits.count)) + digits
            digits = ""
        }
        for character in name {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            if !digits.isEmpty { fill() }
            key.append(character)
        }
        if !digits.isEmpty { fill() }
        return key
    }
}

package enum FilePath {
    /// The absolute path of a path that may begin with `~` or in a folder, without `.` and `..`.
    package static func absolute(_ path: String, in folder: String, home: String) -> String {
        var path = path
        if path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
        if !path.hasPrefix("/") { path = folder + "/" + path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The path of an entry of a folder.
    package static func entry(_ name: String, of folder: String) -> String {
        (folder.hasSuffix("/") ? folder : folder + "/") + name
    }

    /// The folder that holds a file or folder; nil for the root.
    package static func parent(of path: String) -> String? {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "/" }

    /// A path as terminals and file managers paste it: without quotes, and without `file://`.
    static func pasted(_ text: String) -> String {
        let text = text.trimmedName
        if text.hasPrefix("file://"), let path = PercentEncoding.decode(text.dropFirst(7)), path.hasPrefix("/") {
            return path
        }
        guard text.count > 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
