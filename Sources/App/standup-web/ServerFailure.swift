#if Web
import Assets
import Localization
import MeetingHistory
import MeetingSocket
import NIOCore
import NIOSSL
import Sound
import Web

/// Why the server does not start: an exit code of docs/cli.md and a line with the remedy.
struct ServerFailure: Error {
    let code: Int32
    let message: String

    init(_ code: Int32, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: any Error) {
        switch error {
        case let failure as ServerFailure: self = failure
        case let error as HistoryError:
            switch error {
            case .cannotWrite, .locked: self.init(73, error.line)
            default: self.init(1, error.line)
            }
        case let error as DataFolderError:
            switch error {
            case .notAlone: self.init(64, error.line)
            case .cannotCreate, .cannotRemove, .cannotPutAside: self.init(73, error.line)
            default: self.init(1, error.line)
            }
        case let error as InvitationError:
            if case .cannotWrite = error { self.init(73, "\(error)") } else { self.init(1, "\(error)") }
        case let error as CertificateError: self.init(66, "\(error)")
        case let error as AudioError:
            if case .cannotWrite = error { self.init(73, "\(error)") } else { self.init(1, "\(error)") }
        case let error as AssetError: self.init(1, "\(error)")
        case let error as CatalogueError: self.init(1, "\(error)")
        default: self.init(1, "unexpected error: \(error); run: standup doctor")
        }
    }
}
#endif
