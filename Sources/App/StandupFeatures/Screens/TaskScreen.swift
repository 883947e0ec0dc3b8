/// The progress of a background task, in front of any screen or at its bottom.
package struct TaskScreen: Hashable, Sendable, Codable {
    package var title: String
    /// The finished part from 0 to 1; nil if it is unknown.
    var fraction: Double?
    /// The finished part in words; empty if it is unknown.
    var percent: String
    /// The state in words, such as the remaining time; empty if there is nothing to say.
    var detail: String
    /// Whether the keys are for the task; otherwise they are for the screen.
    var isInFront: Bool
    /// How to get to the task; empty in front.
    var hint: String
}
