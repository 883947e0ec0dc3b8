/// The export of a past meeting.
package struct ExportScreen: Hashable, Sendable, Codable {
    /// Format, speaker, channel and file.
    package var form: FormScreen
}
