import MeetingModel
import StandupSpeech

/// The Python package indexes (PEP 503) in which to look up files.
struct PackageIndex {
    /// The URLs of the indexes, without a final slash, in order.
    let addresses: [String]

    /// The maximum size of a page, in bytes.
    private static let pageLimit = 32 << 20

    /// The URL of a project's file in an index.
    func find(
        _ file: String, of project: String, in index: String, _ transport: CurlTransport, _ timeLimits: HTTPTimeLimits
    ) throws(InstallationError) -> String {
        let request = HTTPRequest(
            address: "\(index)/\(Self.normalized(project))/", headers: ["Accept: text/html"], redirects: 10)
        let answer: HTTPResponse
        do {
            answer = try transport.send(request, timeLimits: timeLimits, limit: Self.pageLimit)
        } catch {
            throw .source(error.reason)
        }
        guard answer.status == 200 else { throw .source("HTTP status \(answer.status)") }
        let page = String(decoding: answer.body, as: UTF8.self)
        for reference in Self.references(in: page) {
            guard let address = HTTPAddress.resolve(reference, against: answer.address),
                Self.fileName(of: address) == file
            else { continue }
            return address
        }
        throw .source("it has no \(file)")
    }

    static func normalized(_ project: String) -> String {
        project.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }.joined(separator: "-")
    }

    /// The link targets of a page, in order.
    static func references(in page: String) -> [String] {
        var references: [String] = []
        var rest = Array(page.utf8)[...]
        while let start = rest.firstRange(of: Array("href=".utf8)) {
            rest = rest[start.upperBound...]
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: quote) else { break }
            let text = String(decoding: rest[..<end], as: UTF8.self)
            references.append(text.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&"))
            rest = rest[end...].dropFirst()
        }
        return references
    }

    private static func fileName(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.split(separator: "%2B", omittingEmptySubsequences: false).joined(separator: "+")
    }
}

extension PackageIndex {
    /// Creates the indexes of pip's configuration files and the environment.
    init(environment: [String: String], read: (String) -> String?) {
        var settings: [String: String] = [:]
        for file in Self.configurationFiles(environment) {
            guard let text = read(file) else { continue }
            settings.merge(PipConfiguration(text).settings) { $1 }
        }
        for (variable, value) in environment where variable.hasPrefix("PIP_") && !value.isEmpty {
            let key = variable.dropFirst("PIP_".count).lowercased()
            settings[key.split(separator: "_").joined(separator: "-")] = value
        }
        let isOff = ["1", "true", "yes", "on"].contains(settings["no-index"]?.lowercased() ?? "")
        let first = settings["index-url"] ?? "https://pypi.org/simple"
        let more = settings["extra-index-url"]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
        addresses =
            isOff
            ? []
            : ([first] + more).map { address in
                var address = address[...]
                while address.hasSuffix("/") { address.removeLast() }
                return String(address)
            }
    }

    /// pip's configuration files; later ones take precedence.
    private static func configurationFiles(_ environment: [String: String]) -> [String] {
        let own = environment["PIP_CONFIG_FILE"] ?? ""
        guard own != "/dev/null" else { return [] }
        let shared = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        var files = shared.split(separator: ":").reversed().map { "\($0)/pip/pip.conf" } + ["/etc/pip.conf"]
        if let home = environment["HOME"], !home.isEmpty {
            let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.config"
            files += ["\(home)/.pip/pip.conf", "\(folder)/pip/pip.conf"]
        }
        if let virtual = environment["VIRTUAL_ENV"], !virtual.isEmpty { files.append("\(virtual)/pip.conf") }
        return own.isEmpty ? files : files + [own]
    }
}

/// A pip configuration file: sections of `key = value`, with continuation lines indented.
struct PipConfiguration {
    /// The settings that apply to downloads.
    let settings: [String: String]

    /// Parses a file; ignores everything except settings.
    init(_ text: String) {
        var sections: [String: [String: String]] = [:]
        var section = ""
        var key: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.trimmed
            guard let first = words.first, first != "#", first != ";" else { continue }
            if let key, line.first?.isWhitespace == true {
                sections[section, default: [:]][key, default: ""] += " \(words)"
            } else if first == "[" {
                section = words.dropFirst().prefix { $0 != "]" }.lowercased()
                key = nil
            } else if let equals = words.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                let name = String(words[..<equals].trimmed.map { $0 == "_" ? "-" : $0 }).lowercased()
                sections[section, default: [:]][name] = String(words[words.index(after: equals)...].trimmed)
                key = name
            }
        }
        settings = ["global", "install", "download"].reduce(into: [:]) { settings, section in
            settings.merge(sections[section] ?? [:]) { $1 }
        }
    }
}

extension HTTPError {
    /// The reason, for the end of a sentence.
    var reason: String {
        switch self {
        case .network(let text), .lost(let text): text
        case .timeOut: "it stopped sending"
        case .tooLarge: "it sent too much"
        case .refused: "it sent something else"
        case .cancelled: "interrupted"
        }
    }
}
