import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import Minutes

@Suite final class `Minutes to be posted` {
    private let folder: DataFolder
    private let store = SQLiteMeetingStore.temporary()
    private let meeting = sampleMeeting()

    init() throws {
        folder = DataFolder(path: try makeTemporaryFolder())
        try folder.create()
        try store.begin(meeting)
    }

    deinit { removeFolder(folder.path) }

    /// What is sent, and what is answered, one after the other; the last answer is repeated.
    private final class Destination: Sendable {
        private let answers: Mutex<[PostOutcome]>
        private let seen = Mutex<[String]>([])

        init(_ answers: PostOutcome...) { self.answers = Mutex(answers) }

        var transactions: [String] { seen.withLock { $0 } }

        func send(_ attempt: MinutesPoster.Attempt) -> PostOutcome {
            seen.withLock { $0.append(attempt.transaction) }
            return answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
    }

    private func poster(
        _ destination: Destination, _ service: PostService = .slack, in store: (any MinutesPoster.Store)? = nil
    ) -> MinutesPoster {
        MinutesPoster(
            in: store ?? self.store, folder: folder,
            destinations: { _ in [PostDestination(name: "team", service: service)] }, send: destination.send)
    }

    private static func at(_ seconds: Int) -> Timestamp { Timestamp(nanosecondsSince1970: 0) + .seconds(seconds) }

    private func sendDue(_ poster: MinutesPoster, at seconds: Int, isReady: Bool = true) throws -> [MinutesPost] {
        try poster.sendDue(at: { Self.at(seconds) }, where: { _ in isReady })
    }

    private var state: MinutesPost.State? { try! store.posts(of: nil).first?.state }

    @Test func `are sent once, when they are ready`() throws {
        let destination = Destination(.sent)
        let poster = poster(destination)
        #expect(try sendDue(poster, at: 100).isEmpty)
        try poster.queue(meeting.id, at: Self.at(100))
        try poster.queue(meeting.id, at: Self.at(101))
        #expect(try sendDue(poster, at: 100, isReady: false).isEmpty && destination.transactions.isEmpty)
        #expect(try sendDue(poster, at: 100).map(\.state) == [.sent])
        try poster.queue(meeting.id, at: Self.at(102))
        #expect(try sendDue(poster, at: 10_000).isEmpty && destination.transactions.count == 1)
        #expect(try store.posts(of: nil).count == 1 && store.posts(of: nil)[0].attempts == 1)
    }

    @Test func `of an old meeting are not queued by themselves`() throws {
        try poster(Destination(.sent)).queue(meeting.id, at: Self.at(8 * 86_400))
        #expect(try store.posts(of: nil).isEmpty)
    }

    @Test func `are tried again after growing delays, for a week`() throws {
        let destination = Destination(.later("status 500", after: nil))
        let poster = poster(destination)
        try poster.queue(meeting.id, at: Self.at(0))
        var now = 0
        var delays: [Int] = []
        while let post = try sendDue(poster, at: now).first, post.state == .waiting {
            let due = Int(post.dueAt.nanosecondsSince1970 / 1_000_000_000)
            delays.append(due - now)
            #expect(try sendDue(poster, at: due - 1).isEmpty)
            now = due
        }
        #expect(delays.prefix(5) == [2, 4, 8, 16, 32] && delays.max() == 3600)
        #expect(now > 7 * 86_400 && now < 7 * 86_400 + 7200)
        #expect(try state == .refused && store.posts(of: nil)[0].reason == "given up after a week: status 500")
        #expect(Set(destination.transactions).count == 1)
    }

    @Test func `are neither given up nor held up by a clock that was wrong once`() throws {
        let year = 365 * 86_400
        let poster = poster(Destination(.later("status 500", after: nil)))
        try poster.queue(meeting.id, at: Self.at(0))
        #expect(try sendDue(poster, at: 4 * year).map(\.state) == [.waiting], "the clock is years ahead")
        #expect(try sendDue(poster, at: 100).map(\.state) == [.waiting], "it does not wait until then")
        #expect(try sendDue(poster, at: 101).isEmpty)
    }

    @Test func `wait as long as a server asks`() throws {
        let poster = poster(Destination(.later("it is busy", after: .seconds(60)), .sent))
        try poster.queue(meeting.id, at: Self.at(0))
        _ = try sendDue(poster, at: 0)
        #expect(try sendDue(poster, at: 59).isEmpty)
        #expect(try sendDue(poster, at: 60).map(\.state) == [.sent])
    }

    @Test func `that the user sends are tried again for a week from then`() throws {
        let poster = poster(Destination(.later("status 503", after: nil)))
        try poster.queue(meeting.id, at: Self.at(0))
        let team = PostDestination(name: "team", service: .slack)
        let late = 8 * 86_400
        #expect(try poster.post(meeting, to: team, again: false, now: { Self.at(late) })?.state == .waiting)
        #expect(try sendDue(poster, at: late + 2).map(\.state) == [.waiting])
    }

    @Test func `are sent as the history has them then`() throws {
        let notes = Mutex<[String?]>([])
        let poster = MinutesPoster(
            in: store, folder: folder, destinations: { _ in [] },
            send: { attempt in
                notes.withLock { $0.append(attempt.meeting.note) }
                return .sent
            })
        var old = meeting
        old.note = "old"
        _ = try poster.post(old, to: PostDestination(name: "team", service: .slack), again: false, now: { Self.at(1) })
        #expect(notes.withLock { $0 } == [meeting.note])
    }

    @Test func `that were refused wait for the user`() throws {
        let destination = Destination(.refused("no_service"), .sent)
        let poster = poster(destination)
        try poster.queue(meeting.id, at: Self.at(0))
        #expect(try sendDue(poster, at: 0).map(\.state) == [.refused])
        #expect(try sendDue(poster, at: 10_000).isEmpty)
        let team = PostDestination(name: "team", service: .slack)
        #expect(try poster.post(meeting, to: team, again: false, now: { Self.at(9) })?.state == .sent)
        #expect(try poster.post(meeting, to: team, again: false, now: { Self.at(9) })?.attempts == 2)
        #expect(try poster.post(meeting, to: team, again: true, now: { Self.at(9) })?.attempts == 3)
        #expect(destination.transactions.count == 3 && Set(destination.transactions).count == 2)
    }

    @Test func `whose answer was lost are sent again only on request`() throws {
        let destination = Destination(.unknown("no answer"), .sent)
        let poster = poster(destination)
        try poster.queue(meeting.id, at: Self.at(0))
        #expect(try sendDue(poster, at: 0).map(\.state) == [.unknown])
        #expect(try sendDue(poster, at: 100_000).isEmpty)
        let team = PostDestination(name: "team", service: .slack)
        #expect(try poster.post(meeting, to: team, again: false, now: { Self.at(9) })?.state == .unknown)
        #expect(destination.transactions.count == 1)
        #expect(try poster.post(meeting, to: team, again: true, now: { Self.at(9) })?.state == .sent)
    }

    @Test func `whose answer was lost are sent to Matrix again, with the same transaction id`() throws {
        let destination = Destination(.unknown("no answer"), .sent)
        let poster = poster(destination, .matrix)
        try poster.queue(meeting.id, at: Self.at(0))
        #expect(try sendDue(poster, at: 0).map(\.state) == [.waiting])
        #expect(try sendDue(poster, at: 2).map(\.state) == [.sent])
        #expect(destination.transactions.count == 2 && Set(destination.transactions).count == 1)
    }

    @Test(arguments: [PostService.slack, .matrix])
    func `whose program died while sending may have arrived`(service: PostService) throws {
        let destination = Destination(.sent)
        let poster = poster(destination, service)
        try poster.queue(meeting.id, at: Self.at(0))
        let queued = try #require(try store.posts(of: nil).first)
        let dead = queued.beginning(points: 0, at: Self.at(1))
        #expect(try store.save(dead, replacing: queued))
        // Its program holds the lock while it lives.
        let lock = try #require(try LiveLock.acquire("post-\(meeting.id)", in: folder))
        #expect(try sendDue(poster, at: 5).isEmpty && state == .sending)
        lock.release()
        _ = try sendDue(poster, at: 5)
        #expect(state == (service == .matrix ? .waiting : .unknown) && destination.transactions.isEmpty)
        _ = try sendDue(poster, at: 8)
        #expect(destination.transactions == (service == .matrix ? [dead.transaction] : []))
    }

    @Test func `are sent by one of two programs`() throws {
        let second = Destination(.sent)
        let connection = try store.anotherConnection()
        let other = poster(second, in: connection)
        let first = MinutesPoster(
            in: store, folder: folder,
            destinations: { _ in [PostDestination(name: "team", service: .slack)] },
            send: { _ in
                // While the first one sends, the second one looks.
                #expect(throws: Never.self) {
                    let attempted = try other.sendDue(at: { Self.at(5) }, where: { _ in true })
                    #expect(attempted.isEmpty)
                }
                return .sent
            })
        try first.queue(meeting.id, at: Self.at(0))
        #expect(try sendDue(first, at: 5).map(\.state) == [.sent])
        #expect(try sendDue(other, at: 5).isEmpty && second.transactions.isEmpty)
    }

    @Test func `that cannot be stored are not sent`() throws {
        let destination = Destination(.sent)
        let poster = poster(destination)
        try poster.queue(meeting.id, at: Self.at(0))
        store.failWrites(with: .cannotWrite(path: "x", reason: "full"))
        #expect(throws: HistoryError.self) { try sendDue(poster, at: 0) }
        #expect(destination.transactions.isEmpty)
    }
}
