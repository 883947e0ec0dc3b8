package import MeetingModel

/// The transcript made while a meeting was held: its first, the only one whose id is made from the meeting's.
///
/// SQL spells it `id || '/1'`.
package enum LiveTranscript {
    private static let ending = "/1"

    package static func id(of meeting: Meeting.ID) -> String { meeting.rawValue + ending }

    /// The meeting whose live transcript this is; nil if it is another transcript.
    package static func meeting(ofTranscript id: String) -> Meeting.ID? {
        id.hasSuffix(ending) ? Meeting.ID(rawValue: String(id.dropLast(ending.count))) : nil
    }
}
