import ArgumentParser
import Assets
import FoundationEssentials
import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Watch a 40-second standup held by recorded voices.",
        discussion: """
            It needs no microphone: three recorded voices speak. The loudspeaker, if there is one, plays the dings. \
            The meeting is kept in the history, under the standup Demo. To speak yourself, use --input default.

            Examples:
              standup demo
              standup demo --output none
              standup demo --input default
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var sound: SoundOptions

    /// Hidden: the application has asked for the demo, and is opened again after it.
    @Flag(help: ArgumentHelp("Open the application afterwards.", visibility: .hidden))
    var opens = false

    func run() async throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let script = try DemoScript.load()
        let standup = try script.standup(in: history)
        var sound = sound
        if sound.input == nil { sound.input = "file:" + (try AssetFolder.locate("Voices/" + script.file)) }
        if sound.output == nil, !composition.hasLoudspeaker() {
            StandardOutput.note("No loudspeaker found. The dings are silent.")
            sound.output = "none"
        }
        let names = standup.attendees.map(\.name).joined(separator: ", ")
        StandardOutput.note("A standup of \(Length(standup.length)) with \(names).")
        var setup = try MeetingSetup(
            standup: standup, sound: sound, clock: .real, seed: 0, composition: composition, history: history)
        setup.allowsConcurrent = true
        let outcome = try await setup.holdOnTerminal()
        if opens { try data.run(["open"] + (outcome == nil ? [] : ["standup/\(standup.id.rawValue)/meeting/1"])) }
        guard let outcome else { return }
        guard outcome.exitCode == 0, outcome.ended.reason != .discarded else {
            throw ExitCode(max(1, outcome.exitCode))
        }

        let meeting = try history.meeting("\(standup.id)/1")
        for line in MeetingText.lines(
            meeting, recordingPath: try history.recordingPath(of: meeting), terminal: .standardOutput)
        {
            try StandardOutput.writeLine(line)
        }
        let latest = standup.title + "/1"
        let next = """

            Next:  \(SuggestedCommand("meeting", latest))                            this meeting again
                   \(SuggestedCommand("export", latest, "--to", "demo.wav"))              its recording
                   standup create Daily Ann Ben Cal --length 15m    a standup of your own
                   standup start Daily                              and its first meeting
            """
        try StandardOutput.writeLine(next)
    }
}

/// The demo's script, stored with the voices.
private struct DemoScript: Decodable {
    struct Attendee: Decodable {
        let name: String
    }

    let title: String
    let length: Double
    let file: String
    let attendees: [Attendee]

    static func load() throws -> DemoScript {
        let path = try AssetFolder.locate("Voices/demo.json")
        guard let text = try SmallFile.read(path) else {
            throw Failure(.failed, "the program's file \(path) is missing; install standup again")
        }
        do {
            return try JSONDecoder().decode(DemoScript.self, from: Data(text.utf8))
        } catch {
            throw Failure(.failed, "the program's file \(path) is damaged; install standup again")
        }
    }

    /// The demo's standup; creates it the first time.
    func standup(in history: History) throws -> Standup {
        var standup: Standup
        let existing = try history.store.standups().first {
            $0.title == title && $0.attendees.map(\.name) == attendees.map(\.name)
        }
        if let existing { return existing }
        var generator = SystemRandomNumberGenerator()
        standup = Standup(
            id: Standup.ID(using: &generator), title: title, length: .nanoseconds(Int64(length * 1e9)), theme: .seafoam,
            attendees: attendees.map {
                MeetingModel.Attendee(id: MeetingModel.Attendee.ID(using: &generator), name: $0.name)
            })
        try history.store.save(standup)
        return standup
    }
}
