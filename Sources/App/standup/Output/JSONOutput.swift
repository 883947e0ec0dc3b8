import MeetingHistory
import MeetingModel

enum JSONOutput {
    static func write(_ document: some Encodable) throws(Failure) {
        try StandardOutput.write(text(of: document) + "\n")
    }

    /// Prints an array page by page, with the same text as for the whole array.
    ///
    /// `pages` calls its argument with each page; no page may be empty.
    static func write<Document: Encodable>(pages: (([Document]) throws -> Void) throws -> Void) throws {
        var isFirst = true
        try pages { page in
            let text = try text(of: page)
            // Drop the page's own brackets and their line breaks; the array's brackets are printed once.
            try StandardOutput.write((isFirst ? "[\n" : ",\n") + text.dropFirst(2).dropLast(2))
            isFirst = false
        }
        try StandardOutput.write(isFirst ? text(of: [Document]()) + "\n" : "\n]\n")
    }

    static func text(of document: some Encodable) throws(Failure) -> String {
        do {
            return try JSONText.text(of: document)
        } catch {
            throw Failure(.failed, "cannot write the result as JSON (\(error)); please report this")
        }
    }
}
