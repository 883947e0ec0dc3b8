import ArgumentParser
import Dispatch
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures
import StandupHistory
import StandupSpeech
import Synchronization

/// Completions for arguments whose values depend on this machine.
///
/// The shell runs the program, which answers at once with words or with nothing. It prints no messages, creates no
/// files and never fails.
extension CompletionKind {
    static let standup = offering { request, candidates in
        candidates.standups(try history(of: request)?.standups() ?? [])
    }

    /// Meetings: `latest`, and the meetings of each standup.
    static let meeting = offering { request, candidates in
        guard let history = try history(of: request) else { return [] }
        let counts = try history.meetingSummaries().map { ($0.standupID, $0.count) }
        return candidates.meetings(
            Dictionary(uniqueKeysWithValues: counts), of: try history.standups(), prefix: request.prefix)
    }

    /// Addresses of places in the application.
    static let address = offering { request, candidates in
        let standups = try history(of: request)?.standups() ?? []
        return ["standups", "standups/add", "devices"]
            + candidates.standups(standups).map { Place.standup($0).address }
    }

    /// The attendees of the standup on the command line.
    static let attendeeOfStandup = offering { request, candidates in
        guard let standups = try history(of: request)?.standups() else { return [] }
        let meant = request.arguments.lazy.compactMap { try? StandupLookup.find($0, in: standups) }.first
        return candidates.attendees(meant?.attendees.map(\.name) ?? [])
    }

    /// The attendees of the meeting on the command line.
    static let attendeeOfMeeting = offering { request, candidates in
        guard let history = try history(of: request) else { return [] }
        let meant = request.arguments.lazy.compactMap { try? MeetingLookup.find($0, in: history) }.first
        let meeting = try meant.flatMap { try history.meetingWithoutWords($0) }
        return candidates.attendees(meeting?.attendees.map(\.name) ?? [])
    }

    /// Everyone who was ever invited to a meeting.
    static let person = offering { request, candidates in
        let names = Set(try history(of: request)?.people().map(\.name) ?? [])
        return names.sorted().filter(candidates.isTypeable)
    }

    /// Microphone names and the other values of the option.
    static let input = offering { _, candidates in
        ["default", "none", "silence"] + devices(.input).filter(candidates.isTypeable)
    }

    static let call = offering { _, candidates in
        ["auto", "none"] + devices(.input).filter(candidates.isTypeable)
    }

    /// Loudspeaker names and the other values of the option.
    static let output = offering { _, candidates in
        ["default", "none"] + devices(.output).filter(candidates.isTypeable)
    }

    static let recognizer = offering { _, candidates in
        let models = Composition.whisperModels.installed().map { "whisper:\($0.name)" }
        return ["whisper"] + models.filter(candidates.isTypeable) + ["pocketsphinx", "none"]
    }

    /// Models that are installed or can be installed.
    static let model = offering { _, candidates in
        let catalogue = try Composition.modelCatalogue().models.map(\.name)
        let others = Composition.whisperModels.names.filter { !catalogue.contains($0) }
        return (catalogue + others).filter(candidates.isTypeable)
    }

    /// Settings of the configuration, and the keys of the application.
    static let setting = offering { request, _ in
        guard request.prefix.hasPrefix(Setting.keysName + ".") else { return Setting.names + [Setting.keysName + "."] }
        return KeyContext.allCases.flatMap { context in
            KeyTable.names(in: context).map { Setting.keys(context, command: $0).name }
        }
    }

    static let exportFormat = CompletionKind.list(ExportFormat.names)

    private static func offering(
        _ words: @escaping @Sendable (CompletionRequest, CompletionCandidates) throws -> [String]
    ) -> CompletionKind {
        .custom { typed, _, prefix in
            let shell = CompletionShell.requesting
            let request = CompletionRequest(
                words: typed, prefix: prefix, shell: shell, version: CompletionShell.requestingVersion)
            let candidates = CompletionCandidates(shell: shell)
            return ((try? words(request, candidates)) ?? []).map(candidates.escaped)
        }
    }

    /// The history of the data folder on the command line; nil if it does not exist yet.
    private static func history(of request: CompletionRequest) throws -> (any MeetingStore)? {
        var data = DataOption()
        data.sharedFolder = false
        data.folder = request.value(of: "--data").map(expandingHome)
        let folder = try Composition(data: data).folder
        return folder.hasHistory ? try SQLiteMeetingStore(path: folder.databasePath) : nil
    }

    private static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// The names of devices; empty if the sound system does not answer within 1 s.
    private static func devices(_ direction: AudioDevice.Direction) -> [String] {
        let answer = Answer()
        DispatchQueue.global().async {
            let devices = (try? Composition.makeAudioSystem().devices()) ?? []
            answer.devices.withLock { $0 = devices }
            answer.isThere.signal()
        }
        _ = answer.isThere.wait(timeout: .now() + .seconds(1))
        let devices = answer.devices.withLock { $0 }
        return devices.filter { $0.direction == direction }.map(\.name)
    }

    /// Holds the sound system's answer, which may arrive late.
    private final class Answer: Sendable {
        let devices = Mutex<[AudioDevice]>([])
        let isThere = DispatchSemaphore(value: 0)
    }
}
