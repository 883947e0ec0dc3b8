package import MeetingModel

package struct ImportCandidate: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case recording(Recording)
        /// Meetings that this program has exported, with the number of their standups.
        case exported(standups: Int, meetings: Int)
        /// The standups and meetings of another app.
        case standups(standups: Int, meetings: Int)
    }

    /// A recording to import.
    package struct Recording: Hashable, Sendable {
        package var duration: Duration
        /// The number of channels; two may be a room and a call.
        package var channels: Int
        /// The title of a standup made for it, from the file's name.
        package var title: String
        /// When the file was changed last, such as `2026-02-03 09:30`.
        package var date: String

        package init(duration: Duration, channels: Int, title: String, date: String) {
            self.duration = duration
            self.channels = channels
            self.title = title
            self.date = date
        }
    }

    /// The absolute path.
    package var path: String
    package var content: Content

    package init(path: String, content: Content) {
        self.path = path
        self.content = content
    }
}

/// A file to import, and how.
package struct ImportRequest: Hashable, Sendable {
    /// The standup that gets a recording.
    package enum StandupChoice: Hashable, Sendable {
        case existing(Standup.ID)
        case new(title: String)
    }

    /// When a recording without text is transcribed.
    package enum Transcription: Hashable, Sendable, CaseIterable {
        /// At the next start of a meeting.
        case later
        /// At once, after a question.
        case now
        case never
    }

    /// The choices for a recording.
    package struct Recording: Hashable, Sendable {
        package var standup: StandupChoice
        /// The title of the meeting; nil for the standup's.
        package var title: String?
        /// The start of the meeting; nil for the date of the file.
        package var startedAt: Timestamp?
        /// The path of the file that says who spoke when.
        package var speakers: String?
        /// The channel; nil for all, mixed.
        package var channel: AudioChannel?
        package var transcription: Transcription

        package init(
            standup: StandupChoice, title: String? = nil, startedAt: Timestamp? = nil, speakers: String? = nil,
            channel: AudioChannel? = nil, transcription: Transcription = .later
        ) {
            self.standup = standup
            self.title = title
            self.startedAt = startedAt
            self.speakers = speakers
            self.channel = channel
            self.transcription = transcription
        }
    }

    /// The absolute path of the file.
    package var path: String
    /// The choices for a recording; nil for any other file.
    package var recording: Recording?
}

/// What an import has added to the history.
package struct ImportedItems: Hashable, Sendable {
    /// A meeting that was imported alone.
    package struct Single: Hashable, Sendable {
        package var standup: Standup.ID
        package var meeting: Meeting.ID
        package var duration: Duration
        /// The number of its speakers.
        var speakers: Int
        /// Whether its recording has no text yet.
        package var isToBeTranscribed: Bool
        /// Why the rest of the file could not be read; nil if it was read to its end.
        package var damage: String?

        package init(
            standup: Standup.ID, meeting: Meeting.ID, duration: Duration, speakers: Int,
            isToBeTranscribed: Bool = false,
            damage: String? = nil
        ) {
            self.standup = standup
            self.meeting = meeting
            self.duration = duration
            self.speakers = speakers
            self.isToBeTranscribed = isToBeTranscribed
            self.damage = damage
        }
    }

    package var standups: [Standup.ID]
    package var meetings: [Meeting.ID]
    /// The new meeting, if it is the only one.
    var single: Single?
    /// The number of standups of the file that existed already.
    var knownStandups: Int
    /// The number of meetings of the file that existed already.
    var knownMeetings: Int

    package init(
        standups: [Standup.ID], meetings: [Meeting.ID], single: Single? = nil, knownStandups: Int = 0,
        knownMeetings: Int = 0
    ) {
        self.standups = standups
        self.meetings = meetings
        self.single = single
        self.knownStandups = knownStandups
        self.knownMeetings = knownMeetings
    }

    package var isEmpty: Bool { standups.isEmpty && meetings.isEmpty }
}
