package import Localization
package import MeetingHistory
import MeetingModel

extension SearchHit {
    /// Whose words they are, for display; nil for a title, a note or a name.
    package func speaker(_ localizer: Localizer) -> String? {
        let (attendee, name): (Attendee.ID, String)
        switch source {
        case .utterance(_, let id, let text, _, _), .update(let id, let text): (attendee, name) = (id, text)
        case .point(let point, let text): (attendee, name) = (point.attendee, text)
        case .title, .note, .name: return nil
        }
        return switch interjection {
        case .room: localizer(.recordFromRoom)
        case .call: localizer(.recordFromCall)
        case nil where Attendee.isSomeone(attendee, named: name, in: standup): localizer(.commonSomeone)
        case nil: DisplayText(name).description
        }
    }
}
