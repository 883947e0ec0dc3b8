package import MeetingHistory
package import MeetingModel
package import StandupFeatures

/// Composes the same messages for every meeting; without any, there is no destination. [any thread]
package struct FixedPreviewer: MinutesPreviewer {
    private let messages: [PostPreview]

    /// Creates a previewer with the messages of all destinations.
    package init(_ messages: [PostPreview] = []) {
        self.messages = messages
    }

    /// The messages.
    package func previews(
        of meeting: Meeting.ID, in store: any MeetingStore
    ) throws(TaskProblem) -> [PostPreview] {
        guard !messages.isEmpty else { throw .noDestination }
        return messages
    }
}
