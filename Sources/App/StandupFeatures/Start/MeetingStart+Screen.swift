package import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation
import Sound
import StandupSpeech

extension MeetingStart {
    package func ownContent(_ localizer: Localizer) -> Screen.Content {
        var slots = standup.length.divided(into: present.count)[...]
        return .start(
            StartScreen(
                title: DisplayText(standup.title).description, theme: standup.theme,
                attendeesTitle: localizer(.startWhoIsHere),
                attendees: standup.attendees.map { attendee in
                    let isPresent = !absent.contains(attendee.id)
                    return StartScreen.AttendeeRow(
                        name: localizer.name(of: attendee.name, isRemote: attendee.isRemote), isPresent: isPresent,
                        slot: isPresent ? slots.popFirst().map { $0.clockText() } ?? "" : "",
                        update: resumed == nil && writers.contains(attendee.id) ? localizer(.startHasWritten) : "")
                },
                start: localizer(resumed == nil ? .startStart : .startResume),
                selected: selected, factsTitle: localizer(.startFactsTitle), facts: facts(localizer),
                progress: isStarting ? localizer(.startStarting) : nil,
                problem: problem?.text(localizer)
                    ?? (standup.attendees.isEmpty ? localizer(.startNoAttendees) : nil)))
    }

    package func ownDialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .microphone(let reason, let dialog):
            DialogScreen(
                title: localizer(.dialogMicrophoneTitle), message: reason.text(localizer),
                answers: [
                    DialogScreen.Answer(text: localizer(.dialogMicrophoneContinue), key: "w"),
                    DialogScreen.Answer(text: localizer(.dialogMicrophonePick), key: "p"),
                    DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .recognizer(let reason, let dialog):
            DialogScreen(
                title: localizer(.dialogRecognizerTitle), message: reason.text(localizer),
                answers: [
                    DialogScreen.Answer(text: localizer(.dialogRecognizerContinue), key: "w"),
                    DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .noAttendees(let dialog):
            DialogScreen(
                title: localizer(.dialogNobodyTitle), message: localizer(.dialogNobodyMessage),
                answers: [
                    DialogScreen.Answer(text: localizer(.dialogNobodyAdd), key: "a"),
                    DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel),
                ],
                selected: dialog.selected)
        case .alreadyRunning(let holder, _, let dialog):
            DialogScreen(
                title: localizer(.dialogHeldTitle(title: .text(standup.title))),
                message: localizer(
                    .dialogHeldMessage(time: .time(holder.since), process: .text(holder.process.map { "\($0)" } ?? "?"))
                ),
                answers: dialog.answers.map { answer in
                    switch answer {
                    case .join: DialogScreen.Answer(text: localizer(.dialogHeldJoin), key: "j")
                    case .startAnother: DialogScreen.Answer(text: localizer(.dialogHeldAnother), key: "s")
                    case .cancel: DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel)
                    }
                },
                selected: dialog.selected)
        case nil: nil
        }
    }

    private func facts(_ localizer: Localizer) -> [Fact] {
        let length = Fact(
            localizer(.startLength),
            localizer(.startLengthValue(length: .duration(standup.length), count: .count(present.count))))
        guard let equipment else { return [length, Fact(localizer(.startDevices), localizer(.startLooking))] }
        let level = level(localizer).map { Fact(localizer(.startLevel), $0) }
        let held = equipment.holder.map {
            Fact(localizer(.pageTeam), localizer(.startHeld(holder: .text(DisplayText($0).description))))
        }
        return [length] + (held.map { [$0] } ?? []) + [
            Fact(localizer(.startMicrophone), microphone(equipment, localizer))
        ] + [level].compactMap(\.self) + [
            Fact(localizer(.startCall), call(equipment, isHeard: isHeard, localizer)),
            Fact(localizer(.startLoudspeaker), loudspeaker(equipment, localizer)),
            Fact(
                localizer(.startRecording),
                isHeard && launch?.isRecorded != false
                    ? recording(equipment, localizer) : localizer(.startNotRecorded)),
            Fact(
                localizer(.startTranscript),
                isHeard ? transcript(equipment, localizer) : localizer(.startNoTranscript)),
        ]
    }

    /// The level of the microphone as a bar, or what is the matter with it; nil while it is not listened to.
    private func level(_ localizer: Localizer) -> String? {
        switch microphone {
        case .nothing: return nil
        case .opening: return localizer(.devicesOpening)
        case .level(_, DeviceChooser.hintAfter...): return localizer(.devicesNoSound)
        case .failed(let error): return Message(error).text(localizer)
        case .level(let level, _):
            let columns = Int((level * 20).rounded())
            return String(repeating: "━", count: columns) + String(repeating: "─", count: 20 - columns)
        }
    }

    private func microphone(_ equipment: Equipment, _ localizer: Localizer) -> String {
        if !usesMicrophone || equipment.input == .none { return localizer(.startNoMicrophone) }
        return equipment.inputLabel.map { DisplayText($0).description } ?? localizer(.startDeviceMissing)
    }

    private func call(_ equipment: Equipment, isHeard: Bool, _ localizer: Localizer) -> String {
        let source: String
        switch call {
        case .none: return localizer(isHeard ? .startNoCall : .commonNone)
        case _ where !isHeard: return localizer(.startCallNeedsMicrophone)
        case .loudspeakerMonitor where !equipment.hasMonitor: return localizer(.devicesNoMonitor)
        case .loudspeakerMonitor: source = localizer(.devicesCallAuto)
        default:
            guard let label = equipment.callLabel else { return localizer(.startDeviceMissing) }
            source = DisplayText(label).description
        }
        let isKept = launch?.isRecorded != false
        return localizer(
            isKept ? .startCallRecorded(source: .text(source)) : .startCallHeard(source: .text(source)))
    }

    private func loudspeaker(_ equipment: Equipment, _ localizer: Localizer) -> String {
        if equipment.output == .none { return localizer(.startNoLoudspeaker) }
        return equipment.outputLabel.map { DisplayText($0).description } ?? localizer(.startDeviceMissing)
    }

    private func recording(_ equipment: Equipment, _ localizer: Localizer) -> String {
        var text = localizer(standup.isShared ? .startRecordedAndShared : .startRecordedHere)
        if let place = equipment.sentTo, usesRecognizer {
            text = localizer(.startRecordedAndSent(place: .text(place)))
        }
        guard var room = equipment.room else { return text }
        if call != .none { room /= 2 }
        guard room < standup.length else { return text }
        return localizer(.startLittleRoom(recording: .text(text), room: .duration(room)))
    }

    private func transcript(_ equipment: Equipment, _ localizer: Localizer) -> String {
        guard usesRecognizer, let name = equipment.recognizer else { return localizer(.startNoTranscript) }
        switch equipment.recognizerProblem {
        case .noModel:
            return localizer(
                .startNotUnderstood(language: .text(localizer.name(ofLanguage: standup.language))))
        case let problem?: return Message(problem).text(localizer)
        case nil: break
        }
        guard let understood = equipment.understood else { return localizer(.startBy(name: .text(name))) }
        let text = equipment.isLesserRecognizer ? Message.startLesser : Message.startUnderstands
        return localizer(text(.text(name), .text(localizer.name(ofLanguage: understood))))
    }
}
