#if Web
import HTTPTypes
import Hummingbird
import MeetingHistory
import MeetingModel
import MeetingSocket
import Web

extension WebResponder {
    /// Stores or deletes an update for the next meeting, and returns to the standup's page.
    func update(_ id: Standup.ID, _ exchange: Exchange) async throws -> Response {
        guard let visitor = exchange.visitor else { throw Refusal.notFound }
        guard let form = UpdateForm(try await exchange.form()) else {
            throw Refusal(400, "an update has a text of at most \(WrittenUpdate.longestText) characters")
        }
        try await withTaskExecutorPreference(disk) {
            let author = try attendee(form.attendee, of: seen(id, visitor), for: visitor).id
            switch form.change {
            case .clear where visitor.role.may(.controlMeeting):
                // The form of a lead does not show the text of the attendee who is chosen in it.
                throw Refusal(400, "the text is empty; write one, or go back and press Delete below the update")
            case .clear, .delete: _ = try history.store.deleteWaitingUpdate(of: author, for: id)
            case .write(let text):
                let update = WrittenUpdate(attendee: author, text: text, writtenAt: .now)
                guard try history.store.write(update, for: id) else { throw Refusal.notFound }
            }
        }
        var response = Response(status: .seeOther)
        response.headers[.location] =
            WebRoute.standup(id, saved: form.change.isDeletion ? .updateDeletion : .update).url.description
        return response
    }

    /// The attendee of a form, by default as whom the visitor was invited; others only for a lead.
    func attendee(_ id: Attendee.ID?, of standup: Standup, for visitor: Visitor) throws(Refusal) -> Attendee {
        let own = visitor.invitation.attendee
        guard let id = id ?? own, id == own || visitor.role.may(.controlMeeting) else {
            throw Refusal(403, "your invitation is not for this attendee; ask for one that is (--for NAME)")
        }
        guard let attendee = standup.attendees.first(where: { $0.id == id }) else {
            throw Refusal(404, "the standup has no such attendee")
        }
        return attendee
    }
}
#endif
