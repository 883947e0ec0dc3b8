import MeetingModel

/// The formats in which a meeting can be exported.
enum ExportFormat: String, CaseIterable {
    /// The recording, sample for sample.
    case wav
    /// The transcript by speaker, with times.
    case txt

    /// The format with a name, or, without one, the one that the end of a file's name says.
    init(named name: String?, file: String) throws(Failure) {
        let known = Self.allCases.map(\.rawValue).joined(separator: " or ")
        guard let wanted = name ?? Self.nameExtension(of: file) else {
            throw Failure(.usage, "no format, \(DisplayText(quoting: file)), say which: --format \(known)")
        }
        guard let format = Self(rawValue: wanted.lowercased()) else {
            let what = Self.planned.contains(wanted.lowercased()) ? "format not supported yet" : "no such format"
            throw Failure(.usage, "\(what), \(DisplayText(quoting: wanted)), choose one: --format \(known)")
        }
        self = format
    }

    /// What later versions will write.
    private static let planned: Set = ["flac", "ogg", "opus", "mp3", "md", "srt", "vtt", "json", "csv"]

    private static func nameExtension(of file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let end = name[dot...].dropFirst()
        return end.isEmpty ? nil : String(end)
    }
}
