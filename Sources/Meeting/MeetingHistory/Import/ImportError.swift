import Foundation
internal import MeetingModel

package struct ImportError: Error, Hashable, Sendable {
    /// The line in the file, from 1; nil if the problem concerns the whole file.
    package let line: Int?
    /// The problem, with the offending input.
    package let problem: String

    init(line: Int? = nil, _ problem: String) {
        self.line = line
        self.problem = problem
    }
}

extension ImportError: CustomStringConvertible {
    /// The error as one line, such as `line 3: not a time, 1:99`.
    package var description: String {
        line.map { "line \($0): \(DisplayText(problem))" } ?? DisplayText(problem).description
    }
}

extension ImportError {
    /// The problem with a JSON document, with its path, such as `[2].attendees[0].name: not a text`.
    init(decoding document: Data, failedWith error: any Error) {
        guard let error = error as? DecodingError else {
            self.init("\(error)")
            return
        }
        switch error {
        case .keyNotFound(let key, let context): self.init(missing: context.codingPath + [key])
        case .valueNotFound(_, let context): self.init(missing: context.codingPath)
        case .typeMismatch(let type, let context):
            let wanted =
                type == String.self
                ? "a text" : type == Double.self ? "a number" : type == [Any].self ? "a list" : "an object"
            self.init("\(Self.path(context.codingPath)): not \(wanted)")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init("not JSON: \(Self.syntaxError(in: document) ?? context.debugDescription)")
        case .dataCorrupted(let context): self.init("\(Self.path(context.codingPath)): \(context.debugDescription)")
        @unknown default: self.init("\(error)")
        }
    }

    private init(missing path: [any CodingKey]) {
        self.init("\(Self.path(path)) is missing; is this a file of Standups, SyncUps or Scrumdinger?")
    }

    /// The first syntax error and its character, which `JSONDecoder` does not report.
    private static func syntaxError(in document: Data) -> String? {
        do {
            _ = try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)
            return nil
        } catch {
            let reason = (error as NSError).userInfo["NSDebugDescription"] as? String
            return reason.map { String($0.prefix { $0 != "." }) }
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the document" }
        let path = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }
}
