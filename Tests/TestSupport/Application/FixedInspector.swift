package import StandupFeatures

/// Says of each file what it was told; any other is a recording of two minutes. [any thread]
package struct FixedInspector: ImportInspecting {
    private let contents: [String: Result<ImportCandidate.Content, TaskProblem>]

    /// Creates an inspector with the contents of files by their paths.
    package init(_ contents: [String: Result<ImportCandidate.Content, TaskProblem>] = [:]) {
        self.contents = contents
    }

    /// The content of a file.
    package func inspect(_ path: String) throws(TaskProblem) -> ImportCandidate {
        let recording = ImportCandidate.Recording(
            duration: .seconds(125), channels: 1, title: "Monday", date: "2026-02-03 09:30")
        return ImportCandidate(path: path, content: try (contents[path] ?? .success(.recording(recording))).get())
    }
}
