import MeetingHistory
import MeetingModel

extension AudioRetention {
    /// What was done with old recordings, a line each.
    func lines(on report: Report, in store: some MeetingJournal) -> [String] {
        var lines = [warning(about: report.clock)].compactMap(\.self)
        lines += report.deleted.map { deleted in
            "\(Self.name(deleted.meeting)) is older than keep-audio-days (\(days)) and was deleted; "
                + (deleted.path.map { path in
                    "it lies in \(DisplayText(path)) for \(AudioTrash.days) days; see: standup doctor --dry-run"
                } ?? "the disk has no room to keep it any longer")
        }
        lines += report.emptied.map { item in
            let name = (try? store.meeting(item.meeting)).flatMap { $0 }.map(Self.name)
            return "\(name ?? "the recording of \(DisplayText(item.meeting.rawValue))") was removed from the trash of "
                + item.day
        }
        return lines + report.problems
    }

    /// Why no recording is deleted; nil if the clock can be relied on.
    func warning(about clock: SeenClock.Reading) -> String? {
        switch clock {
        case .steady: nil
        case .impossible:
            "the clock is wrong, so no recording is deleted because of its age; set the clock"
        case .jumped(let jump):
            "the clock is \(Self.text(jump)) the time when standup last ran, so no recording is deleted because "
                + "of its age: those that exist are kept \(days) more days; if the clock is wrong, set it"
        }
    }

    private static func text(_ jump: Duration) -> String {
        let days = Int(abs(jump.seconds) / 86_400)
        return "\(days) days \(jump < .zero ? "behind" : "ahead of")"
    }

    /// A meeting's recording as part of a sentence.
    static func name(_ meeting: Meeting) -> String {
        "the recording of \(DisplayText(quoting: meeting.title)) of \(LocalTime(meeting.startedAt).minute)"
    }
}
