import MeetingEngine
import MeetingModel
import Sound
import StandupFeatures
import StandupSpeech

extension Entry {
    private static let start = Place.start("Engineering")

    /// The start screen: who is here, and the obstacles to a meeting.
    static let starts = [
        Entry("start", "Who is here, and what will be kept", at: start),
        Entry("start-absent", "Somebody is not here", at: start) { $0.perform(.first, .down, .toggle) },
        Entry(
            "start-nobody", "Nobody takes part", World([SampleHistory.standup("Empty", [], .sky)]), at: .start("Empty")),
        Entry("start-held-elsewhere", "Somebody of the team holds it already", heldElsewhere, at: start),
        Entry("start-opening", "While the microphone is being opened", starting, at: start) { $0.perform(.start) },
        Entry("start-no-recognizer", "A language that is not understood", notUnderstood, at: .start("제품 회의 🚀")),
        Entry("start-no-recognizer-question", "Whether to do without", notUnderstood, at: .start("제품 회의 🚀")) {
            $0.perform(.start)
        },
        Entry("start-no-microphone", "The microphone is missing", noMicrophone, at: start) { $0.perform(.start) },
        Entry("start-disk-full", "The recording cannot be written", diskFull, at: start) { $0.perform(.start) },
    ]

    private static var heldElsewhere: World {
        var world = World()
        world.equipment.holder = "ben, laptop"
        return world
    }

    private static var starting: World {
        var world = World()
        world.isStarting = true
        return world
    }

    private static var notUnderstood: World {
        var world = World()
        world.equipment.understood = nil
        world.equipment.recognizerProblem = .noModel(language: "ko", searched: "/usr/share/pocketsphinx/model")
        return world
    }

    private static var noMicrophone: World {
        var world = World()
        world.equipment.input = .named("usb.input")
        world.equipment.inputLabel = nil
        world.startError = .microphone(.noDevice(.input, name: "usb.input"))
        return world
    }

    private static var diskFull: World {
        var world = World()
        world.startError = .recording(
            .cannotWrite(path: "/home/ann/.local/share/standup/recordings/1.wav", reason: "disk is full"))
        return world
    }

    /// The device selection.
    static let devices = [
        Entry("devices", "Microphones and loudspeakers, one that is heard", at: .devices) { scene in
            scene.receive(.level(AudioLevel(peak: -8, rms: -18)))
        },
        Entry("devices-silent", "A microphone that hears nothing", at: .devices) { scene in
            scene.perform(.down)
            scene.receive(.level(AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence)))
        },
        Entry("devices-models", "The speech models below the devices", at: .devices) { $0.perform(.last, .up) },
        Entry("devices-remove-model", "Whether to remove a speech model", at: .devices) {
            $0.perform(.last, .up, .up, .delete)
        },
        Entry("devices-ask-install", "Whether to download a speech model", at: .devices) {
            $0.perform(.last, .up, .activate)
        },
        Entry("devices-install", "A speech model is downloaded", downloading, at: .devices) {
            $0.perform(.last, .up, .activate, .activate)
        },
        Entry("devices-loading", "Before they have been listed", World(silentDevices: true), at: .devices),
        Entry("devices-none", "There is no sound on this machine", noSound, at: .devices),
        Entry("devices-failed", "A microphone that cannot be heard", at: .devices) { scene in
            scene.receive(.listenFailed(.failed(device: "Built-in Audio Analog Stereo", reason: "device is busy")))
        },
    ]

    /// The link to a standup's pages.
    static let invitations = [
        Entry("invitation", "A link for anybody, as a QR code", at: .standup("Engineering")) { $0.perform(.invite) },
        Entry("invitation-attendee", "A link for an attendee, who may end their own turn", at: .standup("Engineering"))
        {
            $0.perform(.down, .invite)
        },
        Entry("invitation-no-link", "Before a link is created", at: .invitation("Engineering")),
        Entry("invitation-list", "The invitations, to revoke one", at: .invitation("Engineering")) {
            $0.perform(.listInvitations)
        },
        Entry("invitation-end", "Until when the link is valid", at: .invitation("Engineering")) { scene in
            scene.perform(.edit)
            scene.type("7d")
        },
        Entry("invitation-call-notice", "A sentence for the chat of a call", at: .invitation("Engineering")) {
            $0.perform(.showCallNotice)
        },
        Entry("invitation-needs-attendee", "A role that only an attendee can have", at: .invitation("Engineering")) {
            $0.perform(.select(1))
        },
        Entry("invitation-only-here", "A link that only this computer can open", onlyHere, at: .standup("Engineering"))
        {
            $0.perform(.invite)
        },
        Entry("invitation-no-code", "Without libqrencode", noCode, at: .standup("Engineering")) { $0.perform(.invite) },
        Entry("invitation-not-installed", "The web server is missing", noWebServer, at: .standup("Engineering")) {
            $0.perform(.invite)
        },
    ]

    private static var noCode: World {
        var world = World()
        world.invitation = world.invitation.map { link in
            var link = link
            link.code = nil
            return link
        }
        return world
    }

    private static var onlyHere: World {
        var world = World()
        world.invitation = .success(World.link(isOnlyHere: true))
        return world
    }

    private static var noWebServer: World {
        var world = World()
        world.invitation = .failure(.notInstalled)
        return world
    }

    private static var downloading: World {
        var world = World()
        world.progress = TaskProgress(0.07, .downloads(file: "ggml-small.bin", host: "huggingface.co"))
        return world
    }

    private static var noSound: World {
        var world = World()
        world.devices = .failure(.noSystem(reason: "no sound server answers"))
        return world
    }
}
