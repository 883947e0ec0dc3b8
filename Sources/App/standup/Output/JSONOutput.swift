import MeetingExport

/// Results as JSON documents on standard output.
enum JSONOutput {
    /// Writes one document to standard output.
    static func write(_ document: some Encodable) throws(Failure) {
        try StandardOutput.write(text(of: document) + "\n")
    }

    /// Writes an array to standard output, a page of it at a time: the same text as that of the whole array.
    ///
    /// `pages` calls its argument with each page, none of which is empty.
    static func write<Document: Encodable>(pages: (([Document]) throws -> Void) throws -> Void) throws {
        var isFirst = true
        try pages { page in
            let text = try text(of: page)
            // Without the brackets, which stand in lines of their own.
            try StandardOutput.write((isFirst ? "[\n" : ",\n") + text.dropFirst(2).dropLast(2))
            isFirst = false
        }
        try StandardOutput.write(isFirst ? text(of: [Document]()) + "\n" : "\n]\n")
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
