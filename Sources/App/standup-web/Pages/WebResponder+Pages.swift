#if Web
import Glibc
import HTTPTypes
import Hummingbird
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import NIOCore
import Presentation
import Web

extension WebResponder {
    func page(_ route: WebRoute, _ exchange: Exchange) throws -> Response {
        Response(status: .ok, page: try page(route, exchange, for: reader(of: exchange)).document.bytes)
    }

    func reader(of exchange: Exchange) -> PageReader {
        PageReader(
            languages.localizer(for: exchange.request).localizer, role: exchange.visitor?.role,
            attendee: exchange.visitor?.invitation.attendee, now: .now)
    }

    private func page(_ route: WebRoute, _ exchange: Exchange, for reader: PageReader) throws -> any WebPage {
        if case .join = route { return JoinPage(for: reader) }
        guard let visitor = exchange.visitor else { throw Refusal.notFound }
        switch route {
        case .list: return try list(visitor, reader)
        case .live(let standup, let isCompact):
            let standup = try seen(standup, visitor)
            hub.search()
            hub.visit(standup, by: visitor.guest)
            let holder = try (history.store as? any TeamCopy)?.running(elsewhere: standup).first?.member
            let variant = variant(of: exchange)
            return LivePage(
                hub.live(standup.id, for: variant), of: standup, holder: holder,
                here: hub.here(standup.id, for: variant), isCompact: isCompact,
                past: visitor.role.may(.readHistory) ? try past(of: standup) : LivePage.Past(), for: reader)
        case .standup(let standup, let from, let saved):
            return try standupPage(seen(standup, visitor), from: from, saved: saved, reader)
        case .statistics(let standup):
            let standup = try seen(standup, visitor)
            let contributions = try history.store.contributions(to: standup.id, last: StatisticsPage.meetings)
            return StatisticsPage(standup, SpeakingStatistics(contributions, of: standup), for: reader)
        case .meeting(let standup, let meeting, let place):
            return try meetingPage(meeting, of: standup, at: place, exchange, reader)
        case .search(let place): return try search(place, visitor, reader)
        default: throw Refusal.notFound
        }
    }

    private func past(of standup: Standup) throws -> LivePage.Past {
        let newest = try history.store.meetings(of: standup.id, limit: 2, offset: 0)
        return LivePage.Past(
            last: newest.first { $0.state != .live }, updates: try history.store.waitingUpdates(of: standup.id),
            points: try history.store.carriedPoints(of: standup.id))
    }

    /// A standup that the visitor may see.
    func seen(_ id: Standup.ID, _ visitor: Visitor) throws -> Standup {
        guard visitor.sees(id), let standup = try history.store.standups().first(where: { $0.id == id }) else {
            throw Refusal.notFound
        }
        return standup
    }

    private func list(_ visitor: Visitor, _ reader: PageReader) throws -> ListPage {
        let standups = try history.store.standups().filter { visitor.sees($0.id) }
        let running = Set(standups.map(\.id).filter(hub.isRunning))
        var blockers: [Standup.ID: Int] = [:]
        for standup in standups where visitor.role.may(.readHistory) {
            blockers[standup.id] = try history.store.openPoints(of: standup.id).count { $0.point.kind == .blocker }
        }
        return ListPage(
            standups, meetings: try history.store.meetingSummaries(), running: running, blockers: blockers, for: reader)
    }

    private func standupPage(
        _ standup: Standup, from: Int, saved: SavedChange?, _ reader: PageReader
    ) throws -> StandupPage {
        // The running meeting, which is the newest, is none of the past ones.
        let isRunning = hub.isRunning(standup.id)
        let newest = isRunning ? try history.store.meetings(of: standup.id, limit: 1, offset: 0).first : nil
        let running = newest?.state == .live ? 1 : 0
        let meetings = try history.store.meetings(
            of: standup.id, limit: StandupPage.meetingsPerPage, offset: from + running)
        let contributions = try history.store.contributions(to: standup.id, last: StandupScreen.usualMeetings)
        return StandupPage(
            standup, meetings: meetings, from: from, of: try history.store.meetingCount(of: standup.id) - running,
            contributions: contributions,
            points: try history.store.carriedPoints(of: standup.id).map { $0.named(CurrentNames([standup])) },
            updates: try history.store.waitingUpdates(of: standup.id),
            voices: try standup.attendees.map { KnownVoice($0, try history.store.voices(of: $0.id)) }, saved: saved,
            isRunning: isRunning, for: reader)
    }

    private func meetingPage(
        _ id: Meeting.ID, of standup: Standup.ID, at place: MeetingPlace, _ exchange: Exchange, _ reader: PageReader
    ) throws -> MeetingPage {
        let (meeting, _) = try seen(id, exchange)
        guard meeting.standupID == standup else { throw Refusal.notFound }
        guard let loaded = try LoadedMeeting.read(id, in: history.store, path: { _ in nil }) else {
            throw Refusal.notFound
        }
        let theme = try history.store.standups().first { $0.id == standup }?.theme
        let formats: [RecordingFormat] = meeting.state == .live ? [.wav] : [.opus, .flac]
        let isThere = meeting.recording.map { recording in
            Glibc.access((try? history.folder.recordingPath(recording.fileName)) ?? "", R_OK) == 0
        }
        return MeetingPage(
            loaded, theme: theme ?? .bubblegum, at: place, neighbors: try neighbors(of: id, in: standup),
            sound: isThere == true ? formats : [], for: reader)
    }

    private func neighbors(of id: Meeting.ID, in standup: Standup.ID) throws -> MeetingPage.Neighbors {
        var (later, isFound, offset) = (Meeting.ID?.none, false, 0)
        while true {
            // Mostly, readers come for one of the newest.
            let meetings = try history.store.meetings(of: standup, limit: 50, offset: offset)
            for meeting in meetings {
                if isFound { return MeetingPage.Neighbors(earlier: meeting.id, later: later) }
                if meeting.id == id { isFound = true } else { later = meeting.id }
            }
            if meetings.count < 50 { return MeetingPage.Neighbors(later: isFound ? later : nil) }
            offset += 50
        }
    }

    private func search(_ place: SearchPlace, _ visitor: Visitor, _ reader: PageReader) throws -> SearchPage {
        let standups = try history.store.standups().filter { visitor.sees($0.id) }
        guard !place.words.isEmpty else { return SearchPage(place, in: standups, result: nil, for: reader) }
        let query: SearchQuery
        do {
            query = try SearchQuery(place.words)
        } catch {
            return SearchPage(place, in: standups, result: .refused(error), for: reader)
        }
        var request = SearchRequest(query, limit: SearchPage.hitsPerPage + 1, offset: place.from)
        request.includesNotes = false
        request.standup = visitor.invitation.standup ?? place.standup
        if let name = place.speaker {
            request.attendees = Set(try history.store.people().filter { $0.name == name }.map(\.id))
        }
        request.since = place.since.flatMap { CalendarDay($0, now: .now) }?.start
        request.until = place.until.flatMap { CalendarDay($0, now: .now) }?.end
        let hits = try history.store.search(request)
        return SearchPage(
            place, in: standups,
            result: .hits(
                Array(hits.prefix(SearchPage.hitsPerPage)), hasMore: hits.count > SearchPage.hitsPerPage), for: reader)
    }
}

extension Response {
    init(status: HTTPResponse.Status, page: [UInt8]) {
        self.init(
            status: status, headers: [.contentType: HTMLDocument.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page)))
    }
}
#endif
