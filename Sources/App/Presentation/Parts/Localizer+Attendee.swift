package import Localization
import MeetingModel

extension Localizer {
    /// An attendee's name on one line, with a mark for one who joins by call.
    package func name(of attendee: String, isRemote: Bool) -> String {
        let name = DisplayText(attendee).description
        return isRemote ? name + " " + self(.commonByCall) : name
    }
}
