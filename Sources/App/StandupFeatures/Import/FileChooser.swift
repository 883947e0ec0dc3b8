import MeetingHistory

/// A choice of a file: the entries of a folder, narrowed by a text, or a path that is typed.
package struct FileChooser: Sendable {
    enum Purpose: Hashable, Sendable {
        /// A recording, exported meetings, or the file of an app.
        case meetings
        /// Who spoke when.
        case speakers

        /// The endings of the files that are listed, in lower case.
        var endings: Set<String> {
            switch self {
            case .meetings:
                [
                    "wav", "wave", "flac", "ogg", "oga", "opus", "mp3", "aiff", "aif", "aifc", "au", "snd", "caf",
                    "w64",
                    "rf64", "json", "data",
                ]
            case .speakers: ["csv", "vtt", "srt"]
            }
        }
    }

    package enum Row: Hashable, Sendable {
        case parent
        /// An entry, by its index in the listing.
        case entry(Int)
    }

    enum Action: Hashable {
        /// Find what this path names, in the folder.
        case find(String)
        case close
    }

    /// The length of the longest path that can be typed, in characters.
    private static let longestPath = 4000
    /// The number of rows from which the screen draws.
    private static let windowRows = 400

    let purpose: Purpose
    /// The folder; nil until it has been read.
    package private(set) var listing: FolderListing?
    /// The path of the folder, or the root.
    var folder: String { listing?.path ?? "/" }
    /// The text that narrows the list, or a path.
    private(set) var field = TextField(limit: longestPath)
    package private(set) var rows: [Row] = []
    private(set) var selected = 0
    /// Why the last path could not be opened.
    package private(set) var problem: FolderProblem?
    /// The path that is being read.
    private(set) var awaited: String?
    /// The indices of the listed entries without the text, and of the hidden ones.
    private var usual: [Int] = []
    private var hidden: [Int] = []
    /// The text of the rows shown.
    private var narrowedBy = ""
    /// The entry to select once the folder has been read.
    private var wanted: String?
    /// Whether the folder is read to complete the path that is typed.
    private var isCompleting = false

    init(for purpose: Purpose) {
        self.purpose = purpose
    }

    /// The entry of a row; nil for the parent.
    func entry(of row: Row) -> FolderListing.Entry? {
        guard case .entry(let index) = row else { return nil }
        return listing?.entries[index]
    }

    /// Whether the text is a path instead of a part of a name.
    var isPath: Bool { field.text.contains("/") || field.text.hasPrefix("~") }

    /// The rows from which the screen draws, around the selected one.
    var window: Range<Int> {
        let half = Self.windowRows / 2
        let start = max(0, selected / half * half - half / 2)
        return min(start, rows.count)..<min(start + Self.windowRows, rows.count)
    }

    // MARK: Commands

    /// Starts with a folder, and asks for it; nil is the folder used last.
    mutating func open(_ folder: String?) -> String? {
        awaited = folder ?? ""
        return folder
    }

    /// Performs a command; `select` counts the rows of the window.
    mutating func perform(_ command: Command) -> Action? {
        switch command {
        case .back:
            problem = nil
            if field.text.isEmpty { return .close }
            field = TextField(limit: Self.longestPath)
            narrow()
        case .activate: return activate()
        case .nextField: return complete()
        case .deleteBackward where field.text.isEmpty: return goUp()
        case .select(let index):
            let row = window.lowerBound + index
            guard rows.indices.contains(row) else { break }
            if row == selected { return activate() }
            selected = row
        case .up, .down, .pageUp, .pageDown: move(command)
        case .first where field.text.isEmpty, .last where field.text.isEmpty: move(command)
        case .insert(let text) where text.count > 1: type(.insert(FilePath.pasted(text)))
        default: type(command)
        }
        return nil
    }

    private mutating func move(_ command: Command) {
        if !rows.isEmpty { selected = Selection.moved(selected, of: rows.count, by: command) ?? selected }
    }

    private mutating func type(_ command: Command) {
        let before = field.text
        guard field.perform(command), field.text != before else { return }
        problem = nil
        narrow()
    }

    private mutating func activate() -> Action? {
        guard awaited == nil else { return nil }
        if isPath { return find(field.text) }
        guard let listing, rows.indices.contains(selected) else { return nil }
        guard let entry = entry(of: rows[selected]) else { return goUp() }
        if entry.kind == .folder {
            field = TextField(limit: Self.longestPath)
            narrow()
        }
        return find(FilePath.entry(entry.name, of: listing.path))
    }

    private mutating func goUp() -> Action? {
        guard awaited == nil, let listing, let parent = FilePath.parent(of: listing.path) else { return nil }
        wanted = FilePath.name(of: listing.path)
        return find(parent)
    }

    /// Completes the path that is typed, once its folder has been read.
    private mutating func complete() -> Action? {
        guard awaited == nil, isPath else { return nil }
        isCompleting = true
        let start = field.text.lastIndex(of: "/").map { field.text[...$0] } ?? "~/"
        return find(String(start))
    }

    private mutating func find(_ path: String) -> Action? {
        problem = nil
        awaited = path
        return .find(path)
    }

    // MARK: Outcomes

    /// Shows the folder that was found; returns the path of a file.
    mutating func take(_ result: Result<FoundPath, FolderProblem>, for path: String?) -> String? {
        guard awaited == path ?? "" else { return nil }
        awaited = nil
        if isCompleting {
            isCompleting = false
            if case .success(.folder(let folder)) = result { complete(in: folder) }
            return nil
        }
        switch result {
        case .success(.file(let path)): return path
        case .success(.folder(let folder)): show(folder)
        case .failure(let problem):
            self.problem = problem
            wanted = nil
        }
        return nil
    }

    private mutating func show(_ folder: FolderListing) {
        // A path has been opened; letters typed meanwhile narrow the new folder.
        if isPath { field = TextField(limit: Self.longestPath) }
        listing = folder
        (usual, hidden) = ([], [])
        for (index, entry) in folder.entries.enumerated() where entry.kind == .folder || isListed(entry.name) {
            if entry.isHidden { hidden.append(index) } else { usual.append(index) }
        }
        (rows, narrowedBy) = ([], "")
        narrow()
        if let wanted, let row = rows.firstIndex(where: { entry(of: $0)?.name == wanted }) { selected = row }
        wanted = nil
    }

    private func isListed(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return purpose.endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Narrows the rows to the names with the text; a path leaves them as they are.
    private mutating func narrow() {
        guard let listing, !isPath else { return }
        let text = field.text
        guard text != narrowedBy || rows.isEmpty else { return }
        // A longer text only removes rows.
        let isNarrower = !narrowedBy.isEmpty && text.hasPrefix(narrowedBy)
        let candidates: [Int] =
            isNarrower
            ? rows.compactMap { if case .entry(let index) = $0 { index } else { nil } }
            : text.hasPrefix(".") ? hidden + usual : usual
        let wanted = SearchText(text)
        let kept = text.isEmpty ? candidates : candidates.filter { listing.entries[$0].searchText.contains(wanted) }
        let hasParent = text.isEmpty && FilePath.parent(of: listing.path) != nil
        rows = (hasParent ? [.parent] : []) + kept.map { .entry($0) }
        selected = hasParent && rows.count > 1 ? 1 : 0
        narrowedBy = text
    }

    private mutating func complete(in folder: FolderListing) {
        let text = field.text
        let start = text.lastIndex(of: "/").map { text.index(after: $0) }
        let (lead, prefix) = start.map { (text[..<$0], text[$0...]) } ?? ("~/", "")
        let found = folder.entries.filter { entry in
            entry.name.hasPrefix(prefix) && (entry.kind == .folder || isListed(entry.name))
                && entry.isHidden == prefix.hasPrefix(".")
        }
        guard let first = found.first else { return }
        let common = found.dropFirst().reduce(first.name) { common, entry in
            String(zip(common, entry.name).prefix { $0 == $1 }.map(\.0))
        }
        let end = found.count == 1 && first.kind == .folder ? "/" : ""
        field = TextField(lead + common + end, limit: Self.longestPath)
    }
}
