import Localization
import MeetingHistory
import MeetingModel
import MeetingSocket
import Presentation

extension MeetingPage {
    package var document: HTMLDocument {
        let localizer = reader.localizer
        return reader.page(title: heading, theme: theme) {
            reader.banner(heading) {
                if isRunning { reader.link(localizer(.webPageFollow), to: .live(standup), .class("live")) }
                reader.link(localizer(.webMeetingAll), to: .standup(standup))
                if let earlier = neighbors.earlier {
                    reader.link(localizer(.webMeetingEarlier), to: .meeting(standup, earlier))
                }
                if let later = neighbors.later {
                    reader.link(localizer(.webMeetingLater), to: .meeting(standup, later))
                }
            }
            reader.facts(facts.map { ($0.label, $0.value) })
            if !sound.isEmpty { player }
            if let minutes { section(of: minutes) }
            HTMLTag.section {
                HTMLTag.h2 { localizer(.webMeetingAttendees) }
                table
            }
            HTMLTag.section {
                HTMLTag.h2 { transcriptTitle }
                if let version { HTMLTag.p(.class("muted")) { version } }
                if let empty { HTMLTag.p { empty } }
                if !lines.isEmpty || !written.isEmpty { transcript }
            }
            if reader.may(.export) { exports }
            HTMLTag.footer(.class("muted")) {
                reader.facts(footnote.map { ($0.label, $0.value) })
            }
        }
    }

    // MARK: Sound

    private var player: HTMLNode {
        HTMLTag.div(.class("player")) {
            // The script shows it in place of the player, which would show a length of 0:00.
            HTMLTag.button(.id("play"), .set(.type, "button"), .flag(.hidden)) {
                ([reader.localizer(.webMeetingRecording)] + [length].compactMap(\.self)).joined(separator: " · ")
            }
            // Loading more would make the server encode the recordings of pages that somebody only reads.
            HTMLTag.audio(
                .id("player"), .flag(.controls), .set(.preload, "none"),
                .set(.label, reader.localizer(.webMeetingRecording))
            ) {
                for format in sound { HTMLTag.source(source(format), .set(.type, format.mediaType)) }
            }
        }
    }

    /// The fragment lets the browser start at a time, also without a script.
    private func source(_ format: RecordingFormat) -> HTMLAttribute {
        let url = WebRoute.recording(meeting, format).url
        return .link(.src, time.map { url.playing(from: $0) } ?? url)
    }

    // MARK: Transcript

    private var transcript: HTMLNode {
        HTMLTag.ol(.class("transcript")) {
            for (index, line) in lines.enumerated() {
                items(written, above: index)
                item(line)
            }
            items(written, above: lines.count)
        }
    }

    /// What attendees have written whose place is above a row of the transcript or of the minutes.
    func items(_ written: [WrittenRow], above row: Int) -> [HTMLNode] {
        written.filter { $0.row == row }.map { text in
            HTMLTag.li(.class("written")) {
                HTMLTag.h3(.set(.dir, "auto")) { text.name }
                for line in text.lines { HTMLTag.p(.set(.dir, "auto")) { line } }
            }
        }
    }

    private func item(_ line: Line) -> HTMLNode {
        let words = line.words.map { "\($0)" }.joined(separator: " ")
        return HTMLTag.li.with(
            [
                .id("u\(line.id)"), .data("start", "\(line.start.milliseconds)"),
                .data("end", "\(line.end.milliseconds)"),
            ]
                + (words.isEmpty ? [] : [.data("words", words)])
        ) {
            if !line.name.isEmpty { HTMLTag.h3(.set(.dir, "auto")) { line.name } }
            if let correction, correction.utterance == line.id {
                form(line, correction)
            } else {
                HTMLTag.p {
                    time(line)
                    HTMLTag.span(.class("words"), .set(.dir, "auto")) { line.text }
                    if isCorrectable { correct(line) }
                }
            }
        }
    }

    private func time(_ line: Line) -> HTMLNode {
        let place = MeetingPlace(time: line.start, utterance: line.id)
        guard !sound.isEmpty else { return HTMLTag.span(.class("time")) { line.time } }
        return reader.link(
            line.time, to: .meeting(standup, meeting, place), .class("time"),
            .set(.label, reader.localizer(.webMeetingPlayFrom(time: .text(line.time)))))
    }

    private func correct(_ line: Line) -> HTMLNode {
        let localizer = reader.localizer
        return reader.link(
            localizer(.webMeetingCorrect),
            to: .meeting(standup, meeting, MeetingPlace(correcting: line.id)), .class("correct"),
            .set(.label, localizer(.webMeetingCorrectAt(time: .text(line.time)))))
    }

    private func form(_ line: Line, _ correction: Correction) -> HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.form(
            .class("correction"), .set(.method, "post"), .link(.action, .correction(standup, meeting))
        ) {
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "version"), .set(.value, "\(correction.version)"))
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "utterance"), .set(.value, "\(line.id)"))
            HTMLTag.label(.set(.inputID, "words")) { localizer(.webMeetingWords) }
            HTMLTag.textarea(
                .id("words"), .set(.name, "text"), .set(.rows, "3"), .set(.dir, "auto"), .flag(.autofocus),
                .set(.maxlength, "\(CorrectionForm.longestText)"), .set(.describedBy, "hint")
            ) { line.text }
            HTMLTag.p(.id("hint"), .class("muted")) { localizer(.webMeetingRemoveHint) }
            HTMLTag.label(.set(.inputID, "speaker")) { localizer(.webMeetingWho) }
            HTMLTag.select(.id("speaker"), .set(.name, "attendee")) {
                if correction.speaker == nil {
                    HTMLTag.option(.set(.value, ""), .flag(.selected)) { localizer(.webMeetingUnchanged) }
                }
                for person in people {
                    HTMLTag.option.with(
                        [.set(.value, person.id.rawValue)] + (person.id == correction.speaker ? [.flag(.selected)] : [])
                    ) { person.name }
                }
            }
            HTMLTag.p(.class("links")) {
                HTMLTag.button(.set(.type, "submit")) { localizer(.webMeetingSave) }
                reader.link(
                    localizer(.commonCancel),
                    to: .meeting(standup, meeting, MeetingPlace(utterance: line.id)))
            }
        }
    }

    // MARK: Attendees and files

    private var table: HTMLNode {
        reader.table(reader.localizer(.webMeetingAttendees)) {
            HTMLTag.thead {
                HTMLTag.tr {
                    for (index, column) in columns.enumerated() {
                        HTMLTag.th.with([.set(.scope, "col")] + (index > 0 ? [.class("number")] : [])) { column }
                    }
                }
            }
            HTMLTag.tbody {
                for attendee in attendees { row(attendee) }
            }
        }
    }

    private func row(_ attendee: MeetingScreen.AttendeeRow) -> HTMLNode {
        HTMLTag.tr {
            HTMLTag.th(.set(.scope, "row"), .set(.dir, "auto")) { attendee.name }
            HTMLTag.td(.class("number")) { attendee.slot }
            HTMLTag.td(.class("number")) { attendee.used }
            HTMLTag.td(.class(attendee.isOvertime ? "number over" : "number")) { attendee.overtime }
            HTMLTag.td(.class("number")) { attendee.speech }
        }
    }

    private var exports: HTMLNode {
        let localizer = reader.localizer
        return HTMLTag.section {
            HTMLTag.h2 { localizer(.webMeetingDownload) }
            HTMLTag.ul(.class("files")) {
                for format in TranscriptFormat.allCases {
                    HTMLTag.li { download(name(format), to: .export(meeting, format)) }
                }
                for format in sound {
                    HTMLTag.li { download(format.rawValue.uppercased(), to: .recording(meeting, format)) }
                }
            }
        }
    }

    private func download(_ text: String, to route: WebRoute) -> HTMLNode {
        reader.link(text, to: route, .flag(.download))
    }

    private func name(_ format: TranscriptFormat) -> String {
        switch format {
        case .txt: reader.localizer(.webMeetingText)
        case .md: "Markdown"
        case .srt: "SubRip"
        case .vtt: "WebVTT"
        case .json: "JSON"
        case .csv: "CSV"
        }
    }
}
