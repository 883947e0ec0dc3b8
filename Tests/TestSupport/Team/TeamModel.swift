internal import Foundation
package import MeetingHistory
internal import MeetingModel
internal import StandupHistory
internal import StandupTesting

/// Random histories of a team.
///
/// Devices change what they share, meet their server or not, crash, are restored from backups and copied, with clocks that are
/// hours apart. In the end all of them meet, and must agree.
package final class TeamModel {
    /// What was expected and did not hold.
    package struct Failure: Error, CustomStringConvertible {
        /// The seed of the run, and what did not hold.
        package let description: String
    }

    private let seed: UInt64
    private var random: SeededGenerator
    private let folder: String
    private let connect: (String) throws -> any TeamServer
    private let killable: KillableSync?
    private var devices: [ModelDevice] = []
    private var time: Int64 = 1_700_000_000_000_000_000
    /// What the server has confirmed to somebody, and what it has confirmed as deleted.
    private var confirmed: Set<String> = []
    private var deleted: Set<String> = []
    private var log: [String] = []
    /// How often each kind of step was taken.
    package private(set) var counts: [String: Int] = [:]

    /// Synchronizes the history in a file as a member, in a process of its own that is killed after a time.
    ///
    /// `now` is the device's wall clock, in nanoseconds since 1970. It returns whether the process had synchronized all before.
    package typealias KillableSync = (_ path: String, _ member: String, _ now: Int64, _ time: Duration) throws -> Bool

    /// A model whose devices have their histories in a folder.
    ///
    /// `connect` opens a connection to the team's server for a member. The server may be killed, if it is started again within
    /// two minutes.
    package init(
        seed: UInt64, folder: String, killable: KillableSync? = nil,
        connect: @escaping (String) throws -> any TeamServer
    ) {
        self.seed = seed
        self.folder = folder
        self.killable = killable
        self.connect = connect
        random = SeededGenerator(seed: seed)
    }

    /// Takes random steps, lets all devices meet, and compares them.
    package func run(steps: Int) throws {
        do {
            let count = Int.random(in: 2...8, using: &random)
            for number in 0..<count { try addDevice(number) }
            for _ in 0..<steps { try step() }
            try meet()
            try compare()
        } catch {
            throw Failure(description: "seed \(seed): \(error)\n" + log.suffix(400).joined(separator: "\n"))
        }
        for device in devices { device.store.close() }
    }

    private func addDevice(_ number: Int) throws {
        // Two devices may be one member's.
        let member = "member\(number % 5)"
        let device = try ModelDevice(
            number: number, member: member, path: "\(folder)/\(seed)-\(number).db",
            offset: Int64.random(in: -6 * 3600...6 * 3600, using: &random) * 1_000_000_000,
            time: { [unowned self] in time })
        devices.append(device)
        let server = try connect(member)
        if number == 0 { try insist { try server.createTables() } }
        try device.store.join(insist { try server.identity() }, at: "model", named: "device\(number)")
        server.close()
    }

    /// How long a server may be away.
    private static let patience = Duration.seconds(120)

    /// Does something again until the server is there, which may have been killed.
    private func insist<Result>(_ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            do { return try body() } catch let error as TeamError where error.isPassing && .now < deadline {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    private func pick<T>(_ values: [T]) -> T? { values.randomElement(using: &random) }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func note(_ step: String, _ device: ModelDevice, _ detail: String = "") {
        counts[step, default: 0] += 1
        log.append("\(device.number) \(step) \(detail)")
    }

    // MARK: Steps

    private func step() throws {
        time += Int64.random(in: 0...3, using: &random) * 500_000_000
        guard let device = pick(devices) else { return }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<6: try createStandup(device)
        case 6..<16: try editStandup(device)
        case 16..<32: try hold(device)
        case 32..<40: try correct(device)
        case 40..<44: try choose(device)
        case 44..<49: try mark(device)
        case 49..<58: try changePoints(device)
        case 58..<64: try writeUpdate(device)
        case 64..<68: try delete(device)
        case 68..<70: try trash(device)
        case 70..<73: try deleteTranscript(device)
        case 73..<90: if killable != nil, chance(30) { try syncAndDie(device) } else { try sync(device) }
        case 90..<93: try crash(device)
        case 93..<95: try backUp(device)
        case 95..<97: try restore(device)
        case 97..<98: try copy(device)
        case 98..<99: try stopSharing(device)
        default: try share(device)
        }
    }

    private func text(_ kind: String) -> String {
        pick(["", "'; DROP TABLE team; --", "<b>", "\0", "한국어 ", "\u{202e}", "e\u{301}"])!
            + "\(kind)\(Int.random(in: 0..<1_000_000, using: &random))"
    }

    private func newID<T>() -> Identifier<T> { Identifier(using: &random) }

    private func createStandup(_ device: ModelDevice) throws {
        let standup = Standup(
            id: newID(), title: text("title"),
            attendees: (0..<3).map { _ in Attendee(id: newID(), name: text("name")) }, vocabulary: [text("term")],
            isShared: chance(85))
        note("create", device, "\(standup.id)")
        try device.attempt(chance(10)) { try $0.save(standup) }
    }

    private func editStandup(_ device: ModelDevice) throws {
        guard var standup = try pick(device.store.standups()) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: standup.title = text("title")
        case 1: standup.attendees.shuffle(using: &random)
        case 2: standup.attendees.append(Attendee(id: newID(), name: text("name")))
        case 3: if !standup.attendees.isEmpty { standup.attendees.removeFirst() }
        case 4:
            if let index = standup.attendees.indices.randomElement(using: &random) {
                standup.attendees[index].name = text("name")
            }
        default: standup.settings.warnings = [.seconds(Int.random(in: 1...60, using: &random))]
        }
        note("edit", device, "\(standup.id)")
        try device.attempt(chance(10)) { try $0.save(standup) }
    }

    private func share(_ device: ModelDevice) throws {
        guard var standup = try pick(device.store.standups().filter { !$0.isShared }) else { return }
        standup.isShared = true
        note("share", device, "\(standup.id)")
        try device.attempt(chance(10)) { try $0.save(standup) }
    }

    private func stopSharing(_ device: ModelDevice) throws {
        guard var standup = try pick(device.store.standups().filter(\.isShared)) else { return }
        standup.isShared = false
        note("stop sharing", device, "\(standup.id)")
        try device.attempt(chance(10)) { try $0.save(standup) }
    }

    private func utterances(of attendees: [Attendee]) -> [Utterance] {
        (0..<Int.random(in: 0...4, using: &random))
            .compactMap { index in
                guard let attendee = pick(attendees) else { return nil }
                let start = Duration.seconds(index)
                let text = text("word")
                return Utterance(
                    attendee: attendee.id, start: start, end: start + .seconds(1), text: text, recognizer: "model",
                    words: [Word(text: text, start: start, end: start + .seconds(1), confidence: 0.5)])
            }
    }

    private func hold(_ device: ModelDevice) throws {
        guard let standup = try pick(device.store.standups()), !standup.attendees.isEmpty else { return }
        let id: Meeting.ID = newID()
        let startedAt = Timestamp(nanosecondsSince1970: device.now())
        let updates = try device.store.waitingUpdates(of: standup.id)
        var meeting = Meeting(
            id: id, standupID: standup.id, title: standup.title, startedAt: startedAt,
            attendees: standup.attendees.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(10)) })
        meeting.updates = updates
        note("hold", device, "\(id) of \(standup.id)")
        let spoken = utterances(of: standup.attendees)
        let isInterrupted = chance(10)
        // It may end between two frames, of which only the last whole one may be confirmed.
        let duration = Duration.seconds(5) + .nanoseconds(Int.random(in: 0...1_000_000, using: &random))
        let recording = Recording(fileName: "\(id).wav", sampleRate: 48_000, frames: duration.frames(at: 48_000))
        let transcribed = chance(50) ? duration : recording.duration
        let isRecorded = chance(50)
        if isRecorded { meeting.transcribedUpTo = .zero }
        try device.attempt(chance(5)) { try $0.begin(meeting) }
        guard try device.store.meeting(id) != nil else { return }
        var changes: [MeetingChange] = [.turnStarted(standup.attendees[0].id, at: .zero)]
        changes += spoken.map { .utterance($0) }
        changes += [.note("private"), .turnEnded(at: .seconds(5))]
        if isRecorded { changes += [.recording(recording), .transcribed(upTo: transcribed)] }
        try device.attempt(chance(5)) { try $0.record(changes, in: id) }
        try device.attempt(chance(5)) {
            try $0.record([.state(isInterrupted ? .interrupted : .finished, duration: duration)], in: id)
        }
        if chance(60) { try addPoints(device, to: id) }
    }

    private func addPoints(_ device: ModelDevice, to id: Meeting.ID) throws {
        guard let meeting = try device.store.meeting(id), meeting.state != .live,
            let current = try device.store.transcriptVersions(of: id).first(where: \.isCurrent)
        else { return }
        // Points that are made again from another transcript stay the same points.
        var known = chance(50) ? meeting.points.map(\.id) : []
        let points = meeting.transcript.prefix(3)
            .map { utterance in
                Point(
                    id: known.popLast() ?? newID(), attendee: utterance.attendee,
                    kind: pick([.plan, .blocker, .done])!,
                    text: utterance.text, start: utterance.start, end: utterance.end, maker: .rules,
                    transcript: current.number)
            }
        note("points", device, "\(id)")
        try device.attempt(chance(10)) {
            _ = try $0.addPoints(
                Array(points), to: id, by: .rules, from: current.number, settling: [],
                at: Timestamp(nanosecondsSince1970: device.now()))
        }
    }

    private func anyMeeting(_ device: ModelDevice) throws -> Meeting? {
        try pick(device.store.meetings(of: nil).filter { $0.state != .live }).flatMap {
            try device.store.meeting($0.id)
        }
    }

    private func correct(_ device: ModelDevice) throws {
        guard let meeting = try anyMeeting(device),
            let version = try pick(device.store.transcriptVersions(of: meeting.id)),
            let utterance = try pick(device.store.transcript(of: meeting.id, version: version.number))
        else { return }
        let correction = UtteranceCorrection(utterance: utterance.id, text: chance(20) ? "" : text("word"))
        note("correct", device, "\(meeting.id) \(version.number)")
        try device.attempt(chance(10)) {
            _ = try $0.correctTranscript(
                of: meeting.id, version: version.number, [correction],
                at: Timestamp(nanosecondsSince1970: device.now()))
        }
    }

    private func choose(_ device: ModelDevice) throws {
        guard let meeting = try anyMeeting(device),
            let version = try pick(device.store.transcriptVersions(of: meeting.id))
        else { return }
        note("choose", device, "\(meeting.id) \(version.number)")
        try device.attempt(chance(10)) {
            try $0.chooseTranscript(
                of: meeting.id, version: version.number, at: Timestamp(nanosecondsSince1970: device.now()))
        }
        if chance(50) { try addPoints(device, to: meeting.id) }
    }

    private func mark(_ device: ModelDevice) throws {
        guard let meeting = try anyMeeting(device) else { return }
        var marks = meeting.marks
        let start = Duration.seconds(Int.random(in: 0..<4, using: &random))
        let mark = PassageMark(start: start, end: start + .seconds(1))
        if let index = marks.firstIndex(of: mark) { marks.remove(at: index) } else { marks.append(mark) }
        note("mark", device, "\(meeting.id)")
        try device.attempt(chance(10)) { try $0.record([.marks(marks)], in: meeting.id) }
    }

    private func changePoints(_ device: ModelDevice) throws {
        guard let meeting = try anyMeeting(device) else { return }
        guard let point = pick(meeting.points) else { return try addPoints(device, to: meeting.id) }
        note("change point", device, "\(meeting.id)/\(point.id)")
        let state = pick(Point.State.allCases)!
        let (isState, isRemoval) = (chance(40), chance(30))
        var changed = point
        changed = Point(
            id: point.id, attendee: point.attendee, kind: point.kind, text: text("point"), start: point.start,
            end: point.end, maker: .hand, transcript: point.transcript, state: point.state, continues: point.continues)
        let version = try device.store.pointVersions(of: meeting.id).first(where: \.isCurrent)
        let points = meeting.points.filter { $0.id != point.id } + (isRemoval ? [] : [changed])
        try device.attempt(chance(10)) {
            if isState {
                try $0.setState(state, of: [point.id])
            } else {
                _ = try $0.addPoints(
                    points, to: meeting.id, by: .hand, from: version?.transcript, settling: [],
                    at: Timestamp(nanosecondsSince1970: device.now()))
            }
        }
    }

    private func writeUpdate(_ device: ModelDevice) throws {
        guard let standup = try pick(device.store.standups()), let attendee = pick(standup.attendees) else { return }
        let update = WrittenUpdate(
            attendee: attendee.id, text: text("update"), writtenAt: Timestamp(nanosecondsSince1970: device.now()))
        let isRemoval = chance(25)
        note("update", device, "\(standup.id)/\(attendee.id)")
        try device.attempt(chance(10)) {
            _ =
                try isRemoval
                ? $0.deleteWaitingUpdate(of: attendee.id, for: standup.id) : $0.write(update, for: standup.id)
        }
    }

    private func delete(_ device: ModelDevice) throws {
        if chance(8), let standup = try pick(device.store.standups()) {
            note("delete standup", device, "\(standup.id)")
            try device.attempt(chance(10)) { try $0.deleteStandup(standup.id) }
        } else if let meeting = try anyMeeting(device) {
            note("delete", device, "\(meeting.id)")
            try device.attempt(chance(10)) { try $0.deleteMeeting(meeting.id) }
        }
    }

    private func deleteTranscript(_ device: ModelDevice) throws {
        let found = try device.store.meetings(of: nil).filter { $0.state != .live }
            .flatMap { meeting in
                try device.store.transcriptVersions(of: meeting.id).filter { !$0.isCurrent }
                    .map { (meeting.id, $0.number) }
            }
        guard let (meeting, version) = pick(found) else { return }
        if chance(50) { try addPoints(device, to: meeting) }
        note("delete transcript", device, "\(meeting) \(version)")
        try device.attempt(chance(10)) { try $0.deleteTranscript(of: meeting, version: version) }
    }

    private func trash(_ device: ModelDevice) throws {
        guard let meeting = try anyMeeting(device) else { return }
        note("trash", device, "\(meeting.id)")
        try device.attempt(false) { _ = try $0.setDeleted(.meeting(meeting.id), by: "trash-model") }
        if chance(50) { try device.attempt(false) { _ = try $0.undelete(.meeting(meeting.id)) } }
    }

    private func sync(_ device: ModelDevice, isLast: Bool = false) throws {
        note("sync", device)
        let faults = isLast ? 0 : pick([0, 0, 5, 20])!
        let server = FaultyServer(
            try connect(device.member), percent: faults, random: SeededGenerator(seed: random.next()))
        defer { server.close() }
        do {
            let summary = try TeamSync(device.store, with: server).run(consent: .deletions)
            log.append("  \(summary)")
            try confirm(device)
        } catch let error as TeamError where error.isPassing && !isLast {
            counts["broken off", default: 0] += 1
            log.append("  broken off: \(error)")
        }
    }

    /// Synchronizes in a process that is killed at a random moment.
    private func syncAndDie(_ device: ModelDevice) throws {
        guard let killable else { return }
        note("sync in a process", device)
        let time = Duration.milliseconds(Int.random(in: 0...250, using: &random))
        if try device.whileClosed({ try killable(device.path, device.member, device.now(), time) }) {
            try confirm(device)
        } else {
            counts["killed or broken off", default: 0] += 1
            log.append("  killed or broken off within \(time)")
        }
    }

    /// Notes what the server has after a whole synchronization.
    private func confirm(_ device: ModelDevice) throws {
        let unsent = try device.store.unsentItems()
        for item in try device.store.sharedContents().keys
        where ["meeting", "transcript", "standup"].contains(kind(item)) && !unsent.contains("\(kind(item)) \(id(item))")
        {
            confirmed.insert(item)
        }
        deleted.formUnion(try device.store.deletedItems().subtracting(unsent))
    }

    private func kind(_ item: String) -> String { String(item.prefix { $0 != " " }) }

    private func id(_ item: String) -> String { item.split(separator: " ").last.map(String.init) ?? "" }

    /// Whether an item, its meeting or its standup is among others, by kind and id.
    private func isOrBelongs(_ item: String, to others: Set<String>) -> Bool {
        let parts = item.split(separator: " ").map(String.init)
        return others.contains("\(parts[0]) \(id(item))") || others.contains("standup \(parts[1])")
            || parts.count > 2 && others.contains("meeting \(parts[2])")
    }

    private func crash(_ device: ModelDevice) throws {
        note("crash", device)
        try device.reopen()
    }

    private func backUp(_ device: ModelDevice) throws {
        note("back up", device)
        try device.backUp()
    }

    private func restore(_ device: ModelDevice) throws {
        guard device.hasBackup else { return }
        note("restore", device)
        try device.restore()
    }

    private func copy(_ device: ModelDevice) throws {
        guard devices.count < 10 else { return }
        note("copy", device)
        devices.append(
            try device.copy(number: devices.count, path: "\(folder)/\(seed)-\(devices.count).db"))
    }

    // MARK: The end

    /// Lets all devices exchange everything.
    private func meet() throws {
        for device in devices {
            // A deletion waits for the end of a meeting.
            for id in try device.store.liveMeetings() {
                try device.attempt(false) { try $0.record([.state(.interrupted, duration: .seconds(5))], in: id) }
            }
            for tombstone in try device.store.tombstones() { _ = try device.store.undelete(tombstone.item) }
            for var standup in try device.store.standups() where !standup.isShared {
                standup.isShared = true
                try device.attempt(false) { try $0.save(standup) }
            }
        }
        for _ in 0..<3 {
            for device in devices { try insist { try sync(device, isLast: true) } }
        }
    }

    private func compare() throws {
        let hidden = try devices.reduce(into: Set<String>()) { $0.formUnion(try $1.store.hiddenItems()) }
        // What one of them has hidden is not here, and what shows it differs.
        let hiddenTranscripts = hidden.contains { kind($0) == "transcript" }
        let contents = try devices.map { device in
            try device.store.sharedContents()
                .filter { item, _ in
                    !isOrBelongs(item, to: hidden) && !(hiddenTranscripts && ["shown", "point"].contains(kind(item)))
                }
                .mapValues { hiddenTranscripts ? $0.replacing(/"place":\d+,/, with: "") : $0 }
        }
        for (device, own) in zip(devices, contents).dropFirst() where own != contents[0] {
            let keys = Set(own.keys).union(contents[0].keys).filter { own[$0] != contents[0][$0] }.sorted()
            throw Failure(
                description: keys.map {
                    "\($0)\n  0: \(contents[0][$0] ?? "-")\n  \(device.number): \(own[$0] ?? "-")"
                }.joined(separator: "\n"))
        }
        for device in devices {
            let status = try device.store.teamStatus()
            guard status.waiting == 0, status.aside.isEmpty, status.unsent == 0 else {
                throw Failure(description: "device \(device.number): \(status)")
            }
            let all = try device.store.sharedContents()
            if let item = all.keys.first(where: { isOrBelongs($0, to: deleted) }) {
                throw Failure(description: "\(item) has come back")
            }
            let own = try device.store.hiddenItems().union(device.store.deletedItems())
            if let item = confirmed.first(where: { all[$0] == nil && !isOrBelongs($0, to: own) }) {
                throw Failure(description: "\(item) is lost on \(device.number)")
            }
        }
    }
}

extension TeamError {
    /// Whether the same call may succeed later: an answer was lost, or the server is gone or starts.
    package var isPassing: Bool {
        switch self {
        case .slow, .unreachable: true
        default: false
        }
    }
}
