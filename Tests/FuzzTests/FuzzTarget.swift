/// A reader of outside input: for any bytes, it must neither trap nor break its promises.
///
/// `tools/fuzz` lets libFuzzer look for bytes that make it fail; those found so far are in `Corpus`, and each test run
/// reads them again.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// Sound files of any kind, imported or used as a microphone.
    case sound
    /// WAV files left behind by a program that died.
    case recording
    /// Catalogues of texts.
    case catalogue
    /// The configuration, with the commands of hooks.
    case configuration
    /// What a browser sends to the web server: addresses, languages, forms.
    case web
    /// Heads of requests to the web server: hosts, origins, lengths, ranges.
    case heads
    /// Who spoke when: CSV, WebVTT, SubRip.
    case times
    /// Standups and meetings in files of other apps.
    case standups
    /// Places as text.
    case address
    /// Forms that were left before they were saved.
    case drafts
    /// The small texts of command lines: lengths, times, days, languages, searches, servers, names.
    case arguments
    /// Standard input of a meeting without a screen.
    case commands
    /// What another process sends to a running meeting.
    case socket
    /// What a terminal sends.
    case keys
    /// What is typed in the application.
    case typing
    /// A transcript after editing.
    case editing
    /// What a speech server answers.
    case answer
    /// What an assistant answers.
    case points
    /// Templates for minutes, and what the servers that get them answer.
    case posts
    /// Addresses of a team's server, and the values that it sends.
    case teamServer = "team-server"
    /// Speech models, the catalogue of them, and the files that tell where to download them.
    case models
    /// What a recognizer's process is asked.
    case requests
    /// What a recognizer's process answers.
    case replies
    /// A history in which any bytes of the file were changed.
    case database
    /// A history in which any values were changed.
    case rows

    /// Reads the bytes.
    ///
    /// - Throws: A `Fault` if something comes of them that must not.
    func read(_ bytes: [UInt8]) throws {
        switch self {
        case .sound: try SoundFuzzing.readSound(bytes)
        case .recording: try SoundFuzzing.mendRecording(bytes)
        case .catalogue: try TextFuzzing.readCatalogue(bytes)
        case .configuration: try TextFuzzing.readConfiguration(bytes)
        case .web: try WebFuzzing.readRequest(bytes)
        case .heads: try HeadFuzzing.readHead(bytes)
        case .times: try ImportFuzzing.readTimes(bytes)
        case .standups: try ImportFuzzing.readStandups(bytes)
        case .address: try TextFuzzing.readAddress(bytes)
        case .drafts: try TextFuzzing.readDrafts(bytes)
        case .arguments: try ArgumentFuzzing.readArguments(bytes)
        case .commands: try InputFuzzing.readCommands(bytes)
        case .socket: try SocketFuzzing.readLines(bytes)
        case .keys: try InputFuzzing.readKeys(bytes)
        case .typing: try InputFuzzing.pressKeys(bytes)
        case .editing: try InputFuzzing.readEditedTranscript(bytes)
        case .answer: try ServerFuzzing.readAnswer(bytes)
        case .points: try AssistantFuzzing.readAnswer(bytes)
        case .posts: try PostFuzzing.read(bytes)
        case .teamServer: try TeamServerFuzzing.read(bytes)
        case .models: try ModelFuzzing.readModel(bytes)
        case .requests: try RecognizerFuzzing.readRequests(bytes)
        case .replies: try RecognizerFuzzing.readAnswers(bytes)
        case .database: try HistoryFuzzing.readChangedFile(bytes)
        case .rows: try HistoryFuzzing.readChangedRows(bytes)
        }
    }
}

/// A promise that was broken.
struct Fault: Error, CustomStringConvertible {
    let description: String
}

/// Finds a fault unless something holds.
func require(_ holds: Bool, _ fault: @autoclosure () -> String) throws(Fault) {
    if !holds { throw Fault(description: fault()) }
}

/// Finds a fault in text that could move a cursor, break a line or do worse to a terminal.
func requireLine(_ text: String) throws(Fault) {
    let isSafe = text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
    try require(isSafe, "control characters in \(text.debugDescription)")
}

/// Finds a fault in a name that would be none of a file in a folder.
func requireFileName(_ name: String) throws(Fault) {
    try requireLine(name)
    let isOne = !name.isEmpty && !name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 250
    try require(isOne, "not the name of a file, \(name.debugDescription)")
}

/// The result of reading something; nil if it is rejected, with an error of one line.
func attempt<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
        return try body()
    } catch let fault as Fault {
        throw fault
    } catch {
        try requireLine("\(error)")
        return nil
    }
}

/// Bytes from which small numbers and pieces are taken one after the other; zeros when they are used up.
struct FuzzBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(bytes count: Int) -> UInt64 {
        (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
