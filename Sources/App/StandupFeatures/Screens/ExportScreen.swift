/// The export of a past meeting.
package struct ExportScreen: Hashable, Sendable, Codable {
    /// Format, speaker, channel and file.
    package var form: FormScreen
    /// The progress from 0 to 1; nil while nothing is exported.
    package var progress: Double?
    /// The progress in words.
    package var progressText: String?
}
