#if Web
import HTTPTypes
import Hummingbird
import MeetingHistory
import MeetingModel
import Web

extension WebResponder {
    /// Corrects an utterance, and returns to it.
    func correct(_ id: Meeting.ID, of standup: Standup.ID, _ exchange: Exchange) async throws -> Response {
        guard let form = CorrectionForm(try await exchange.form()) else {
            throw Refusal(400, "the form is not that of a correction")
        }
        try await withTaskExecutorPreference(disk) {
            let (meeting, _) = try seen(id, exchange)
            guard meeting.standupID == standup else { throw Refusal.notFound }
            guard try keep(form, in: meeting) else { return }
            // The corrected words belong into the points too. The correction is kept even if they fail.
            // A server that ends leaves them to the next command.
            do { try history.makeMinutes(of: meeting) } catch is CancellationError {
            } catch { Main.note(Failure(error).message) }
        }
        var response = Response(status: .seeOther)
        let place = MeetingPlace(utterance: form.utterance)
        response.headers[.location] = WebRoute.meeting(standup, id, place).url.description
        return response
    }

    /// Stores a correction as `standup correct` does: the transcript that was seen must still be the current one.
    ///
    /// - Returns: Whether it changed anything.
    private func keep(_ form: CorrectionForm, in meeting: Meeting) throws -> Bool {
        guard meeting.state != .live else { throw Refusal(409, "the meeting is still running; correct it later") }
        if let attendee = form.attendee, !meeting.attendees.contains(where: { $0.id == attendee }) {
            throw Refusal(400, "the meeting has no such attendee")
        }
        guard let lock = try LiveLock.acquire("correct-\(meeting.id)", in: history.folder) else {
            throw Refusal(409, "somebody else is correcting the transcript; try again")
        }
        defer { lock.release() }
        let current = try history.store.currentTranscript(of: meeting.id)
        guard current == form.version else {
            throw Refusal(409, "somebody else has changed the transcript; load the page again")
        }
        let utterances = try history.store.transcript(of: meeting.id, version: form.version)
        guard utterances.contains(where: { $0.id == form.utterance }) else {
            throw Refusal(404, "there is no such utterance")
        }
        let correction = UtteranceCorrection(utterance: form.utterance, text: form.text, attendee: form.attendee)
        let number = try history.store.correctTranscript(
            of: meeting.id, version: form.version, [correction], at: .now)
        return number != form.version
    }
}
#endif
