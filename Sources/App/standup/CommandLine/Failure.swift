import Assets
import AudioDevices
import Localization
import MeetingHistory
import MeetingModel
import ModelInstallation
import SpeechRecognition
import StandupFeatures

/// The end of a command that did not work: one line for the user and the exit code.
struct Failure: Error, Hashable {
    /// The exit codes that scripts may rely on.
    enum Code: Int32, Hashable {
        /// It failed.
        case failed = 1
        /// Wrong usage.
        case usage = 64
        /// No such standup, meeting, attendee or file.
        case notFound = 66
        /// A device or a recogniser is not available.
        case unavailable = 69
        /// Something cannot be written.
        case cannotWrite = 73
        /// Interrupted by the user.
        case interrupted = 130
    }

    /// How the program exits.
    let code: Code
    /// What, which, what to do, in one line, without the program's name.
    let message: String

    /// A failure; control characters and line breaks in the message are made visible.
    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = DisplayText(message).description
    }

    /// The failure that an error of one of the parts amounts to.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StandupError: self.init(.usage, error.description)
        case let error as HistoryError: self.init(Code(error), error.description)
        case let error as AudioError: self.init(Code(error), error.description)
        case let error as InstallationError: self.init(Code(error), error.description)
        case let error as RecognizerError: self.init(.unavailable, error.description)
        case let error as DataFolderError: self.init(Code(error), error.description)
        case let error as SearchQueryError: self.init(.usage, error.description)
        case let error as LookupError: self.init(.notFound, error.description)
        case let error as AddressError: self.init(.usage, error.description)
        case let error as AssetError: self.init(.failed, error.description)
        case let error as AddressError: self.init(.usage, error.description)
        case let error as CatalogueError: self.init(.failed, error.description)
        default: self.init(.failed, "it failed, \(error), run: standup doctor")
        }
    }
}

extension Failure.Code {
    /// The code of an error of the history.
    init(_ error: HistoryError) {
        self =
            switch error {
            case .unreadable, .newer, .inUse, .notAFile, .transcriptInUse: .failed
            case .cannotWrite: .cannotWrite
            case .noMeeting, .noTranscript: .notFound
            }
    }

    /// The code of an error of the audio parts.
    init(_ error: AudioError) {
        self =
            switch error {
            case .noSystem, .noDevice, .failed: .unavailable
            case .file: .notFound
            case .cannotWrite: .cannotWrite
            }
    }

    /// The code of an error of the data folder.
    init(_ error: DataFolderError) {
        self =
            switch error {
            case .noHome, .unsafeName, .link, .notAFile: .failed
            case .cannotCreate, .cannotRemove, .cannotPutAside: .cannotWrite
            case .notAlone: .usage
            }
    }
}
