import Assets
import Dispatch
import MeetingHistory
import MeetingModel
import MeetingSocket
import Minutes
import StandupSpeech
import Synchronization

/// Sends minutes to configured destinations: reads their templates, addresses and keys at each attempt.
///
/// It blocks its thread, which must not be one of Swift's task pool. [any thread]
struct PostSender: Sendable {
    let configuration: Configuration
    /// The data folder, for commands that read it.
    let folder: DataFolder
    private let client = PostClient()

    private static let commandLimit = Duration.seconds(60)
    /// The exit code by which a command asks for another attempt later (EX_TEMPFAIL).
    private static let tryAgain: Int32 = 75

    init(configuration: Configuration, folder: DataFolder) {
        self.configuration = configuration
        self.folder = folder
    }

    /// Ends the current request and all later ones. [any thread]
    func cancel() { client.cancel() }

    /// Makes one attempt; after a mistake in a file there will be another, because the user can correct it.
    func send(_ attempt: MinutesPoster.Attempt) -> PostOutcome {
        do throws(Failure) {
            let content = try content(of: attempt.meeting, for: attempt.destination)
            if attempt.destination.service == .command { return run(attempt, content) }
            let access = try access(to: attempt.destination)
            return client.send(content, to: attempt.destination, with: access, transaction: attempt.transaction)
        } catch {
            return .later(error.message, after: nil)
        }
    }

    /// Sends the minutes of a meeting to a destination now, for a user; `again` also what was sent, or may have been.
    ///
    /// `poster` queues and claims the posting in `store`, and sends by this sender.
    func post(
        _ meeting: Meeting, to destination: PostDestination, by poster: MinutesPoster, in store: any PostStore,
        again: Bool
    ) throws -> PostResult {
        // Reports a mistake in a file before an attempt is counted.
        _ = try content(of: meeting, for: destination)
        if destination.service != .command { _ = try access(to: destination) }
        let before = try store.posts(of: meeting.id).first { $0.destination == destination.name }
        let post = try poster.post(meeting, to: destination, again: again, now: { Timestamp.now })
        return PostResult(destination: destination, post: post, isOld: post == before && post?.state == .sent)
    }

    /// What a destination would get.
    func content(of meeting: Meeting, for destination: PostDestination) throws(Failure) -> PostContent {
        let message = PostMessage(of: MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt)))
        let template = try template(of: destination)
        let plain = destination.service == .matrix ? try Self.standardTemplate(of: .command) : template
        do {
            return try PostContent(message, for: destination.service, by: template, plain: plain)
        } catch {
            let name = destination.template.map { " by \(DisplayText($0))" } ?? ""
            throw Failure(.failed, "cannot write the minutes for \(DisplayText(destination.name))\(name): \(error)")
        }
    }

    func template(of destination: PostDestination) throws(Failure) -> PostTemplate {
        guard let path = destination.template else { return try Self.standardTemplate(of: destination.service) }
        guard let text = try SmallFile.read(path) else {
            throw Failure(.notFound, PostReason.noTemplate.text(["path": DisplayText(path).description]))
        }
        do {
            return try PostTemplate(text)
        } catch {
            throw Failure(.failed, "template \(DisplayText(path)) \(error)")
        }
    }

    private static func standardTemplate(of service: PostService) throws(Failure) -> PostTemplate {
        do {
            let path = try AssetFolder.locate(service.templateName)
            return try PostTemplate(SmallFile.read(path) ?? "")
        } catch {
            throw Failure(error)
        }
    }

    /// The address and key of a destination.
    func access(to destination: PostDestination) throws(Failure) -> PostClient.Access {
        let name = DisplayText(destination.name)
        let key = try destination.keyFile.map { path throws(Failure) in try Self.secret(in: path, isKey: true) }
        let text: String
        let file = destination.addressFile.map { DisplayText($0).description }
        if let path = destination.addressFile {
            text = try Self.secret(in: path, isKey: false).secret
        } else {
            text = destination.server ?? ""
        }
        let values = file.map { ["path": $0] } ?? ["name": name.description]
        do {
            return PostClient.Access(
                address: try SecretAddress(text, plainHosts: configuration.plainHosts), key: key)
        } catch {
            switch error {
            case .notAnAddress:
                throw Failure(
                    .usage, (file == nil ? PostReason.noAddress : PostReason.noAddressInFile).text(values))
            case .plain:
                throw Failure(.usage, (file == nil ? PostReason.plain : PostReason.plainInFile).text(values))
            }
        }
    }

    /// The one line of a file that only its owner can read.
    private static func secret(in path: String, isKey: Bool) throws(Failure) -> APIKey {
        do {
            return try APIKey(file: path)
        } catch {
            let path = DisplayText(path).description
            switch error {
            case .unreadable(_, let reason):
                throw Failure(
                    .notFound,
                    (isKey ? PostReason.unreadableKey : .unreadableAddress).text(["path": path, "error": reason]))
            case .open: throw Failure(.usage, (isKey ? PostReason.openKey : .openAddress).text(["path": path]))
            case .notAKey: throw Failure(.usage, (isKey ? PostReason.emptyKey : .emptyAddress).text(["path": path]))
            }
        }
    }

    // MARK: Commands

    private func run(_ attempt: MinutesPoster.Attempt, _ content: PostContent) -> PostOutcome {
        let meeting = attempt.meeting
        let call = HookCall(
            name: "post", arguments: attempt.destination.command,
            variables: [
                "STANDUP_EVENT": "minutes.ready", "STANDUP_MEETING_ID": meeting.id.rawValue,
                "STANDUP_STANDUP_ID": meeting.standupID.rawValue,
                "STANDUP_TITLE": DisplayText(meeting.title).description, "STANDUP_DATA": absolutePath(folder.path),
            ], input: content.bytes)
        let log = folder.hookLogPath
        let end = DispatchSemaphore(value: 0)
        let result = Mutex<HookResult>(.tooLong)
        Task.detached {
            let ended = await call.result(within: Self.commandLimit, logPath: log)
            result.withLock { $0 = ended }
            end.signal()
        }
        end.wait()
        let path = DisplayText(log).description
        switch result.withLock({ $0 }) {
        case .exited(0): return .sent
        case .exited(Self.tryAgain): return .later(PostReason.commandLater.text(["path": path]), after: nil)
        case .exited(let code):
            return .refused(PostReason.commandExit.text(["number": String(code), "path": path]))
        case .signaled(let signal):
            return .unknown(PostReason.commandSignal.text(["number": String(signal), "path": path]))
        case .tooLong: return .unknown(PostReason.commandTooLong.text(["path": path]))
        case .notRun(let reason):
            return .later(PostReason.commandNotRun.text(["error": DisplayText(reason).description]), after: nil)
        }
    }
}
