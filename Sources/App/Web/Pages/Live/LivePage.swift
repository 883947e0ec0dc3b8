import Localization
package import MeetingModel
import MeetingSocket

/// The page on which a running meeting is followed.
///
/// It is whole without a script, and a browser without one loads it again every five seconds. The script takes the state
/// from the attribute `data-state` and then from the stream.
package struct LivePage: WebPage {
    /// The seconds between two loads without a script.
    static let reload = 5

    let state: LiveState
    let standup: Standup.ID
    let title: String
    let theme: Theme
    let reader: PageReader
    /// The member of the team who holds the standup on another computer; nil if nobody does.
    let holder: String?

    package init(_ state: LiveState, of standup: Standup, holder: String? = nil, for reader: PageReader) {
        self.state = state
        self.holder = holder
        self.standup = standup.id
        self.reader = reader
        if case .meeting(let meeting) = state {
            (title, theme) = (meeting.title, meeting.theme)
        } else {
            (title, theme) = (DisplayText(standup.title).description, standup.theme)
        }
    }

    /// The attendee whose own turn the reader may end; nil for everybody else.
    var own: Attendee.ID? { reader.may(.ownTurn) ? reader.attendee : nil }

    package var document: HTMLDocument {
        var document = reader.page(title: title, theme: theme) { root }
        document.reload = Self.reload
        return document
    }

    private var root: HTMLNode {
        let localizer = reader.localizer
        // The script puts the time in place of the braces.
        let gap: Substitution = .text("{}")
        let attributes: [HTMLAttribute] = [
            .id("live"), .data("state", state.json), .data("events", WebRoute.events(standup).url.description),
            .data("clock", WebRoute.clock.url.description), .data("own", own?.rawValue ?? ""),
            .data("in", localizer(.webLiveIn(time: gap))),
            .data("own-in", localizer(.webLiveOwnIn(time: gap))),
            .data("own-now", localizer(.webLiveOwnNow)), .data("lost", localizer(.webLiveLost)),
            .data("back", localizer(.webLiveBack)), .data("failed", localizer(.webLiveFailed)),
            .data("unsent", localizer(.webLiveUnsent)),
        ]
        return HTMLTag.div.with(attributes) {
            HTMLTag.div(.id("notices")) {
                for id in ["connection", "notice"] { HTMLTag.p(.id(id), .set(.role, "status"), .flag(.hidden)) }
            }
            switch state {
            case .meeting(let meeting): self.meeting(meeting)
            case .none: none
            case .ended(let meeting): ended(meeting)
            case .lost: notRunning(localizer(.webLiveGoneTitle), localizer(.webLiveGoneText))
            }
        }
    }

    private var none: HTMLNode {
        let localizer = reader.localizer
        guard let holder else { return notRunning(localizer(.webLiveNoneTitle), localizer(.webLiveNoneText)) }
        let name: Substitution = .text(DisplayText(holder).description)
        return notRunning(
            localizer(.webLiveElsewhereTitle(name: name)), localizer(.webLiveElsewhereText(name: name)))
    }

    private func notRunning(_ heading: String, _ text: String, @HTMLBuilder more: () -> [HTMLNode] = { [] }) -> HTMLNode
    {
        HTMLTag.section(.class("stage"), .data("stage", "ending")) {
            HTMLTag.h1(.set(.dir, "auto")) { title }
            HTMLTag.p(.class("speaking")) { heading }
            HTMLTag.p { text }
            HTMLTag.p(.class("links")) {
                more()
                if reader.may(.readHistory) {
                    reader.link(reader.localizer(.webMeetingAll), to: .standup(standup))
                }
            }
        }
    }

    private func ended(_ meeting: Meeting.ID?) -> HTMLNode {
        let localizer = reader.localizer
        guard let meeting else {
            return notRunning(localizer(.webLiveEndedTitle), localizer(.webLiveEndedDiscarded))
        }
        guard reader.may(.readHistory) else {
            return notRunning(localizer(.webLiveEndedTitle), localizer(.webLiveEndedClose))
        }
        return notRunning(localizer(.webLiveEndedTitle), localizer(.webLiveEndedText)) {
            reader.link(localizer(.webLiveEndedRead), to: .meeting(standup, meeting))
        }
    }

    // MARK: The meeting

    @HTMLBuilder private func meeting(_ meeting: LivePageMeeting) -> [HTMLNode] {
        HTMLTag.div(.class("columns")) {
            HTMLTag.div {
                if reader.may(.controlMeeting) { question(meeting) }
                stage(meeting)
                controls(meeting)
            }
            HTMLTag.div {
                times(meeting)
                speakers(meeting)
                openPoints(meeting)
                words(meeting)
                if reader.may(.controlMeeting) { moreButtons(meeting) }
                footer(meeting)
            }
        }
    }

    private func stage(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let clock = (meeting.turn.isOver ? "+" : "") + meeting.turn.clock.text(at: meeting.now)
        return HTMLTag.section(.class("stage"), .id("stage"), .data("stage", meeting.state.rawValue)) {
            HTMLTag.div(.class("heading")) {
                HTMLTag.h1(.set(.dir, "auto")) { meeting.title }
                HTMLTag.p(.id("place")) { meeting.place }
            }
            HTMLTag.div(.class("face")) {
                Drawing.ring(meeting.speakers)
                HTMLTag.div(.class("dial")) {
                    HTMLTag.p(.class("speaking"), .id("turn-text"), .set(.live, "polite"), .set(.dir, "auto")) {
                        meeting.turn.text
                    }
                    HTMLTag.p(.class("clock"), .id("clock"), .set(.role, "timer"), .data("length", "\(clock.count)")) {
                        clock
                    }
                    HTMLTag.p(.id("turn-label")) { meeting.turn.label }
                    HTMLTag.p(.id("turn-alert"), .set(.role, "status")) { meeting.turn.alert }
                }
            }
            HTMLTag.progress(
                .id("turn"), .set(.max, "1"), .set(.value, fraction(of: meeting).shortText),
                .set(.label, localizer(.webLiveTurn)))
            HTMLTag.p(.class("next"), .set(.dir, "auto")) {
                HTMLTag.span(.id("next")) { meeting.next }
                " "
                HTMLTag.span(.id("next-in")) {
                    meeting.nextStarts.map { localizer(.webLiveIn(time: .text($0.text(at: meeting.now)))) } ?? ""
                }
            }
            if own != nil { HTMLTag.p(.id("own"), .class("own")) { ownText(meeting) } }
        }
    }

    /// When the reader's turn is.
    private func ownText(_ meeting: LivePageMeeting) -> String {
        let localizer = reader.localizer
        guard let speaker = meeting.speakers.first(where: { $0.id == own?.rawValue }) else { return "" }
        if speaker.state == "speaking" { return localizer(.webLiveOwnNow) }
        guard let starts = speaker.starts else { return "" }
        return localizer(.webLiveOwnIn(time: .text(starts.text(at: meeting.now))))
    }

    /// The elapsed part of the turn, 0 to 1.
    private func fraction(of meeting: LivePageMeeting) -> Double {
        meeting.speakers.first { $0.id == meeting.turn.speaker }.map { Drawing.bounded($0.progress) } ?? 1
    }

    private func times(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.section(.class("times")) {
            HTMLTag.dl(.class("facts")) {
                fact(localizer(.recordElapsed), meeting.elapsed.text(at: meeting.now), "elapsed")
                fact(localizer(.recordRemaining), meeting.remaining.text(at: meeting.now), "remaining")
                HTMLTag.div.with([.id("ends-at")] + (meeting.endsAt == nil ? [.flag(.hidden)] : [])) {
                    HTMLTag.dt { localizer(.recordEndsAt) }
                    HTMLTag.dd(.id("ends")) {
                        meeting.endsAt.map {
                            localizer.time(
                                Timestamp(secondsSince1970: Int($0 / 1000), nanoseconds: $0 % 1000 * 1_000_000))
                        } ?? ""
                    }
                }
            }
            Drawing.shares(meeting.speakers)
        }
    }

    private func fact(_ label: String, _ value: String, _ id: String) -> HTMLNode {
        HTMLTag.div {
            HTMLTag.dt { label }
            HTMLTag.dd(.id(id)) { value }
        }
    }

    /// The open points of the speaker, with buttons for those who may mark them; the style sheet hides the section while
    /// there are none.
    private func openPoints(_ meeting: LivePageMeeting) -> HTMLNode {
        HTMLTag.section(.class("points-live")) {
            HTMLTag.h2 { reader.localizer(.recordOpenPoints) }
            lines(meeting.points, "points", in: meeting)
        }
    }

    private func words(_ meeting: LivePageMeeting) -> HTMLNode {
        HTMLTag.section {
            HTMLTag.h2 { reader.localizer(.meetingTranscript) }
            HTMLTag.p.with([.id("noLines"), .class("muted")] + (meeting.lines.isEmpty ? [] : [.flag(.hidden)])) {
                meeting.noLines
            }
            lines(meeting.lines, "lines", in: meeting)
        }
    }

    @HTMLBuilder private func lines(
        _ lines: [LivePageMeeting.Line], _ id: String, in meeting: LivePageMeeting
    ) -> [HTMLNode] {
        HTMLTag.ol(.id(id), .class("words-live")) {
            for line in lines { row(line, in: meeting) }
        }
        // The script copies its row for each new line.
        HTMLTag.ol(.id(id + "-new"), .flag(.hidden)) {
            row(
                LivePageMeeting.Line(name: "", text: "", isPartial: false, point: id == "points" ? "new" : nil),
                in: meeting)
        }
    }

    private func row(_ line: LivePageMeeting.Line, in meeting: LivePageMeeting) -> HTMLNode {
        HTMLTag.li.with(line.isPartial ? [.class("partial")] : []) {
            HTMLTag.b(.set(.dir, "auto")) { line.name }
            " "
            HTMLTag.span(.set(.dir, "auto")) { line.text }
            if let point = line.point, own != nil || reader.may(.controlMeeting) {
                marks(MeetingModel.Point.ID(rawValue: point), in: meeting)
            }
        }
    }

    private func footer(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.footer(.class("live-footer")) {
            HTMLTag.p(.id("recording"), .class(meeting.isRecording ? "recording on" : "recording")) {
                meeting.recording
            }
            HTMLTag.p(.id("consent"), .class("muted")) { meeting.consent }
            HTMLTag.button(.id("sound"), .set(.type, "button"), .set(.isPressed, "false"), .flag(.hidden)) {
                localizer(.webLiveSound)
            }
        }
    }
}
