import Localization
import MeetingEngine
import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

/// Those who meet in the tests of the record and meeting screens.
enum Team {
    static let ann = Attendee(id: Attendee.ID(rawValue: "ann"), name: "Ann")
    static let ben = Attendee(id: Attendee.ID(rawValue: "ben"), name: "Ben")
    static let cal = Attendee(id: Attendee.ID(rawValue: "cal"), name: "Cal")
    static let all = [ann, ben, cal]
}

/// A running meeting on the record screen; a countdown replaces the engine, carries out the feature's commands at once
/// and reports back.
struct RecordRig {
    let meeting = Meeting.ID(rawValue: "m1")
    var feature: RunningMeeting
    /// The engine's status of the meeting.
    var status: MeetingStatus
    var now = Duration.seconds(100)
    /// The requested effects other than commands to the countdown.
    var effects: [Effect] = []
    var dings = 0
    /// 2027-01-15T09:00:00Z.
    let start = Timestamp(nanosecondsSince1970: 1_800_003_600_000_000_000)
    let localizer: Localizer

    /// A meeting of this many seconds that starts now, recorded if it has a microphone.
    init(
        _ attendees: [Attendee] = Team.all, seconds: Int = 180, settings: MeetingSettings = MeetingSettings(),
        microphone: String? = "Desk", language: String = "en"
    ) throws {
        let standup = Standup(
            id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(seconds), theme: .navy,
            attendees: attendees, settings: settings)
        var timer = try MeetingTimer(
            attendees: attendees.map(\.id), length: standup.length, settings: standup.settings)
        timer.start(at: now)
        status = MeetingStatus(timer: timer, standup: standup, isRecording: microphone != nil)
        status.microphone = microphone
        localizer = .localizer(language)
        feature = RunningMeeting(meeting: meeting, status: status, now: now)
        tell()
    }

    /// Advances the time, and updates the feature once at the end.
    mutating func advance(by seconds: Double) {
        now += .milliseconds(Int(seconds * 1000))
        take(status.timer.advance(to: now))
        tell()
    }

    /// Suspends the machine, and updates the feature as the runner does.
    mutating func suspend(for duration: Duration) {
        take(status.timer.noteSuspend(lasting: duration, at: now))
        tell()
        happen(.paused(.suspend))
        happen(.resumed(paused: duration))
    }

    /// Sends commands, and performs the requested effects.
    mutating func perform(_ commands: Command...) {
        for command in commands { carryOut(feature.perform(command).effects) }
    }

    /// Tells the feature of an event in the meeting.
    mutating func happen(_ kind: MeetingEvent.Kind, at meetingTime: Duration? = nil) {
        let event = MeetingEvent(at: meetingTime ?? status.timer.elapsed(at: now), kind: kind)
        carryOut(feature.receive(.meetingEvent(event)).effects)
    }

    /// Sends the feature the meeting's status.
    mutating func tell() {
        let wallClock = start + (now - .seconds(100))
        carryOut(feature.receive(.meetingStatus(status, now: now, wallClock: wallClock)).effects)
    }

    private mutating func carryOut(_ wanted: [Effect]) {
        for effect in wanted {
            switch effect {
            case .tell(.timer(let command, _)): take(status.timer.perform(command, at: now))
            case .tell(.mute(let isMuted)):
                status.isMuted = isMuted
                effects.append(effect)
            case .tell(.markPoint(let point, let state)):
                status.mark(point, state)
                effects.append(effect)
            case .tell(.note(let note)):
                status.note = Meeting.keptNote(note)
                effects.append(effect)
            default: effects.append(effect)
            }
        }
        if !wanted.isEmpty { tell() }
    }

    private mutating func take(_ events: [MeetingTimer.Event]) {
        for event in events {
            if event.kind == .ding { dings += 1 }
            if case .meetingEnded = event.kind { status.isEnding = true }
        }
    }

    var screen: RecordScreen {
        get throws {
            guard case .record(let screen) = feature.content(localizer) else {
                throw WrongScreen()
            }
            return screen
        }
    }

    var dialog: DialogScreen? { feature.dialog(localizer) }
    var notice: Notice? { feature.notice(localizer) }
    var timer: MeetingTimer { status.timer }

    struct WrongScreen: Error {}
}
