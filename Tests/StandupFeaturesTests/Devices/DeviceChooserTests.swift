import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import TestSupport
import Testing

@testable import StandupFeatures

/// The devices screen with what the runner would answer.
private struct DevicesRig {
    var feature: DeviceChooser
    var localizer = Localizer.english

    static let desk = AudioDevice(
        number: 0, name: "desk-mic", label: "Desk microphone", direction: .input, channels: 1, sampleRate: 44_100,
        isDefault: true)
    static let headset = AudioDevice(
        number: 1, name: "headset-mic", label: "Headset", direction: .input, channels: 2, sampleRate: 48_000,
        isDefault: false)
    static let monitor = AudioDevice(
        number: 3, name: "speaker.monitor", label: "Monitor of Speaker", direction: .input, channels: 2,
        sampleRate: 48_000, isDefault: false, monitorOf: "speaker")
    static let speaker = AudioDevice(
        number: 2, name: "speaker", label: "Speaker", direction: .output, channels: 2, sampleRate: 48_000,
        isDefault: true)

    /// A screen whose devices have been listed.
    init(
        _ devices: Result<[AudioDevice], AudioError> = .success([desk, headset, speaker]),
        input: DeviceSelection = .systemDefault, call: DeviceSelection = .none,
        output: DeviceSelection = .systemDefault, for standup: Standup? = nil
    ) {
        feature = DeviceChooser(for: standup)
        let reply = feature.receive(.devices(devices, chosen: [.input: input, .call: call, .output: output]))
        effects = reply.effects
    }

    var effects: [Effect]

    mutating func perform(_ commands: Command...) {
        for command in commands { effects += feature.perform(command).effects }
    }

    mutating func hear(_ decibels: Double, tenths: Int = 1) {
        for _ in 0..<tenths { _ = feature.receive(.level(AudioLevel(peak: decibels, rms: decibels))) }
    }

    var screen: DevicesScreen {
        get throws {
            guard case .devices(let screen) = feature.content(localizer) else { throw WrongScreen() }
            return screen
        }
    }

    struct WrongScreen: Error {}
}

@Suite("The choice of devices") struct DeviceChooserTests {
    @Test func `searches for devices first, and says so`() throws {
        let chooser = DeviceChooser()
        #expect(chooser.firstEffects.first == .loadDevices && chooser.firstEffects[1].isCall(on: .devices))
        guard case .devices(let screen) = chooser.content(.english) else {
            Issue.record("not the devices screen")
            return
        }
        #expect(screen.state == "Looking for devices…")
        #expect(screen.inputs.isEmpty)
        #expect(screen.levelText == "")
    }

    @Test func `lists the default, each device by name, and none`() throws {
        let rig = DevicesRig()
        let screen = try rig.screen
        #expect(
            screen.inputs == [
                .init(label: "System default (Desk microphone)", detail: "", isChosen: true),
                .init(label: "Desk microphone", detail: "1 channel, 44.1 kHz, system default", isChosen: false),
                .init(label: "Headset", detail: "2 channels, 48 kHz", isChosen: false),
                .init(label: "None", detail: "no recording, no transcript", isChosen: false),
            ])
        #expect(screen.outputs.map(\.label) == ["System default (Speaker)", "Speaker", "None"])
        #expect(screen.state == nil)
        #expect(screen.selected == 0)
        #expect(rig.effects == [.listen(.systemDefault)])
    }

    @Test func `stores a microphone by name, and opens it at once`() throws {
        var rig = DevicesRig()
        rig.perform(.down, .down)
        #expect(rig.effects.count == 1, "looking at a row opens nothing")
        rig.perform(.activate)
        #expect(rig.effects.suffix(2) == [.choose(.named("headset-mic"), .input), .listen(.named("headset-mic"))])
        #expect(try rig.screen.inputs.map(\.isChosen) == [false, false, true, false])
        #expect(try rig.screen.levelText == "Opening the microphone…")
    }

    @Test func `opens no microphone if None is chosen`() throws {
        var rig = DevicesRig()
        rig.hear(-20)
        rig.perform(.select(3), .activate)
        #expect(rig.effects.suffix(2) == [.choose(.none, .input), .listen(nil)])
        #expect(try rig.screen.level == nil)
        rig.hear(-20)
        #expect(try rig.screen.level == nil, "a level that was on its way")
        #expect(try rig.screen.levelText == "no recording, no transcript")
    }

    @Test func `stores a loudspeaker without reopening the microphone`() throws {
        var rig = DevicesRig()
        rig.perform(.previousField)
        #expect(try rig.screen.selected == 6, "the loudspeaker that is chosen")
        rig.perform(.down, .activate)
        #expect(rig.effects == [.listen(.systemDefault), .choose(.named("speaker"), .output)])
        rig.perform(.nextField)
        #expect(try rig.screen.selected == 0)
    }

    @Test
    func `offers what the loudspeaker plays as a call, and every monitor; without a sound server it says why not`()
        throws
    {
        let screen = try DevicesRig(.success([DevicesRig.desk, DevicesRig.monitor, DevicesRig.speaker])).screen
        #expect(
            screen.calls == [
                .init(label: "What the loudspeaker plays (Monitor of Speaker)", detail: "", isChosen: false),
                .init(label: "Monitor of Speaker", detail: "2 channels, 48 kHz", isChosen: false),
                .init(label: "None", detail: "", isChosen: true),
            ])
        let plain = try DevicesRig(call: .loudspeakerMonitor).screen
        #expect(plain.calls.map(\.label) == ["What the loudspeaker plays", "None"])
        #expect(plain.calls[0].detail.hasPrefix("not possible") && plain.calls[0].isChosen)
    }

    @Test func `stores a call for all standups, or for the one that it was opened from`() throws {
        var rig = DevicesRig()
        rig.perform(.nextField, .up, .activate)
        #expect(rig.effects.last == .choose(.loudspeakerMonitor, .call))
        #expect(try rig.screen.calls.map(\.isChosen) == [true, false])
        var daily = Standup.sample("Daily", ["Ann"])
        daily.call = "none"
        var own = DevicesRig(call: .loudspeakerMonitor, for: daily)
        #expect(try own.screen.callsTitle == "Call of Daily")
        #expect(try own.screen.calls.map(\.isChosen) == [false, true])
        own.perform(.nextField, .up, .activate)
        #expect(own.effects.last == .loadStandups)
        let backend = try FixedBackend.with(daily)
        try own.feature.carryOut(own.effects, from: backend)
        #expect(try backend.store.standups().map(\.call) == ["auto"])
    }

    @Test func `refuses the same device as microphone and call`() throws {
        let devices = [DevicesRig.desk, DevicesRig.monitor, DevicesRig.speaker]
        var rig = DevicesRig(.success(devices), call: .named("speaker.monitor"))
        rig.perform(.down, .down, .activate)
        #expect(rig.feature.notice(.english)?.text == "The microphone and the call must be two devices.")
        #expect(rig.feature.input == .systemDefault)
    }

    @Test func `shows a chosen device that is not connected, and keeps it chosen`() throws {
        var rig = DevicesRig(input: .named("conference"))
        #expect(
            try rig.screen.inputs.suffix(2) == [
                .init(label: "conference", detail: "not connected", isChosen: true),
                .init(label: "None", detail: "no recording, no transcript", isChosen: false),
            ])
        #expect(try rig.screen.selected == 3)
        #expect(rig.effects == [.listen(.named("conference"))])
        _ = rig.feature.receive(.listenFailed(.noDevice(.input, name: "conference")))
        #expect(try rig.screen.level == nil)
        #expect(try rig.screen.levelText.contains("conference"))
        #expect(!rig.effects.contains { if case .choose = $0 { true } else { false } })
    }

    @Test func `recognizes a device that was chosen by number`() throws {
        let rig = DevicesRig(input: .named("1"))
        #expect(try rig.screen.inputs.map(\.isChosen) == [false, false, true, false])
    }

    @Test func `shows the level, and reports missing sound after ten seconds`() throws {
        var rig = DevicesRig()
        rig.hear(-30)
        #expect(try rig.screen.level == 0.5)
        #expect(try rig.screen.levelText == "Speak to test the microphone.")
        rig.hear(AudioLevel.silence, tenths: 99)
        #expect(try rig.screen.levelText == "Speak to test the microphone.")
        rig.hear(AudioLevel.silence)
        #expect(try rig.screen.levelText.hasPrefix("No sound from"))
        #expect(try rig.screen.level == 0)
        // A muted microphone still has noise of its own.
        rig.hear(-63)
        #expect(try rig.screen.levelText == "Speak to test the microphone.")
    }

    @Test func `tests the ding on the selected loudspeaker, else on the chosen one`() {
        var rig = DevicesRig()
        rig.perform(.testDing)
        #expect(rig.effects.last == .testDing(.systemDefault))
        rig.perform(.previousField, .down, .testDing)
        #expect(rig.effects.last == .testDing(.named("speaker")))
        rig.perform(.down)
        let before = rig.effects
        rig.perform(.testDing)
        #expect(rig.effects == before)
        #expect(rig.feature.notice(.english)?.text.contains("Choose a loudspeaker") == true)
        _ = rig.feature.receive(.dingFailed(.failed(device: "speaker", reason: "busy")))
        #expect(rig.feature.notice(.english)?.kind == .error)
        #expect(rig.feature.notice(.english)?.text.contains("busy") == true)
    }

    @Test func `says why devices cannot be listed, and still offers the default and None`() throws {
        var rig = DevicesRig(.failure(.noSystem(reason: "no answer")))
        #expect(try rig.screen.state?.contains("no answer") == true)
        #expect(try rig.screen.inputs.map(\.label) == ["System default", "None"])
        rig.perform(.down, .activate)
        #expect(rig.effects.contains(.choose(.none, .input)))
        #expect(try DevicesRig(.success([])).screen.state == "No microphones or loudspeakers found.")
    }

    @Test(arguments: [Command.back, .quit])
    func `closes the microphone when the screen closes`(command: Command) {
        var rig = DevicesRig()
        let reply = rig.feature.perform(command)
        #expect(reply.effects.first == .listen(nil))
        #expect(reply.request == (command == .back ? .close : .quit))
    }

    @Test func `removes control sequences from a device's name`() throws {
        let evil = AudioDevice(
            number: 0, name: "x\u{1b}[2J", label: "y\u{1b}[2J", direction: .input, channels: 1, sampleRate: 8000,
            isDefault: true)
        let rig = DevicesRig(.success([evil]), output: .named("z\u{1b}[2J"))
        for row in try rig.screen.inputs + rig.screen.outputs {
            #expect(row.label.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
    }
}
