import MeetingExport
import MeetingModel

/// One thing that `doctor` has looked at.
struct Check: Codable, Hashable {
    /// How it stands.
    enum Status: String, Codable, Hashable {
        /// It works.
        case ok
        /// A meeting can be held, with something missing.
        case warn
        /// No meeting can be held before this is mended.
        case fail
    }

    /// What was looked at.
    var name: String
    /// How it stands.
    var status: Status
    /// What was found.
    var finding: String
    /// How to mend it; nil where nothing is to be mended, or where the finding says how.
    @Nullable var mend: String?

    /// Something that works.
    static func ok(_ name: String, _ finding: String) -> Check {
        Check(name: name, status: .ok, finding: finding, mend: nil)
    }

    /// Something that a meeting can do without.
    static func warn(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .warn, finding: finding, mend: mend)
    }

    /// Something that no meeting can do without.
    static func fail(_ name: String, _ finding: String, mend: String) -> Check {
        Check(name: name, status: .fail, finding: finding, mend: mend)
    }

    /// A part's error, in its own words, which say what to do.
    static func failed(_ name: String, _ error: any Error, status: Status = .fail) -> Check {
        Check(name: name, status: status, finding: Failure(error).message, mend: nil)
    }

    /// The check as a line.
    func line(for terminal: Terminal) -> String {
        let style: Terminal.Style =
            switch status {
            case .ok: .green
            case .warn: .yellow
            case .fail: .red
            }
        let sign = terminal.styled(status.rawValue, style) + (status == .ok ? "  " : "")
        let advice = mend.map { "; to mend it: " + $0 } ?? ""
        return "\(sign)  \(DisplayText(name).padded(to: 13))  \(DisplayText(finding + advice))"
    }
}
