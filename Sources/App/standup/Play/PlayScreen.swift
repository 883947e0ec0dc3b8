import MeetingModel
import MeetingPlayback

/// What is shown while a recording plays, as lines that are safe for a terminal and fit its width and height.
struct PlayScreen {
    /// The meeting.
    let meeting: Meeting
    /// Its transcript.
    let words: SpokenWords
    /// What is heard.
    let player: Player
    /// The terminal that shows them.
    let terminal: Terminal
    /// How many lines it has.
    let rows: Int
    /// Whether the keys are explained in place of the transcript.
    let showsHelp: Bool

    private var columns: Int { max(20, (terminal.columns ?? 80) - 1) }

    /// The lines, from the top.
    var lines: [String] {
        let body = max(rows - 6, 1)
        let middle = showsHelp ? Array(help.prefix(body)) : transcript(rows: body)
        let padding = [String](repeating: "", count: max(0, body - middle.count))
        return Array(([heading, speaker, bar, ""] + middle + padding + [notice, keys]).prefix(max(rows, 1)))
    }

    // MARK: The head

    private var heading: String {
        let state = player.interruption != nil ? "○ no sound" : player.isPaused ? "‖ paused" : "▶ playing"
        let time =
            "\(player.position.clockText(.position)) of \(player.duration.clockText(.position)) · \(player.speed)"
        let title = "\(meeting.title) · \(LocalTime(meeting.startedAt).minute)"
        let isStill = player.isPaused || player.interruption != nil
        return line(DisplayText(title), .bold, "\(state) · \(time)", isStill ? .yellow : .dim)
    }

    private var speaker: String {
        guard let index = player.turnIndex else { return "" }
        let name = DisplayText("  " + meeting.name(of: player.turns[index].attendee))
        return line(name, .green, "turn \(index + 1) of \(player.turns.count)", .dim)
    }

    /// The recording from end to end: what was heard, where turns begin, and what is not played.
    private var bar: String {
        let width = columns - 2
        let scale = Double(player.frames) / Double(width)
        let starts = Set(player.turns.map { Int(Double($0.frames.lowerBound) / scale) })
        let here = Int(Double(player.frame) / scale)
        var heard = ""
        var rest = ""
        for column in 0..<width {
            let middle = Int64((Double(column) + 0.5) * scale)
            let isPlayed = player.spans.frame(at: player.spans.offset(of: middle)) == middle
            let mark =
                starts.contains(column) && column > 0
                ? (column < here ? "╋" : "┼") : !isPlayed ? "·" : column < here ? "━" : "─"
            if column < here { heard += mark } else { rest += mark }
        }
        return "  " + terminal.styled(heard, .green) + terminal.styled(rest, .dim)
    }

    // MARK: The transcript

    /// As much of the transcript as fits, with what is spoken a third from the top.
    private func transcript(rows: Int) -> [String] {
        guard !words.utterances.isEmpty else { return [terminal.styled("  There is no transcript.", .dim)] }
        let time = player.position
        let current = words.latest(at: time)
        let center = current ?? 0
        // No utterance takes less than a line.
        let first = max(0, center - rows)
        let shown = first..<min(words.utterances.count, center + rows + 1)
        var lines: [String] = []
        var focus = 0
        for index in shown {
            let utterance = words.utterances[index]
            if index == shown.lowerBound || words.utterances[index - 1].attendee != utterance.attendee {
                let name = DisplayText("  " + meeting.name(of: utterance.attendee)).truncated(to: columns)
                lines.append(terminal.styled(name.description, index == current ? .bold : .dim))
            }
            let wrapped = wrap(pieces(of: index, current: current, at: time), start: utterance.start)
            if index == center { focus = lines.count + min(wrapped.lit, rows / 2) }
            lines += wrapped.lines
        }
        let start = max(0, min(focus - rows / 3, lines.count - rows))
        return Array(lines[start..<min(lines.count, start + rows)])
    }

    /// A piece of an utterance, and how it stands out.
    private struct Piece {
        let text: DisplayText
        let style: Terminal.Style?
        var isLit: Bool { style == .lit }
    }

    private func pieces(of index: Int, current: Int?, at time: Duration) -> [Piece] {
        let utterance = words.utterances[index]
        let isHeard = index == current && time < utterance.end
        guard isHeard, !utterance.words.isEmpty else {
            return utterance.text.split(separator: " ").map {
                Piece(text: DisplayText(String($0)), style: isHeard ? nil : .dim)
            }
        }
        let last = words.lastWord(of: index, at: time) ?? -1
        return utterance.words.enumerated().map { position, word in
            Piece(text: DisplayText(word.text), style: position == last ? .lit : position < last ? nil : .dim)
        }
    }

    /// The lines of an utterance, broken at spaces, and which of them holds what is spoken.
    private func wrap(_ pieces: [Piece], start: Duration) -> (lines: [String], lit: Int) {
        let offset = start.clockText(.position)
        let indent = String(repeating: " ", count: max(9 - offset.count, 2)) + offset + "  "
        let width = max(columns - indent.count, 4)
        var lines = [terminal.styled(indent, .dim)]
        var used = 0
        var lit = 0
        for piece in pieces {
            let text = piece.text.truncated(to: width - (terminal.hasStyles ? 0 : 2))
            let taken = text.width + (piece.isLit && !terminal.hasStyles ? 2 : 0)
            if used > 0, used + 1 + taken > width {
                lines.append(String(repeating: " ", count: indent.count))
                used = 0
            }
            lines[lines.count - 1] += (used > 0 ? " " : "") + styled(text, piece.style)
            used += (used > 0 ? 1 : 0) + taken
            if piece.isLit { lit = lines.count - 1 }
        }
        return (lines, lit)
    }

    /// Where there are no styles, what is spoken stands in brackets.
    private func styled(_ text: DisplayText, _ style: Terminal.Style?) -> String {
        guard let style else { return text.description }
        if style == .lit, !terminal.hasStyles { return "[\(text)]" }
        return terminal.styled(text.description, style)
    }

    // MARK: The foot

    private var notice: String {
        guard let reason = player.interruption else { return "" }
        let text = "The loudspeaker is lost, waiting for it: \(reason)"
        return terminal.styled(DisplayText(text).truncated(to: columns).description, .yellow)
    }

    private var keys: String {
        let text = "space pause  ←→ 5 s  p n turn  - + speed  q quit  ? help"
        return terminal.styled(DisplayText(text).truncated(to: columns).description, .dim)
    }

    private var help: [String] {
        [
            "  space     pause, and go on", "  ← →       5 seconds back, 5 seconds on",
            "  p n       the start of this turn or the one before, the next turn (also [ and ])",
            "  - +       slower, faster: from 0.75× to 2×, with the same pitch", "  ?         the transcript again",
            "  q         quit",
        ].map { DisplayText($0).truncated(to: columns).description }
    }

    private func line(
        _ left: DisplayText, _ leftStyle: Terminal.Style, _ right: String, _ rightStyle: Terminal.Style
    ) -> String {
        let right = DisplayText(right).truncated(to: columns - 1)
        let left = left.padded(to: max(0, columns - right.width - 1)).description
        return terminal.styled(left, leftStyle) + " " + terminal.styled(right.description, rightStyle)
    }
}
