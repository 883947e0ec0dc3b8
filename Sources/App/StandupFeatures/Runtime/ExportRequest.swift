package import MeetingModel

package struct OfferedFormat: Hashable, Sendable {
    /// The name, which is also the extension of its files.
    package var name: String
    /// Whether it is sound; otherwise it is text.
    var isSound: Bool
    /// Whether it is one file with the statistics of several meetings, whose ending is `csv`.
    package var isStatistics: Bool
    /// Whether it is the minutes of a meeting, not its transcript.
    package var isMinutes: Bool

    package init(_ name: String, isSound: Bool, isStatistics: Bool = false, isMinutes: Bool = false) {
        self.name = name
        self.isSound = isSound
        self.isStatistics = isStatistics
        self.isMinutes = isMinutes
    }
}

package struct ExportChoices: Hashable, Sendable {
    package var format: OfferedFormat
    /// The attendee whose part it is; nil for everyone.
    package var speaker: Attendee.ID?
    /// The channel of the recording; nil for all, mixed.
    package var channel: AudioChannel?
    /// The path of the file, or of an existing folder for it.
    package var path: String
    /// The file's name in a folder; empty for several files.
    package var name: String
    package var overwrites = false
}

/// Which meetings to export to a folder, and how.
package struct MeetingsExportRequest: Hashable, Sendable {
    package var standup: Standup.ID
    package var title: String
    /// The meetings; nil for all of the standup.
    package var meetings: Set<Meeting.ID>?
    /// The choices; the path is that of the folder.
    package var choices: ExportChoices
}

/// The files that an export of several meetings has written.
package struct ExportedMeetings: Hashable, Sendable {
    /// The number of files.
    package var count: Int
    /// The number of meetings with something to export.
    package var total: Int
    /// The number of meetings with nothing to export.
    var skipped: Int
    package var folder: String

    package init(count: Int, of total: Int, skipped: Int, folder: String) {
        self.count = count
        self.total = total
        self.skipped = skipped
        self.folder = folder
    }
}

package struct ExportRequest: Hashable, Sendable {
    package var meeting: Meeting.ID
    package var format: OfferedFormat
    /// The attendee whose part it is; nil for everyone.
    package var speaker: Attendee.ID?
    /// The number of the transcript; nil for the current one.
    package var version: Int?
    /// The channel of the recording; nil for all, mixed.
    package var channel: AudioChannel?
    /// The path of the file, or of an existing folder for it.
    package var path: String
    /// The file's name in a folder.
    package var name: String
    package var overwrites = false
}

/// What an export begins with.
package struct ExportOffer: Hashable, Sendable {
    package var formats: [OfferedFormat]
    /// The name of the format that was used last; nil before the first export.
    package var format: String?
    /// The attendee whose part was exported last; nil for everyone.
    package var speaker: Attendee.ID?
    /// The folder that was used last, else the working folder.
    package var folder: String

    /// What a first export begins with, or, with the text of `memory`, a later one.
    package init(formats: [OfferedFormat], folder: String, memory: String?) {
        let lines = (memory ?? "").split(separator: "\n", maxSplits: 1).map(String.init)
        self.formats = formats
        let choices = (lines.first ?? "").split(separator: "\t").map(String.init)
        format = choices.first
        speaker = choices.count > 1 ? Attendee.ID(rawValue: choices[1]) : nil
        self.folder = lines.count > 1 ? lines[1] : folder
    }

    /// The text that keeps the choices of an export for the next.
    static func memory(of format: OfferedFormat, _ speaker: Attendee.ID?, writtenTo path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let choices = [format.name, speaker?.rawValue].compactMap(\.self).joined(separator: "\t")
        return choices + "\n" + (folder.count > 1 ? String(folder.dropLast()) : folder)
    }
}
