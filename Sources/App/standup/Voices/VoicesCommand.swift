import ArgumentParser
import MeetingEngine
import MeetingHistory
import MeetingModel
import StandupSpeech

struct VoicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices",
        abstract: "List, learn, forget or export the voices of a standup's attendees.",
        discussion: """
            A standup learns voices after: standup edit TITLE --voices; it needs a model (standup models install voices). \
            From each meeting, the voice profile of each \
            attendee is made better: 192 numbers, no sound. Words that somebody says in another's turn then get the name \
            of the one who said them. Voices are personal data: tell everybody, and forget who does not want it.

            Examples:
              standup voices Daily
              standup voices Daily --forget Ben
              standup voices Daily --forget Ben --never
              standup voices Daily --allow Ben
              standup voices Daily --learn latest
              standup voices Daily --export > voices.json
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: asks on a terminal.", completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Forget an attendee's voice; this cannot be undone.", valueName: "name"),
        completion: .attendeeOfStandup)
    var forget: String?

    @Flag(help: "With --forget: never learn the voice again.")
    var never = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Learn an attendee's voice again, after --never.", valueName: "name"),
        completion: .attendeeOfStandup)
    var allow: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Learn from the recording of a past meeting, by the names under which its words stand.",
            valueName: "meeting"),
        completion: .meeting)
    var learn: String?

    @Flag(help: "Print the profiles with their numbers, as JSON.")
    var export = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard !never || forget != nil else { throw ValidationError("--never needs --forget NAME") }
        guard [forget != nil, allow != nil, learn != nil, export].count(where: { $0 }) <= 1 else {
            throw ValidationError("--forget, --allow, --learn and --export cannot be combined")
        }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup, asking: "Voices of which standup?")
        if let name = forget ?? allow {
            let attendee = standup.attendees[try AttendeeLookup.index(of: name, in: standup.attendees.map(\.name))]
            let who = DisplayText(quoting: attendee.name)
            if allow != nil {
                try history.store.allowVoice(of: attendee.id)
            } else {
                try history.store.forgetVoice(of: attendee.id, never: never)
                PermanentDeletion.removeBackups(in: history.folder)
            }
            if json.isOn { return }
            return StandardOutput.note(
                allow != nil
                    ? "The voice of \(who) may be learned."
                    : "The voice of \(who) is forgotten" + (never ? ", and is not learned again." : "."))
        }
        if let learn { try learnVoices(from: learn, of: standup, in: history) }
        let voices = try standup.attendees.map { attendee in
            let states = try history.store.voices(of: attendee.id)
            return (known: KnownVoice(attendee, states), profile: VoiceProfile(states))
        }
        let document = VoicesDocument(voices, of: standup, withNumbers: export)
        if json.isOn || export { return try JSONOutput.write(document) }
        var table = Table(["NAME", "SPEECH", "MEETINGS", ""], alignments: [.left, .right, .right, .left])
        for voice in document.voices {
            table.append([
                voice.name, voice.speech.map { Duration.seconds($0).clockText() } ?? "",
                voice.meetings.map(String.init) ?? "", voice.remark,
            ])
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
        if !standup.learnsVoices {
            StandardOutput.note(
                "This standup learns no voices. To learn them: "
                    + "\(SuggestedCommand("edit", standup.commandName, "--voices"))")
        }
    }
}

extension History {
    /// Says what a standup that learns voices needs, if it is missing, or what is still known in one that does not.
    func adviseOnVoices(of standup: Standup) {
        if standup.learnsVoices {
            do { _ = try Composition.voiceModel() } catch { StandardOutput.note("standup: note: \(error.message)") }
            return
        }
        let known = standup.attendees.filter { ((try? store.voices(of: $0.id)) ?? [:]).contains { !$0.value.isEmpty } }
        guard let first = known.first else { return }
        StandardOutput.note(
            "standup: note: what was learned of \(known.count == 1 ? "a voice" : "\(known.count) voices") stays; to forget it: "
                + "\(SuggestedCommand("voices", standup.commandName, "--forget", first.name))")
    }
}

extension VoicesCommand {
    private func learnVoices(from name: String, of standup: Standup, in history: History) throws {
        guard standup.learnsVoices else {
            throw Failure(
                .failed,
                "\(DisplayText(quoting: standup.title)) learns no voices; turn it on with: "
                    + "\(SuggestedCommand("edit", standup.commandName, "--voices"))")
        }
        let meeting = try history.meeting(name)
        guard meeting.standupID == standup.id else {
            throw Failure(.usage, "this meeting is not one of \(DisplayText(quoting: standup.title))")
        }
        do {
            try history.store.learnVoices(
                from: meeting, recording: history.recording(of: meeting), by: Composition.voiceRecognition)
        } catch let error as RecognizerError {
            throw Failure(transcribing: error)
        }
    }
}

/// Voices in `voices --json`; `speech` is in seconds.
struct VoicesDocument: Codable, Hashable {
    struct Voice: Codable, Hashable {
        var id: String
        var name: String
        /// `none`, `learning`, `known` or `refused`.
        var state: String
        var speech: Double?
        var meetings: Int?
        /// The names of those whose voices are so similar that words mostly stay with whose turn it was.
        var alike: [String]?
        /// The model and the direction of the voice; only with `--export`.
        var model: String?
        var numbers: [Float]?

        fileprivate var remark: String {
            let others =
                alike.map { "; like " + $0.map { DisplayText($0).description }.joined(separator: ", ") } ?? ""
            return switch state {
            case "refused": "refused"
            case "none": "not learned yet"
            case "learning": "too little speech yet"
            default: "known" + others
            }
        }
    }

    var standup: String
    var learns: Bool
    var voices: [Voice]

    init(
        _ voices: [(known: KnownVoice, profile: VoiceProfile?)], of standup: Standup, withNumbers: Bool
    ) {
        self.standup = standup.id.rawValue
        learns = standup.learnsVoices
        self.voices = voices.map { voice, profile in
            let alike = voices.filter { other in
                guard other.known.attendee.id != voice.attendee.id, let own = profile, let profile = other.profile
                else {
                    return false
                }
                return own.isAlike(profile)
            }
            return Voice(
                id: voice.attendee.id.rawValue, name: voice.attendee.name,
                state: voice.state.rawValue,
                speech: profile.map { Double($0.seconds).rounded(.down) }, meetings: profile?.meetings,
                alike: alike.isEmpty ? nil : alike.map(\.known.attendee.name),
                model: withNumbers ? profile?.voice.model : nil, numbers: withNumbers ? profile?.voice.values : nil)
        }
    }
}
