import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket

/// What is known of the voices of those whom the reader may decide about, and the forms that decide.
struct VoiceSection: Sendable {
    private let standup: Standup
    private let voices: [KnownVoice]
    private let saved: SavedChange?
    private let reader: PageReader

    init(standup: Standup, voices: [KnownVoice], saved: SavedChange?, reader: PageReader) {
        self.standup = standup
        let attendees = reader.attendees(of: standup, with: .ownVoice)
        self.voices = voices.filter { attendees.contains($0.attendee) }
        self.saved = saved
        self.reader = reader
    }

    /// The section; nothing if the standup learns no voices and nothing is known of them.
    var markup: [HTMLNode] {
        let localizer = reader.localizer
        guard !voices.isEmpty, standup.learnsVoices || voices.contains(where: { $0.state != .none }) else { return [] }
        return [
            HTMLTag.section(.id("voices")) {
                HTMLTag.h2 { localizer(.webVoicesTitle) }
                if case .voice(let change) = saved {
                    HTMLTag.p(.class("saved"), .set(.role, "status")) {
                        localizer(change == .forget ? .webVoicesForgotten : .webVoicesAllowed)
                    }
                }
                HTMLTag.p { localizer(.webVoicesAbout) }
                HTMLTag.ul(.class("points")) {
                    for voice in voices { item(voice) }
                }
                HTMLTag.p(.class("muted")) { localizer(.webVoicesHint) }
            }
        ]
    }

    private func item(_ voice: KnownVoice) -> HTMLNode {
        HTMLTag.li {
            if reader.may(.controlMeeting) {
                HTMLTag.h3(.set(.dir, "auto")) { DisplayText(voice.attendee.name).description }
            }
            HTMLTag.p { text(of: voice) }
            form(voice)
        }
    }

    private func text(of voice: KnownVoice) -> String {
        let (speech, count) = (Substitution.duration(voice.speech), Substitution.count(voice.meetings))
        let text: Message =
            switch voice.state {
            case .none: .webVoicesNone
            case .learning: .webVoicesLearning(speech: speech, count: count)
            case .known: .webVoicesKnown(speech: speech, count: count)
            case .refused: .webVoicesRefused
            }
        return reader.localizer(text)
    }

    private func form(_ voice: KnownVoice) -> HTMLNode {
        let isOwn = voice.attendee.id == reader.attendee
        let change: VoiceForm.Change = voice.state == .refused ? .allow : .forget
        let message: Message =
            switch change {
            case .forget: isOwn ? .webVoicesForgetOwn : .webVoicesForget
            case .allow: isOwn ? .webVoicesAllowOwn : .webVoicesAllow
            }
        let text = reader.localizer(message)
        return HTMLTag.form(.class("marks"), .set(.method, "post"), .link(.action, .voice(standup.id))) {
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "attendee"), .set(.value, voice.attendee.id.rawValue))
            HTMLTag.button.with(
                [.set(.type, "submit"), .set(.name, "voice"), .set(.value, change.rawValue)]
                    + (isOwn ? [] : [.set(.label, "\(text): \(DisplayText(voice.attendee.name))")])
            ) { text }
        }
    }
}
