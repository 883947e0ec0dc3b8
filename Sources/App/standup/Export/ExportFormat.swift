import AudioFiles
import MeetingExport
import MeetingModel

/// The formats in which a meeting can be exported.
enum ExportFormat: Hashable {
    /// The recording.
    case audio(AudioFormat)
    /// The transcript.
    case transcript(TranscriptFormat)

    /// The names of all, which are also the ends of their files' names.
    static let names = AudioFormat.allCases.map(\.rawValue) + TranscriptFormat.allCases.map(\.rawValue)

    /// Its name, which is also the end of its files' names.
    var name: String {
        switch self {
        case .audio(let format): format.rawValue
        case .transcript(let format): format.rawValue
        }
    }

    /// The format with a name, or, without one, the one that the end of a file's name says.
    init(named name: String?, file: String) throws(Failure) {
        let known = Self.names.joined(separator: ", ")
        guard let wanted = name ?? Self.nameExtension(of: file) else {
            let place = file.isEmpty ? "a folder's name says none" : DisplayText(quoting: file).description
            throw Failure(.usage, "no format, \(place), say which with --format: \(known)")
        }
        if let format = AudioFormat(rawValue: wanted.lowercased()) {
            self = .audio(format)
        } else if let format = TranscriptFormat(rawValue: wanted.lowercased()) {
            self = .transcript(format)
        } else {
            throw Failure(
                .usage, "no such format, \(DisplayText(quoting: wanted)), choose one with --format: \(known)")
        }
    }

    private static func nameExtension(of file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let end = name[dot...].dropFirst()
        return end.isEmpty ? nil : String(end)
    }
}
