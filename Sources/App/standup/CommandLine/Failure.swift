import Assets
import Localization
import MeetingHistory
import MeetingModel
import MeetingSocket
import Minutes
import Sound
import StandupFeatures
import StandupSpeech
import Web

/// A failed command: an exit code and one line for the user.
struct Failure: Error, Hashable {
    /// The stable exit codes.
    enum Code: Int32, Hashable {
        /// A general failure.
        case failed = 1
        /// A usage error.
        case usage = 64
        /// No such standup, meeting, attendee or file.
        case notFound = 66
        /// A device, a recognizer, an assistant or the web server is not available.
        case unavailable = 69
        /// A file or output cannot be written.
        case cannotWrite = 73
        /// Interrupted by the user.
        case interrupted = 130
    }

    /// The exit code.
    let code: Code
    /// One line without the program's name: what failed, for which item, and the remedy.
    let message: String

    /// Creates a failure; escapes control characters and line breaks in the message.
    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = DisplayText(message).description
    }

    /// Converts an error of any part of the program.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as TranscriptionObstacle: self.init(error)
        case let error as StandupError: self.init(.usage, error.description)
        case let error as HistoryError: self.init(Code(error), error.line)
        case let error as AudioError: self.init(Code(error), error.line)
        case let error as InstallationError: self.init(Code(error), error.description)
        case let error as RecognizerError: self.init(.unavailable, error.line)
        case let error as AssistantError: self.init(.unavailable, error.description)
        case let error as DataFolderError: self.init(Code(error), error.line)
        case let error as InvitationError: self.init(Code(error), error.description)
        case let error as SearchQueryError: self.init(.usage, error.description)
        case let error as LookupError: self.init(.notFound, error.description)
        case let error as AddressError: self.init(.usage, error.description)
        case let error as TeamError: self.init(Code(error), error.description)
        case let error as AssetError: self.init(.failed, error.description)
        case let error as CatalogueError: self.init(.failed, error.description)
        default: self.init(.failed, "unexpected error: \(error); run: standup doctor")
        }
    }
}

extension Failure.Code {
    /// Converts an error of the history.
    init(_ error: HistoryError) {
        self =
            switch error {
            case .unreadable, .newer, .inUse, .notAFile, .transcriptInUse, .transcriptChanged, .inconsistent: .failed
            case .cannotWrite, .locked: .cannotWrite
            case .noMeeting, .noTranscript, .noPoints: .notFound
            }
    }

    /// Converts an error of the team's history.
    init(_ error: TeamError) {
        self =
            switch error {
            case .noLibrary, .unreachable, .slow, .login, .exposed, .unsafe: .unavailable
            case .address, .joined, .notJoined, .notShared: .usage
            case .full, .readOnly: .cannotWrite
            case .noTeam, .notMember, .noMember, .noDatabase: .notFound
            case .newer, .otherServer, .olderServer, .manyDeletions, .refused, .notLead, .unsent, .busy,
                .clock:
                .failed
            }
    }

    /// Converts an error of the audio parts.
    init(_ error: AudioError) {
        self =
            switch error {
            case .noSystem, .noDevice, .noMonitor, .failed, .noSound, .noLibrary: .unavailable
            case .file: .notFound
            case .cannotWrite: .cannotWrite
            }
    }

    /// Converts an error of the invitations.
    init(_ error: InvitationError) {
        self =
            switch error {
            case .unreadable, .newer, .tooMany: .failed
            case .cannotWrite: .cannotWrite
            case .noLibrary: .unavailable
            }
    }

    /// Converts an error of the data folder.
    init(_ error: DataFolderError) {
        self =
            switch error {
            case .noHome, .unsafeName, .link, .notAFile: .failed
            case .cannotCreate, .cannotRemove, .cannotPutAside: .cannotWrite
            case .notAlone: .usage
            }
    }
}
