import MeetingHistory
import MeetingModel

/// The result of one check of `doctor`.
struct Check: Codable, Hashable {
    /// The severity of a result.
    enum Status: String, Codable, Hashable {
        /// No problem.
        case ok
        /// A meeting can be held, but with a feature missing.
        case warn
        /// No meeting can be held until this is fixed.
        case fail
    }

    /// The name of the check.
    var name: String
    /// The severity.
    var status: Status
    /// What the check found.
    var finding: String
    /// The remedy; nil if there is no problem, or if the finding includes the remedy.
    @Nullable var mend: String?

    /// A check that passed.
    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, status: .ok, finding: finding, mend: nil)
    }

    /// A problem that does not prevent a meeting.
    static func warn(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .warn, finding: finding, mend: mend)
    }

    /// A problem that prevents a meeting.
    static func fail(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .fail, finding: finding, mend: mend)
    }

    /// A check that failed with an error, whose description includes the remedy.
    static func failed(_ name: String, _ error: any Error, status: Status = .fail) -> Check {
        Check(name: name, status: status, finding: Failure(error).message, mend: nil)
    }

    /// Formats the check as a line.
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
