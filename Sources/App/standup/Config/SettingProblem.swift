/// What is wrong with a setting in the configuration file.
struct SettingProblem: Error {
    /// The line; nil for that of the entry.
    var line: Int?
    let text: String
}
