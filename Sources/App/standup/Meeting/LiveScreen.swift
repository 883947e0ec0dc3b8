import AudioDevices
import MeetingEngine
import MeetingModel

/// The few lines that show a running meeting, made from its status; each is safe for a terminal and fits its width.
struct LiveScreen {
    /// The meeting.
    let status: MeetingStatus
    /// The clock's instant for which the lines are made.
    let now: Duration
    /// The terminal that shows them.
    let terminal: Terminal

    private var timer: MeetingTimer { status.timer }
    private var columns: Int { max(20, (terminal.columns ?? 80) - 1) }

    /// The lines, from the top.
    var lines: [String] {
        let current = timer.advanced(to: now)
        if case .ended = timer.phase { return ending(current) }
        return [heading(current), speaker(current), bar(current), next(current), words] + question(current)
    }

    /// The countdown is over: what is still being done, or that all is done.
    private func ending(_ timer: MeetingTimer) -> [String] {
        let state = status.isEnding ? "finishing the transcript…" : "ended"
        let head = line(
            DisplayText(status.standup.title), .bold, "\(state) · \(timer.elapsed(at: now).clockText()) in all", .dim)
        return [head, words]
    }

    private func heading(_ timer: MeetingTimer) -> String {
        var state = status.isRecording ? "● recording" : status.microphone == nil ? "no microphone" : "not recorded"
        if status.isMicrophoneLost { state = "○ microphone lost" }
        if case .paused = timer.phase { state = "‖ paused, off the record" }
        if case .asking = timer.phase { state = "‖ waiting" }
        let left = timer.meetingRemaining(at: now).clockText(.remaining)
        let tail = "\(state) · \(left) of \(timer.plannedLength.clockText(.remaining)) left"
        let isAlarming = status.isMicrophoneLost || timer.isPaused
        return line(DisplayText(status.standup.title), .bold, tail, isAlarming ? .yellow : .dim)
    }

    private func speaker(_ timer: MeetingTimer) -> String {
        guard let speaker = timer.speaker else { return line(DisplayText(""), .bold, "", .dim) }
        let remaining = timer.turnRemaining(at: now)
        let overtime = timer.turnOvertime(at: now)
        let clock = overtime > .zero ? "+" + overtime.clockText(.position) : remaining.clockText(.remaining)
        let style: Terminal.Style =
            overtime > .zero ? .red : timer.warning(at: now) != nil ? .yellow : .green
        return line(DisplayText("▶ \(status.name(of: speaker)) is speaking"), .bold, clock, style)
    }

    private func bar(_ timer: MeetingTimer) -> String {
        let width = columns - 2
        let filled = Int((Double(width) * min(1, max(0, turnProgress(timer)))).rounded(.down))
        return "  " + terminal.styled(String(repeating: "━", count: filled), .green)
            + terminal.styled(String(repeating: "─", count: width - filled), .dim)
    }

    private func turnProgress(_ timer: MeetingTimer) -> Double {
        guard let speaker = timer.speaker, let slot = timer.part(of: speaker)?.slot, slot > .zero else { return 1 }
        return 1 - timer.turnRemaining(at: now).seconds / slot.seconds
    }

    private func next(_ timer: MeetingTimer) -> String {
        let place = timer.speakerIndex.map { "Speaker \($0 + 1) of \(timer.speakerCount)" } ?? ""
        let next = timer.queue.first.map { "next: \(status.name(of: $0))" } ?? "no more speakers"
        return line(DisplayText("  \(place) · \(next)"), .dim, level, .dim)
    }

    /// A meter of ten steps from -50 dBFS to -5 dBFS.
    private var level: String {
        guard let level = status.level, !timer.isPaused else { return "" }
        let steps = min(10, max(0, Int(((level.peak + 55) / 5).rounded(.down))))
        return "mic " + String(repeating: "▮", count: steps) + String(repeating: "▯", count: 10 - steps)
    }

    private var words: String {
        if let partial = status.partials.last {
            return "  " + tail("\(status.name(of: partial.attendee)): \(partial.text) …", columns - 2)
        }
        if let last = status.utterances.last {
            let text = tail("\(status.name(of: last.attendee)): \(last.text)", columns - 2)
            return "  " + terminal.styled(text, .dim)
        }
        return ""
    }

    /// The end of a text that is too long, since the newest words matter.
    private func tail(_ text: String, _ columns: Int) -> String {
        let text = DisplayText(text)
        guard text.width > columns else { return text.description }
        var kept = text.description.suffix(columns - 2)
        while DisplayText(String(kept)).width > columns - 2 { kept = kept.dropFirst() }
        return "… " + kept
    }

    private func question(_ timer: MeetingTimer) -> [String] {
        let notice = status.notice.map { terminal.styled(DisplayText($0).truncated(to: columns).description, .yellow) }
        let help: String
        switch timer.phase {
        case .asking(let question):
            let title = question == .endAfterLast ? "Nobody else is to speak. End the meeting?" : "End the meeting?"
            help =
                title + "  "
                + question.answers.map { "[\($0.rawValue.prefix(1))] \($0.rawValue)" }.joined(separator: "  ")
        case .paused: help = "space resume  ·  q end"
        case .ended: help = ""
        case .running where status.awaitsMicrophone:
            help = "n next  p previous  space pause  d default mic  q end"
        case .notStarted, .running: help = "n next  p previous  space pause  l later  e +30 s  q end"
        }
        let isQuestion = if case .asking = timer.phase { true } else { false }
        let text = DisplayText(help).truncated(to: columns).description
        return [notice ?? "", terminal.styled(text, isQuestion ? .bold : .dim)]
    }

    private func line(
        _ left: DisplayText, _ leftStyle: Terminal.Style, _ right: String, _ rightStyle: Terminal.Style
    ) -> String {
        let right = DisplayText(right).truncated(to: columns - 1)
        let left = left.padded(to: max(0, columns - right.width - 1)).description
        return terminal.styled(left, leftStyle) + " " + terminal.styled(right.description, rightStyle)
    }
}
