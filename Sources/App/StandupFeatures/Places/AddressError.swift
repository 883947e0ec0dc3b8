package import MeetingModel

package enum AddressError: Error, Hashable, Sendable {
    case unknown(String)
    /// A `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    case malformedEscape(String)
    case unknownParameter(String, String)
    case repeatedParameter(String, String)
    /// The focus is not a field of the form.
    case unknownField(String, String)
    case unknownDialog(String, String)
    /// The start, the speed or the channel of a playback is wrong.
    case notPlayback(String, String)
    /// A flag has another value than yes.
    case notAFlag(String, String)
    /// The utterance or a transcript is not a number from 0.
    case notANumber(String, String)
    /// The compared transcripts are not two numbers.
    case notComparable(String, String)
    /// The days of a search are not one of its periods.
    case notAPeriod(String, String)
    /// The first or the last day of a search is not a day.
    case notADay(String, String)
}

extension AddressError: CustomStringConvertible {
    /// One line: what is wrong, where, and what to do.
    package var description: String {
        switch self {
        case .unknown(let address):
            "no screen \(quoted(address)); write an address like standups, standup/3, standup/3/edit or devices"
        case .malformedEscape(let address):
            "cannot read the address \(quoted(address)); write %25 for a percent sign and use UTF-8"
        case .unknownParameter(let name, let address):
            "\(quoted(address)) takes no \(quoted(name)); leave it out"
        case .repeatedParameter(let name, let address):
            "\(quoted(name)) is given twice in \(quoted(address)); give it once"
        case .unknownField(let field, let address):
            "no field \(quoted(field)) in \(quoted(address)); use title, length or attendee:2"
        case .unknownDialog(let text, let address):
            "no dialog \(quoted(text)) in \(quoted(address)); write it like dialog=delete"
        case .notPlayback(let text, let address):
            "cannot play \(quoted(text)) in \(quoted(address)); write it like play=1:23&speed=1.5&channel=room"
        case .notANumber(let text, let address):
            "\(quoted(text)) in \(quoted(address)) is not a number; write it like utterance=4"
        case .notAFlag(let name, let address):
            "\(quoted(name)) in \(quoted(address)) can only be yes; write \(name)=yes or leave it out"
        case .notComparable(let text, let address):
            "cannot compare \(quoted(text)) in \(quoted(address)); write it like compared=1:2"
        case .notAPeriod(let text, let address):
            "cannot search \(quoted(text)) days in \(quoted(address)); use days=1, 7, 30 or 365"
        case .notADay(let text, let address):
            "\(quoted(text)) in \(quoted(address)) is not a day; write it like since=2026-01-31, yesterday or 14d"
        }
    }

    private func quoted(_ text: String) -> DisplayText { DisplayText(quoting: text) }
}

extension AddressError: ProgramError {
    package var exitCode: Failure.Code { .usage }
}
