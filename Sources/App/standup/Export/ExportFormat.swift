import MeetingHistory
import MeetingModel
import Sound

enum ExportFormat: Hashable {
    case audio(AudioFormat)
    case transcript(TranscriptFormat)

    /// The names of all formats, which are also their file extensions.
    static let names = AudioFormat.allCases.map(\.rawValue) + TranscriptFormat.allCases.map(\.rawValue)

    var name: String {
        switch self {
        case .audio(let format): format.rawValue
        case .transcript(let format): format.rawValue
        }
    }

    /// The formats with what each is for, transcripts first.
    static let descriptions: [(format: ExportFormat, text: String)] = [
        (.transcript(.md), "the transcript as Markdown"), (.transcript(.txt), "the transcript as text"),
        (.transcript(.srt), "subtitles, SubRip"), (.transcript(.vtt), "subtitles, WebVTT"),
        (.transcript(.csv), "the transcript as a table"), (.transcript(.json), "turns and transcript, for programs"),
        (.audio(.mp3), "the recording, small, for any player"), (.audio(.opus), "the recording, smallest"),
        (.audio(.ogg), "the recording, small, Vorbis"), (.audio(.flac), "the recording, lossless"),
        (.audio(.wav), "the recording as it is"),
    ]

    /// Finds the format with a name, or, without a name, by the extension of a file.
    init(named name: String?, file: String) throws(Failure) {
        let known = Self.names.joined(separator: ", ")
        guard let wanted = name ?? Self.nameExtension(of: file) else {
            let place = file.isEmpty ? "the name of a folder" : DisplayText(quoting: file).description
            throw Failure(.usage, "cannot tell the format from \(place); choose one with --format: \(known)")
        }
        if let format = AudioFormat(rawValue: wanted.lowercased()) {
            self = .audio(format)
        } else if let format = TranscriptFormat(rawValue: wanted.lowercased()) {
            self = .transcript(format)
        } else {
            throw Failure(
                .usage, "no format '\(DisplayText(quoting: wanted))'; choose one with --format: \(known)")
        }
        guard !Self.isName(file, ofOtherThan: self.name) else {
            throw Failure(
                .usage,
                "\(DisplayText(quoting: file)) does not end in .\(self.name); change the name or --format")
        }
    }

    /// Whether a file's name ends as those of another format than the one with a name.
    static func isName(_ file: String, ofOtherThan format: String) -> Bool {
        guard let ending = nameExtension(of: file)?.lowercased() else { return false }
        return ending != format && names.contains(ending)
    }

    private static func nameExtension(of file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let end = name[dot...].dropFirst()
        return end.isEmpty ? nil : String(end)
    }
}
