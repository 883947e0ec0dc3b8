import MeetingEngine
import MeetingModel
import StandupFeatures

extension EndedMeeting {
    /// How long the meeting took and how to see it, in one line.
    func line(of standup: Standup) -> String {
        let title = DisplayText(quoting: standup.title)
        guard reason != .discarded else { return "\(title) was discarded; nothing was kept." }
        var text = "\(title) took \(duration.clockText()). "
        if let heard {
            let parts = AudioChannel.allCases.map { "the \($0.rawValue) for \((heard[$0] ?? .zero).clockText())" }
            text += "Something was heard from \(parts.joined(separator: ", from ")). "
        }
        return text + "See it: standup meeting \(meeting.rawValue.prefix(8))"
    }
}
