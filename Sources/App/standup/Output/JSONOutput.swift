import MeetingExport

/// Results as JSON documents on standard output.
enum JSONOutput {
    /// Writes one document to standard output.
    static func write(_ document: some Encodable) throws(Failure) {
        try StandardOutput.write(text(of: document) + "\n")
    }

    /// The text of a document.
    static func text(of document: some Encodable) throws(Failure) -> String {
        do {
            return try JSONText.text(of: document)
        } catch {
            throw Failure(.failed, "cannot write the result as JSON, \(error), please report it")
        }
    }
}
