/// The reasons that the program itself gives for a posting that failed, as the history keeps them: in English, with
/// values in the places that begin with `%`.
///
/// `MinutesPost.reason` is such a text, or what the system or a server says.
package enum PostReason: String, CaseIterable, Hashable, Sendable {
    case statusWithCode = "status %{status}: %{code}"
    case statusWithAnswer = "status %{status}, with an answer of %{bytes} bytes"
    case status = "status %{status}"
    case redirects = "it redirects to another address, which is not followed"
    case rejectsKey = "it rejects the address or the key, %{reason}"
    case busy = "it is busy"
    case answersCode = "it answers: %{code}"
    case answersError = "it answers with an error"
    case noEvent = "its answer has no event; check the server"
    case answersEmpty = "it answers %{status} with an empty answer; check the address"
    case answersPage = "it answers %{status} with a web page; check the address"
    case answersOther = "it answers %{status} with no JSON; check the address"
    case timeOut = "it did not answer in time"
    case lost = "no answer: %{reason}"
    case interrupted = "interrupted"
    case programEnded = "the program ended while it was sending"
    case givenUp = "given up after a week: %{reason}"
    case commandLater = "the command asks to try again, see: %{path}"
    case commandExit = "the command ended with exit code %{number}, see: %{path}"
    case commandSignal = "the command was ended by signal %{number}, see: %{path}"
    case commandTooLong = "the command took longer than a minute and was stopped, see: %{path}"
    case commandNotRun = "the command cannot be run (%{error}); mend it in the configuration"
    case noTemplate = "no template %{path}; correct its path in the configuration"
    case noAddressInFile = "the file %{path} holds no address; write one that begins with https://"
    case noAddress = "server of %{name} holds no address; write one that begins with https://"
    case plainInFile =
        "the minutes would go unencrypted to the address in the file %{path}; use https, or add its host to allow-plain-http"
    case plain =
        "the minutes would go unencrypted to the address in server of %{name}; use https, or add its host to allow-plain-http"
    case unreadableAddress = "cannot read the address file %{path} (%{error}); correct its path in the configuration"
    case unreadableKey = "cannot read the key file %{path} (%{error}); correct its path in the configuration"
    case openAddress = "other users can read the address file %{path}; keep them out with: chmod 600 %{path}"
    case openKey = "other users can read the key file %{path}; keep them out with: chmod 600 %{path}"
    case emptyAddress = "the address file %{path} holds no address; write it into the file in one line"
    case emptyKey = "the key file %{path} holds no key; write it into the file in one line"

    /// The places whose values are numbers.
    private static let numbers: Set<Substring> = ["status", "bytes", "number"]

    /// The text with values by the names of its places.
    package func text(_ values: [String: String] = [:]) -> String {
        var text = rawValue
        for (name, value) in values {
            text = text.split(separator: "%{\(name)}", omittingEmptySubsequences: false)
                .joined(separator: value)
        }
        return text
    }

    /// The reason that a text gives, with its values; nil if the text is not the program's.
    package static func read(_ text: String) -> (reason: PostReason, values: [String: String])? {
        for reason in allCases {
            if let values = reason.values(in: text) { return (reason, values) }
        }
        return nil
    }

    /// The values in a text of this reason; nil if the text is of another.
    private func values(in text: String) -> [String: String]? {
        var parts = rawValue.split(separator: "%{", omittingEmptySubsequences: false)[...]
        guard let start = parts.popFirst(), text.hasPrefix(start) else { return nil }
        var rest = text.dropFirst(start.count)
        var values: [String: String] = [:]
        while let part = parts.popFirst() {
            let split = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, next) = (split[0], split.count > 1 ? split[1] : "")
            let end: Substring.Index
            if parts.isEmpty {
                guard rest.hasSuffix(next) else { return nil }
                end = rest.index(rest.endIndex, offsetBy: -next.count)
            } else {
                guard let found = rest.firstRange(of: next) else { return nil }
                end = found.lowerBound
            }
            let value = rest[..<end]
            let isNumber = !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isNumber }
            guard isNumber || !Self.numbers.contains(name), !value.isEmpty else { return nil }
            if let before = values[String(name)], before != value { return nil }
            values[String(name)] = String(value)
            rest = rest[end...].dropFirst(next.count)
        }
        return rest.isEmpty ? values : nil
    }
}
