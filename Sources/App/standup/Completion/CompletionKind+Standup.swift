import ArgumentParser
import AudioDevices
import Dispatch
import MeetingHistory
import MeetingModel
import ModelInstallation
import PocketSphinxModels
import SQLiteHistory
import StandupFeatures
import Synchronization
import WhisperModels

/// What the shells offer for arguments whose values are known only on this machine.
///
/// They ask the program, which then answers at once, or with nothing: it says nothing, creates nothing, and fails at
/// nothing.
extension CompletionKind {
    /// Standups, by title.
    static let standup = offering { request, candidates in
        candidates.standups(try history(of: request)?.standups() ?? [])
    }

    /// Meetings: `latest`, and those of each standup.
    static let meeting = offering { request, candidates in
        guard let history = try history(of: request) else { return [] }
        let counts = try history.meetingSummaries().map { ($0.standupID, $0.count) }
        return candidates.meetings(
            Dictionary(uniqueKeysWithValues: counts), of: try history.standups(), prefix: request.prefix)
    }

    /// Addresses of the application's places.
    static let address = offering { request, candidates in
        let standups = try history(of: request)?.standups() ?? []
        return ["standups", "standups/add", "devices"]
            + candidates.standups(standups).map { Place.standup($0).address }
    }

    /// The attendees of the standup that is named on the command line.
    static let attendeeOfStandup = offering { request, candidates in
        guard let standups = try history(of: request)?.standups() else { return [] }
        let meant = request.arguments.lazy.compactMap { try? StandupLookup.find($0, in: standups) }.first
        return candidates.attendees(meant?.attendees.map(\.name) ?? [])
    }

    /// The attendees of the meeting that is named on the command line.
    static let attendeeOfMeeting = offering { request, candidates in
        guard let history = try history(of: request) else { return [] }
        let meant = request.arguments.lazy.compactMap { try? MeetingLookup.find($0, in: history) }.first
        let meeting = try meant.flatMap { try history.meetingWithoutWords($0) }
        return candidates.attendees(meeting?.attendees.map(\.name) ?? [])
    }

    /// Everybody who was to be at a meeting.
    static let person = offering { request, candidates in
        let names = Set(try history(of: request)?.people().map(\.name) ?? [])
        return names.sorted().filter(candidates.isTypeable)
    }

    /// Microphones, by name, and what can stand for one.
    static let input = offering { _, candidates in
        ["default", "none", "silence"] + devices(.input).filter(candidates.isTypeable)
    }

    /// Loudspeakers, by name, and what can stand for one.
    static let output = offering { _, candidates in
        ["default", "none"] + devices(.output).filter(candidates.isTypeable)
    }

    /// Recognisers: Whisper, with each of its models that are installed, and the others.
    static let recognizer = offering { _, candidates in
        let models = Composition.whisperModels.installed().map { "whisper:\($0.name)" }
        return ["whisper"] + models.filter(candidates.isTypeable) + ["pocketsphinx", "none"]
    }

    /// Models: those that are installed and those that can be.
    static let model = offering { _, candidates in
        let catalogue = try Composition.modelCatalogue().models.map(\.name)
        let others = Composition.whisperModels.names.filter { !catalogue.contains($0) }
        return (catalogue + others).filter(candidates.isTypeable)
    }

    /// Formats of exports.
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

    /// The history that the command line means, nil if there is none yet.
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

    /// The names of devices, none if the sound system does not answer within a second.
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

    /// What the sound system says, whenever it does.
    private final class Answer: Sendable {
        let devices = Mutex<[AudioDevice]>([])
        let isThere = DispatchSemaphore(value: 0)
    }
}
