import MeetingModel

/// Why an address cannot be read; `description` is one line that says what, which and what to do.
package enum AddressError: Error, Hashable, Sendable {
    /// It names no place.
    case unknown(String)
    /// A `%` has not two hexadecimal digits behind it, or the bytes are no text.
    case malformedEscape(String)
    /// It has a parameter that the place does not take.
    case unknownParameter(String, String)
    /// It has a parameter twice.
    case repeatedParameter(String, String)
    /// The focus is no field of the form.
    case unknownField(String, String)
    /// The place has no such dialog.
    case unknownDialog(String, String)
    /// The utterance is no number.
    case notANumber(String, String)
}

extension AddressError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .unknown(let address):
            "no such place, \(quoted(address)), write it like standups, standup/3, standup/3/edit or devices"
        case .malformedEscape(let address):
            "cannot read the address, \(quoted(address)), write a percent sign itself as %25 and text as UTF-8"
        case .unknownParameter(let name, let address):
            "that place takes no \(quoted(name)), \(quoted(address)), leave it out"
        case .repeatedParameter(let name, let address):
            "\(quoted(name)) is given twice, \(quoted(address)), give it once"
        case .unknownField(let field, let address):
            "the form has no field \(quoted(field)), \(quoted(address)), write it like title, length or attendee:2"
        case .unknownDialog(let text, let address):
            "the place has no dialog \(quoted(text)), \(quoted(address)), write it like dialog=delete or help=yes"
        case .notANumber(let text, let address):
            "the utterance is no number, \(quoted(text)) in \(quoted(address)), write it like utterance=4"
        }
    }

    private func quoted(_ text: String) -> DisplayText { DisplayText(quoting: text) }
}
