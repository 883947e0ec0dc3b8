#if Web
import HTTPTypes
import Hummingbird
import MeetingHistory
import MeetingModel
import Web

extension WebResponder {
    /// Marks an open point of a standup, or one that was marked as open again, and returns to the standup's page.
    func mark(_ id: Standup.ID, _ exchange: Exchange) async throws -> Response {
        guard let form = PointForm(try await exchange.form()) else {
            throw Refusal(400, "the form is not that of a point")
        }
        guard let visitor = exchange.visitor else { throw Refusal.notFound }
        try await withTaskExecutorPreference(disk) {
            let standup = try seen(id, visitor)
            let points = try history.store.carriedPoints(of: standup.id)
            guard let carried = points.first(where: { $0.id == form.point }),
                carried.isOpen != (form.state == .open)
            else { throw Refusal(409, "somebody else has marked the point; load the page again") }
            let edit = PointEdit.replace(carried.point, by: carried.point.marked(form.state))
            guard try history.store.editPoints(of: carried.meeting, edit, at: .now) else {
                throw Refusal(409, "somebody else has changed the point; load the page again")
            }
        }
        var response = Response(status: .seeOther)
        response.headers[.location] = WebRoute.standup(id, saved: .point(form.point)).url.description
        return response
    }
}
#endif
