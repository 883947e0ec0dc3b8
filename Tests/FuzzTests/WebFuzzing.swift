import Localization
import MeetingModel
import MeetingSocket

@testable import Web

/// What a browser sends, and pages that show it.
enum WebFuzzing {
    /// Reads a request: its target, the languages and a form, a line each.
    static func readRequest(_ bytes: [UInt8]) throws {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        try readTarget(String(decoding: lines[0], as: UTF8.self))
        if lines.count > 1 { try readLanguages(String(decoding: lines[1], as: UTF8.self)) }
        if lines.count > 2 { try readForm(Array(lines[2])) }
    }

    /// The address of a route means the same route, and leads nowhere else.
    private static func readTarget(_ target: String) throws {
        guard let route = WebRoute(target: target) else { return }
        let address = route.url.description
        try require(address.hasPrefix("/") && !address.hasPrefix("//"), "\(address) leaves the server")
        try require(address.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "\(address) is not ASCII")
        let again = WebRoute(target: String(address.prefix { $0 != "#" }))
        try require(again == route, "\(route) is \(address), which is \(String(describing: again))")
        for method in route.methods { try require(route.access(method) != .notAllowed, "\(method) \(address)") }
        guard case .search(let place) = route else { return }
        try show(place.words)
    }

    private static let available = ["en", "de", "ko"].compactMap { LanguageTag($0) }

    private static func readLanguages(_ header: String) throws {
        let choice = AcceptedLanguages.choose(header, available: available)
        try require(available.contains(choice.language), "\(choice.language) has no texts")
    }

    /// A command is read back as it was read, and a page that shows the words has nothing but them.
    private static func readForm(_ body: [UInt8]) throws {
        let fields = FormFields(body)
        if let command = WebCommand(fields) {
            let query = RelativeURL([], query: command.fields).description.dropFirst(2)
            try require(WebCommand(FormFields(query.utf8)) == command, "\(command) is \(query)")
        }
        if let secret = InvitationSecret(fields) {
            try require(!secret.text.isEmpty && secret.text.utf8.count <= InvitationSecret.longest, "\(secret)")
        }
        if let correction = CorrectionForm(fields) { try show(correction.text) }
        if let update = UpdateForm(fields), case .write(let text) = update.change { try show(text) }
        if let voice = VoiceForm(fields) { try require(voice.attendee?.rawValue != "", "\(voice)") }
        if let mark = PointForm(fields) { try require(mark.state != .open && !mark.point.rawValue.isEmpty, "\(mark)") }
    }

    /// Shows words in a field and in the title: they add no tag and no attribute.
    private static func show(_ words: String) throws {
        let reader = PageReader(Localizer(), role: .lead)
        func page(_ words: String) -> [UInt8] {
            SearchPage(SearchPlace(words: words), in: [], result: nil, for: reader).document.bytes
        }
        let (shown, usual) = (page(words), page(words.isEmpty ? "" : "x"))
        for byte in "<>\"".utf8 {
            try require(shown.count { $0 == byte } == usual.count { $0 == byte }, "'\(words)' is markup")
        }
        try require(String(validating: shown, as: UTF8.self) != nil, "'\(words)' makes a page that is not UTF-8")
    }
}
