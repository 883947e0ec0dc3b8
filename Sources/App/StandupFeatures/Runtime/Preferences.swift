/// Stores small values between starts. [any thread]
package protocol Preferences: Sendable {
    /// The value of a key; nil if there is none.
    func value(_ key: PreferenceKey) -> String?

    /// Stores a value; a failed write is ignored.
    func keep(_ value: String, for key: PreferenceKey)

    /// The file that holds the value of a key; nil if it is not in a file.
    func path(of key: PreferenceKey) -> String?
}

package enum PreferenceKey: String, CaseIterable, Hashable, Sendable {
    /// The address of the last open place.
    case place
    /// The drafts of unsaved forms.
    case drafts
    /// The corrections of transcripts that are not saved.
    case corrections
    /// The folder of the last import.
    case importFolder = "import"
    /// The format, the folder and the speaker of the last export.
    case export
    /// The chosen microphone.
    case input
    /// The chosen loudspeaker.
    case output
    /// The source of the call for standups that have none of their own.
    case call
    /// The chosen recognizer; empty for the best that is installed.
    case recognizer
}
