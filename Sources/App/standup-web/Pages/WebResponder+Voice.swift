#if Web
import HTTPTypes
import Hummingbird
import MeetingEngine
import MeetingHistory
import MeetingModel
import Web

extension WebResponder {
    /// Forgets an attendee's voice for good, or allows to learn it again, and returns to the standup's page.
    func decideVoice(_ id: Standup.ID, _ exchange: Exchange) async throws -> Response {
        guard let visitor = exchange.visitor else { throw Refusal.notFound }
        guard let form = VoiceForm(try await exchange.form()) else {
            throw Refusal(400, "the form is not that of a voice")
        }
        try await withTaskExecutorPreference(disk) {
            let attendee = try attendee(form.attendee, of: seen(id, visitor), for: visitor)
            switch form.change {
            case .allow: try history.store.allowVoice(of: attendee.id)
            case .forget:
                try history.store.forgetVoice(of: attendee.id, never: true)
                PermanentDeletion.removeBackups(in: history.folder)
            }
        }
        var response = Response(status: .seeOther)
        response.headers[.location] = WebRoute.standup(id, saved: .voice(form.change)).url.description
        return response
    }
}
#endif
