package import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupSpeech

extension MeetingStart {
    package func ownContent(_ localizer: Localizer) -> Screen.Content {
        var slots = standup.length.divided(into: present.count)[...]
        return .start(
            StartScreen(
                title: DisplayText(standup.title).description, theme: standup.theme,
                attendeesTitle: localizer("start.who-is-here"),
                attendees: standup.attendees.map { attendee in
                    let isPresent = !absent.contains(attendee.id)
                    return StartScreen.AttendeeRow(
                        name: localizer.name(of: attendee.name, isRemote: attendee.isRemote), isPresent: isPresent,
                        slot: isPresent ? slots.popFirst().map { $0.clockText() } ?? "" : "",
                        update: resumed == nil && writers.contains(attendee.id) ? localizer("start.has-written") : "")
                },
                start: localizer(resumed == nil ? "start.start" : "start.resume"),
                selected: selected, factsTitle: localizer("start.facts-title"), facts: facts(localizer),
                progress: isStarting ? localizer("start.starting") : nil,
                problem: problem?.text(localizer)
                    ?? (standup.attendees.isEmpty ? localizer("start.no-attendees") : nil)))
    }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .microphone(let reason, let dialog):
            DialogScreen(
                title: localizer("dialog.microphone.title"), message: reason.text(localizer),
                answers: [
                    DialogScreen.Answer(text: localizer("dialog.microphone.continue"), key: "w"),
                    DialogScreen.Answer(text: localizer("dialog.microphone.pick"), key: "p"),
                    DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .recognizer(let reason, let dialog):
            DialogScreen(
                title: localizer("dialog.recognizer.title"), message: reason.text(localizer),
                answers: [
                    DialogScreen.Answer(text: localizer("dialog.recognizer.continue"), key: "w"),
                    DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .noAttendees(let dialog):
            DialogScreen(
                title: localizer("dialog.nobody.title"), message: localizer("dialog.nobody.message"),
                answers: [
                    DialogScreen.Answer(text: localizer("dialog.nobody.add"), key: "a"),
                    DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .alreadyRunning(let holder, _, let dialog):
            DialogScreen(
                title: localizer("dialog.held.title", ["title": .text(standup.title)]),
                message: localizer(
                    "dialog.held.message",
                    ["time": .time(holder.since), "process": .text(holder.process.map { "\($0)" } ?? "?")]),
                answers: dialog.answers.map { answer in
                    switch answer {
                    case .join: DialogScreen.Answer(text: localizer("dialog.held.join"), key: "j")
                    case .startAnother: DialogScreen.Answer(text: localizer("dialog.held.another"), key: "s")
                    case .cancel: DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel)
                    }
                },
                selected: dialog.selected)
        case nil: nil
        }
    }

    private func facts(_ localizer: Localizer) -> [Fact] {
        let length = Fact(
            localizer("start.length"),
            localizer("start.length-value", ["length": .duration(standup.length), "count": .count(present.count)]))
        guard let equipment else { return [length, Fact(localizer("start.devices"), localizer("start.looking"))] }
        let isHeard = usesMicrophone && equipment.input != .none
        let held = equipment.holder.map {
            Fact(localizer("page.team"), localizer("start.held", ["holder": .text(DisplayText($0).description)]))
        }
        return [length] + (held.map { [$0] } ?? []) + [
            Fact(localizer("start.microphone"), microphone(equipment, localizer)),
            Fact(localizer("start.call"), call(equipment, isHeard: isHeard, localizer)),
            Fact(localizer("start.loudspeaker"), loudspeaker(equipment, localizer)),
            Fact(
                localizer("start.recording"),
                isHeard && launch?.isRecorded != false
                    ? recording(equipment, localizer) : localizer("start.not-recorded")),
            Fact(
                localizer("start.transcript"),
                isHeard ? transcript(equipment, localizer) : localizer("start.no-transcript")),
        ]
    }

    private func microphone(_ equipment: Equipment, _ localizer: Localizer) -> String {
        if !usesMicrophone || equipment.input == .none { return localizer("start.no-microphone") }
        return equipment.inputLabel.map { DisplayText($0).description } ?? localizer("start.device-missing")
    }

    private func call(_ equipment: Equipment, isHeard: Bool, _ localizer: Localizer) -> String {
        let source: String
        switch call {
        case .none: return localizer(isHeard ? "start.no-call" : "common.none")
        case _ where !isHeard: return localizer("start.call-needs-microphone")
        case .loudspeakerMonitor where !equipment.hasMonitor: return localizer("devices.no-monitor")
        case .loudspeakerMonitor: source = localizer("devices.call-auto")
        default:
            guard let label = equipment.callLabel else { return localizer("start.device-missing") }
            source = DisplayText(label).description
        }
        let isKept = launch?.isRecorded != false
        return localizer(isKept ? "start.call-recorded" : "start.call-heard", ["source": .text(source)])
    }

    private func loudspeaker(_ equipment: Equipment, _ localizer: Localizer) -> String {
        if equipment.output == .none { return localizer("start.no-loudspeaker") }
        return equipment.outputLabel.map { DisplayText($0).description } ?? localizer("start.device-missing")
    }

    private func recording(_ equipment: Equipment, _ localizer: Localizer) -> String {
        var text = localizer(standup.isShared ? "start.recorded-and-shared" : "start.recorded-here")
        if let place = equipment.sentTo, usesRecognizer {
            text = localizer("start.recorded-and-sent", ["place": .text(place)])
        }
        guard var room = equipment.room else { return text }
        if call != .none { room /= 2 }
        guard room < standup.length else { return text }
        return localizer("start.little-room", ["recording": .text(text), "room": .duration(room)])
    }

    private func transcript(_ equipment: Equipment, _ localizer: Localizer) -> String {
        guard usesRecognizer, let name = equipment.recognizer else { return localizer("start.no-transcript") }
        switch equipment.recognizerProblem {
        case .noModel:
            return localizer(
                "start.not-understood", ["language": .text(localizer.name(ofLanguage: standup.language))])
        case let problem?: return Message(problem).text(localizer)
        case nil: break
        }
        guard let understood = equipment.understood else { return localizer("start.by", ["name": .text(name)]) }
        return localizer(
            equipment.isLesserRecognizer ? "start.lesser" : "start.understands",
            ["name": .text(name), "language": .text(localizer.name(ofLanguage: understood))])
    }
}

extension Localizer {
    /// An attendee's name on one line, with a mark for one who joins by call.
    func name(of attendee: String, isRemote: Bool) -> String {
        let name = DisplayText(attendee).description
        return isRemote ? name + " " + self("common.by-call") : name
    }
}
