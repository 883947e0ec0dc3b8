package import Localization
import MeetingModel

/// A notice for the bottom line, not yet localized.
package struct NoticeMessage: Hashable, Sendable {
    package let kind: Notice.Kind
    /// What happened, and what to do.
    package let message: Message
    /// The consequence for the operation in progress.
    let consequence: Message?

    init(_ kind: Notice.Kind, _ message: Message, consequence: Message? = nil) {
        self.kind = kind
        self.message = message
        self.consequence = consequence
    }

    static let draftRestored = NoticeMessage(.information, .noticeDraftRestored)

    /// The standup of an update that is being typed was deleted elsewhere.
    static let updateWithoutStandup = NoticeMessage(.warning, .updatesStandupDeleted)

    /// A meeting of a standup is running elsewhere.
    static func canBeJoined(_ standup: Standup) -> NoticeMessage {
        NoticeMessage(.information, .noticeRunning(title: .text(standup.title)))
    }

    /// A standup, or its meeting, is not deleted while the meeting is running.
    static func isRunning(_ standup: Standup) -> NoticeMessage {
        NoticeMessage(.warning, .noticeDeleteRunning(title: .text(standup.title)))
    }

    init(_ items: ImportedItems) {
        if items.isEmpty {
            self.init(.warning, Message(known: items))
            return
        }
        guard let single = items.single else {
            self.init(
                .information,
                .importDoneItems(standups: .count(items.standups.count), meetings: .count(items.meetings.count)),
                consequence: items.knownStandups + items.knownMeetings == 0
                    ? nil
                    : Message.importDoneKnown(
                        standups: .count(items.knownStandups), meetings: .count(items.knownMeetings)))
            return
        }
        self.init(
            single.damage == nil ? .information : .warning,
            Message.importDoneMeeting(duration: .text(single.duration.clockText()), count: .count(single.speakers)),
            consequence: single.damage.map {
                Message.importDoneDamage(position: .text(single.duration.clockText(.position)), reason: .text($0))
            })
    }

    func notice(_ localizer: Localizer) -> Notice {
        Notice(kind, [message, consequence].compactMap { $0?.text(localizer) }.joined(separator: " "))
    }
}
