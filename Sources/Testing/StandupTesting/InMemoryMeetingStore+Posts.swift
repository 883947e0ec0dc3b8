package import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The postings of one meeting or of all, those of the newest meeting first.
    package func posts(of meeting: Meeting.ID?) -> [MinutesPost] {
        read { contents in
            contents.visibleMeetings.filter { meeting == nil || $0.meeting.id == meeting }
                .flatMap { kept in kept.posts.sorted { $0.key < $1.key }.map(\.value) }
        }
    }

    /// Stores a posting, unless the stored one differs from the original.
    package func save(_ post: MinutesPost, replacing original: MinutesPost?) throws(HistoryError) -> Bool {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == post.meeting }) else {
                throw .noMeeting(post.meeting)
            }
            guard contents.meetings[index].posts[post.destination] == original else { return false }
            contents.meetings[index].posts[post.destination] = post
            return true
        }
    }
}
