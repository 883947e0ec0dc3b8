import MeetingHistory
import MeetingModel

/// The result of one check of `doctor`.
struct Check: Codable, Hashable {
    enum Status: String, Codable, Hashable {
        case ok
        /// A meeting can be held, but with a feature missing.
        case warn
        /// No meeting can be held until this is fixed.
        case fail
    }

    var name: String
    var status: Status
    var finding: String
    /// The remedy; nil if there is no problem, or if the finding includes the remedy.
    @Nullable var mend: String?

    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, status: .ok, finding: finding, mend: nil)
    }

    static func warn(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .warn, finding: finding, mend: mend)
    }

    static func fail(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .fail, finding: finding, mend: mend)
    }

    /// A check that failed with an error, whose description includes the remedy.
    static func failed(_ name: String, _ error: any Error, status: Status = .fail) -> Check {
        Check(name: name, status: status, finding: Failure(error).message, mend: nil)
    }

    func line(for terminal: Terminal) -> String {
        let style: Terminal.Style =
            switch status {
            case .ok: .green
            case .warn: .yellow
            case .fail: .red
            }
        let sign = terminal.styled(status.rawValue, style) + (status == .ok ? "  " : "")
        let advice = mend.map { "; to fix it: " + $0 } ?? ""
        return "\(sign)  \(DisplayText(name).padded(to: 13))  \(DisplayText(finding + advice))"
    }
}
