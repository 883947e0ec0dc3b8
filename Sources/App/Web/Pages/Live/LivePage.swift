import Localization
package import MeetingHistory
package import MeetingModel
import MeetingSocket
import Presentation

/// The page on which a running meeting is followed.
///
/// It is whole without a script, and a browser without one loads it again every five seconds. The script takes the state
/// from the attribute `data-state` and then from the stream.
package struct LivePage: WebPage {
    /// What the history has for the page; only for those who may read it.
    package struct Past: Sendable {
        /// The meeting that ended last; nil if there was none.
        var last: Meeting?
        var updates: [WrittenUpdate]
        /// The open points, of which the reader's own are shown.
        var points: [CarriedPoint]

        package init(last: Meeting? = nil, updates: [WrittenUpdate] = [], points: [CarriedPoint] = []) {
            self.last = last
            self.updates = updates
            self.points = points
        }
    }

    /// The seconds between two loads without a script.
    static let reload = 5

    let state: LiveState
    let standup: Standup.ID
    let title: String
    let theme: Theme
    let reader: PageReader
    /// The member of the team who holds the standup on another computer; nil if nobody does.
    let holder: String?
    /// Who has the page open, as a text.
    let here: String
    /// Whether it is for a small window.
    let isCompact: Bool
    let past: Past
    let update: UpdateSection

    package init(
        _ state: LiveState, of standup: Standup, holder: String? = nil, here: String = "", isCompact: Bool = false,
        past: Past = Past(), for reader: PageReader
    ) {
        self.state = state
        self.holder = holder
        self.here = here
        self.isCompact = isCompact
        self.past = past
        self.standup = standup.id
        self.reader = reader
        update = UpdateSection(standup: standup, updates: past.updates, saved: nil, reader: reader)
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
            .id("live"), .class(isCompact ? "compact" : ""), .data("state", state.json(here: here)),
            .data("events", WebRoute.events(standup).url.description),
            .data("clock", WebRoute.clock.url.description), .data("own", own?.rawValue ?? ""),
            .data("in", localizer(.webLiveIn(time: gap))),
            .data("own-in", localizer(.webLiveOwnIn(time: gap))),
            .data("own-next", localizer(.webLiveOwnNext)), .data("own-now", localizer(.webLiveOwnNow)),
            .data("lost", localizer(.webLiveLost)), .data("saved", localizer(.webUpdateSaved)),
            .data("fold", localizer(.webLiveFold(count: gap))), .data("unfold", localizer(.webLiveUnfold)),
            .data("back", localizer(.webLiveBack)), .data("failed", localizer(.webLiveFailed)),
            .data("unsent", localizer(.webLiveUnsent)),
        ]
        return HTMLTag.div.with(attributes) {
            HTMLTag.div(.id("notices")) {
                for id in ["connection", "notice"] { HTMLTag.p(.id(id), .set(.role, "status"), .flag(.hidden)) }
            }
            switch state {
            case .meeting(let meeting): self.meeting(meeting)
            case .none, .ended, .lost: notRunning
            }
        }
    }

    // MARK: The meeting

    @HTMLBuilder private func meeting(_ meeting: LivePageMeeting) -> [HTMLNode] {
        HTMLTag.div(.class("columns")) {
            HTMLTag.div(.class("turn")) {
                if reader.may(.controlMeeting) { question(meeting) }
                stage(meeting)
                controls(meeting)
            }
            HTMLTag.div(.class("said")) {
                words(meeting)
                openPoints(meeting)
                ownPoints(meeting)
            }
            HTMLTag.div(.class("side")) {
                times(meeting)
                speakers(meeting)
                update.folded()
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
            if own != nil { ownTurn(meeting) }
        }
    }

    /// When the reader's turn is.
    ///
    /// It is announced when that changes, but not each second.
    private func ownTurn(_ meeting: LivePageMeeting) -> HTMLNode {
        let localizer = reader.localizer
        let speaker = meeting.speakers.first { $0.id == own?.rawValue }
        let isNext = speaker != nil && speaker?.id == meeting.speakers.first { $0.state == "waiting" }?.id
        let time = speaker?.starts.map { Substitution.text($0.text(at: meeting.now)) }
        return HTMLTag.p(.id("own"), .class("own"), .set(.role, "status")) {
            HTMLTag.span(.id("own-text")) {
                speaker?.state == "speaking" ? localizer(.webLiveOwnNow) : isNext ? localizer(.webLiveOwnNext) : ""
            }
            " "
            HTMLTag.span(.id("own-in"), .set(.live, "off")) {
                time.map { localizer(isNext ? .webLiveIn(time: $0) : .webLiveOwnIn(time: $0)) } ?? ""
            }
        }
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
            // The script folds more than three.
            HTMLTag.button(.id("fold"), .set(.type, "button"), .flag(.hidden))
        }
    }

    /// The reader's own open points, while somebody else speaks.
    @HTMLBuilder private func ownPoints(_ meeting: LivePageMeeting) -> [HTMLNode] {
        let localizer = reader.localizer
        let points = past.points.filter { $0.isOpen && $0.point.attendee == own }
        if !points.isEmpty {
            let isListening = LiveCondition.all(in: meeting, own: own).contains(.listening)
            HTMLTag.section.with(
                [.class("own-points"), .data("when", LiveCondition.listening.rawValue)]
                    + (isListening ? [] : [.flag(.hidden)])
            ) {
                HTMLTag.h2 { localizer(.webLiveOwnPoints) }
                HTMLTag.ol(.class("words-live")) {
                    for carried in points {
                        let text = "\(localizer(carried.point.kind.message)): \(DisplayText(carried.point.text))"
                        HTMLTag.li(.data("point", carried.id.rawValue)) {
                            HTMLTag.b { meeting.marks[carried.id.rawValue] ?? "" }
                            " "
                            HTMLTag.span(.set(.dir, "auto")) { text }
                            marks(carried.id, text, .listening, in: meeting)
                        }
                    }
                }
            }
        }
    }

    private func words(_ meeting: LivePageMeeting) -> HTMLNode {
        let title = reader.localizer(.meetingTranscript)
        return HTMLTag.section(.class("words")) {
            HTMLTag.h2 { title }
            HTMLTag.p.with([.id("noLines"), .class("muted")] + (meeting.lines.isEmpty ? [] : [.flag(.hidden)])) {
                meeting.noLines
            }
            // It shows the end, and stays there unless the reader scrolls.
            HTMLTag.div(.class("follow"), .set(.tabindex, "0"), .set(.role, "group"), .set(.label, title)) {
                HTMLTag.div { lines(meeting.lines, "lines", in: meeting) }
            }
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
                marks(
                    MeetingModel.Point.ID(rawValue: point), line.text, reader.may(.controlMeeting) ? .running : .own,
                    in: meeting)
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
            reader.link(
                localizer(isCompact ? .webLiveWhole : .webLiveSmall), to: .live(standup, isCompact: !isCompact),
                .id(isCompact ? "whole" : "small"))
        }
    }
}
