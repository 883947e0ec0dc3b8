package import Localization
import MeetingEngine
package import MeetingModel
import MeetingSocket

extension ReportedMeeting {
    /// The speakers' bars: each one's share of the meeting, and the elapsed part of it.
    func speakers(_ localizer: Localizer) -> [RecordScreen.Speaker] {
        let timer = timer
        let parts = Dictionary(uniqueKeysWithValues: timer.parts.map { ($0.id, $0) })
        let absent = Set(timer.absent)
        let waiting = Set(timer.queue)
        let shares = speakingOrder.compactMap { parts[$0] }.map { part in
            Share(part: part, left: max(.zero, timer.timeLeft(of: part.id)))
        }
        let following = Set(audience.compactMap(\.attendee))
        let whole = shares.reduce(0) { $0 + $1.whole.seconds }
        return shares.map { share in
            let id = share.part.id
            let state: RecordScreen.Speaker.State =
                if id == timer.speaker {
                    .speaking
                } else if waiting.contains(id) {
                    .waiting
                } else if absent.contains(id) {
                    .absent
                } else {
                    share.part.state == .spoke ? .spoke : .skipped
                }
            return RecordScreen.Speaker(
                id: id.rawValue, name: name(of: id, localizer), state: state,
                time: state == .absent && hasUpdate(id)
                    ? localizer(.recordAbsentWrote) : share.time(state),
                slot: [.absent, .skipped].contains(state) ? "" : share.part.slot.clockText(.remaining),
                share: whole > 0 ? share.whole.seconds / whole : 1 / Double(shares.count),
                progress: share.progress, isOvertime: state != .absent && share.part.overtime > .zero,
                isFollowing: following.contains(id), hasWritten: hasUpdate(id))
        }
    }

    /// An attendee's name, sanitized for display.
    package func name(of attendee: Attendee.ID, _ localizer: Localizer) -> String {
        guard let name = status.standup.attendees.first(where: { $0.id == attendee })?.name else {
            return localizer(.commonSomeone)
        }
        return DisplayText(name).description
    }
}

/// An attendee's part of the countdown, and the time left of it.
private struct Share {
    let part: MeetingTimer.Part
    let left: Duration

    var whole: Duration { part.used + left }

    var progress: Double { whole > .zero ? part.used / whole : 1 }

    func time(_ state: RecordScreen.Speaker.State) -> String {
        switch state {
        case .spoke: part.used.clockText()
        // In the format of the meeting's elapsed time beside it.
        case .speaking: part.used.clockText(.position)
        case .waiting: left.clockText(.remaining)
        case .absent, .skipped: part.used > .zero ? part.used.clockText() : ""
        }
    }
}
