import MeetingModel
import MeetingPlayback

/// The screen during playback, as lines that are safe for a terminal and fit its size.
struct PlayScreen {
    let meeting: Meeting
    /// The meeting's transcript.
    let words: PlaybackTranscript
    /// The player and its position.
    let player: Player
    let terminal: Terminal
    /// The height of the terminal in lines.
    let rows: Int
    /// Whether help on the keys replaces the transcript.
    let showsHelp: Bool

    private var columns: Int { max(20, (terminal.columns ?? 80) - 1) }

    /// The lines from top to bottom.
    var lines: [String] {
        let body = max(rows - 6, 1)
        let middle = showsHelp ? Array(help.prefix(body)) : transcript(rows: body)
        let padding = [String](repeating: "", count: max(0, body - middle.count))
        return Array(([heading, speaker, bar, ""] + middle + padding + [notice, keys]).prefix(max(rows, 1)))
    }

    // MARK: Header

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

    /// The timeline of the recording: the played part, the starts of turns, and the parts that are skipped.
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

    // MARK: Transcript

    /// The part of the transcript that fits, with the current word one third from the top.
    private func transcript(rows: Int) -> [String] {
        guard !words.utterances.isEmpty else { return [terminal.styled("  There is no transcript.", .dim)] }
        let time = player.position
        let current = words.latest(at: time)
        let center = current ?? 0
        // Each utterance takes at least one line.
        let first = max(0, center - rows)
        let shown = first..<min(words.utterances.count, center + rows + 1)
        var lines: [String] = []
        var focus = 0
        for index in shown {
            let utterance = words.utterances[index]
            if index == shown.lowerBound || words.utterances[index - 1].speaker != utterance.speaker {
                let name = DisplayText("  " + meeting.speakerName(of: utterance)).truncated(to: columns)
                lines.append(terminal.styled(name.description, index == current ? .bold : .dim))
            }
            let wrapped = wrap(pieces(of: index, current: current, at: time), start: utterance.start)
            if index == center { focus = lines.count + min(wrapped.lit, rows / 2) }
            lines += wrapped.lines
        }
        let start = max(0, min(focus - rows / 3, lines.count - rows))
        return Array(lines[start..<min(lines.count, start + rows)])
    }

    /// A part of an utterance with its style.
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

    /// Wraps an utterance at spaces; also returns the index of the line with the current word.
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

    /// Without styles, brackets mark the current word.
    private func styled(_ text: DisplayText, _ style: Terminal.Style?) -> String {
        guard let style else { return text.description }
        if style == .lit, !terminal.hasStyles { return "[\(text)]" }
        return terminal.styled(text.description, style)
    }

    // MARK: Footer

    private var notice: String {
        guard let reason = player.interruption else { return "" }
        let text = "Loudspeaker lost; waiting for it: \(reason)"
        return terminal.styled(DisplayText(text).truncated(to: columns).description, .yellow)
    }

    private var keys: String {
        let text = "space pause  ←→ 5 s  p n turn  - + speed  q quit  ? help"
        return terminal.styled(DisplayText(text).truncated(to: columns).description, .dim)
    }

    private var help: [String] {
        [
            "  space     pause, resume", "  ← →       5 seconds back, 5 seconds forward",
            "  p n       start of this turn or previous turn, next turn (also [ and ])",
            "  - +       slower, faster: 0.75× to 2×, at the same pitch", "  ?         back to the transcript",
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
