package import MeetingEngine
import MeetingModel

// The turn for which a button of the live page was drawn, as the form's field `turn`: "1 ben".

extension MeetingTimer.TurnReference {
    package init?(_ fields: FormFields) {
        guard let parts = fields["turn"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
            let index = Int(parts[0])
        else { return nil }
        self.init(attendee: Attendee.ID(rawValue: String(parts[1])), index: index)
    }

    var field: String { "\(index) \(attendee.rawValue)" }
}
