package import Localization
package import MeetingEngine
package import MeetingModel
package import MeetingSocket
package import MeetingTiming
import Presentation
import Synchronization

/// Passes the running meetings on to the browsers that follow them. [any thread]
///
/// A browser always gets a whole state. Only the newest state waits for a slow browser: it misses states, but never shows
/// a wrong one.
package final class LiveHub: Sendable {
    /// How often running meetings are looked for, and guests are dismissed.
    package static let searchInterval = Duration.seconds(1)
    /// How often a status is compared with the one that was sent last.
    package static let compareInterval = Duration.milliseconds(100)
    /// How often words that change are sent at most, while nothing else changes.
    static let wordsInterval = Duration.milliseconds(300)
    /// How often pages are told that the connection is alive.
    static let pingInterval = Duration.seconds(15)
    /// How long a page that was loaded counts as open although it does not follow, as without a script.
    package static let visit = Duration.seconds(3 * LivePage.reload)
    /// How long pages say that a meeting has ended.
    package static let farewell = Duration.seconds(600)

    private let source: any LiveMeetingSource
    private let clock: any MeetingClock
    private let localizer: @Sendable (String) -> Localizer
    private let state = Mutex(HubState())

    /// A hub for the meetings of a source; `localizer` returns the texts of a language by its tag.
    package init(
        source: any LiveMeetingSource, clock: any MeetingClock, localizer: @escaping @Sendable (String) -> Localizer
    ) {
        self.source = source
        self.clock = clock
        self.localizer = localizer
    }

    /// Sends what has changed; call it every `compareInterval`.
    package func tick() {
        ping()
        for standup in state.withLock({ $0.followedStandups }) { send(standup) }
    }

    /// Ends the streams of guests whose invitations have ended; call it every `searchInterval`. [waits for the disk]
    package func dismiss() {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers where !reader.lasts() { reader.mailbox.close() }
    }

    private func ping() {
        state.withLock { state in
            guard clock.now - state.pinged >= Self.pingInterval else { return }
            state.pinged = clock.now
            state.visits = state.visits.mapValues { $0.filter { $0.value > clock.now } }.filter { !$0.value.isEmpty }
            for reader in state.readers.values { reader.mailbox.ping() }
        }
    }

    /// Follows meetings that have started; call it every `searchInterval`. [waits for the disk]
    package func search() {
        let found = source.meetings()
        let new = state.withLock { state in
            state.ended.formIntersection(found)
            return found.filter { state.meetings[$0] == nil && !state.ended.contains($0) }
        }
        for meeting in new {
            let followed = source.follow(meeting)
            let isTaken = state.withLock { state in
                guard state.meetings[meeting] == nil, !state.ended.contains(meeting) else { return false }
                state.meetings[meeting] = HubState.Live(followed: followed)
                return true
            }
            // It reports nothing before this.
            guard isTaken else {
                followed.close()
                continue
            }
            followed.open { [weak self, weak followed] report in
                if let followed { self?.take(report, of: meeting, from: followed) }
            }
        }
    }

    package func live(_ standup: Standup.ID, for variant: LiveVariant) -> LiveState {
        state.withLock { current(standup, variant, in: &$0) }
    }

    /// A guest has loaded the page of a standup.
    package func visit(_ standup: Standup, by guest: Participant) {
        state.withLock { state in
            state.attendees[standup.id] = standup.attendees
            if let attendee = guest.attendee {
                state.visits[standup.id, default: [:]][attendee] = clock.now + Self.visit
            }
        }
    }

    /// Who has the page open, as a text such as "Here: Ann and 2 visitors"; empty if nobody has.
    package func here(_ standup: Standup.ID, for variant: LiveVariant) -> String {
        state.withLock { here(standup, variant, in: $0) }
    }

    package func isRunning(_ standup: Standup.ID) -> Bool {
        state.withLock { $0.running(standup) != nil }
    }

    /// Follows a standup: the present state first, then each change.
    ///
    /// The stream ends when `lasts` says that the guest may not follow any more. Call `leave` at the end.
    package func follow(
        _ standup: Standup.ID, as variant: LiveVariant, by guest: Participant,
        while lasts: @escaping @Sendable () -> Bool
    ) -> LiveReader {
        let mailbox = LiveMailbox()
        let number = state.withLock { state in
            let number = state.add(
                HubState.Reader(standup: standup, variant: variant, guest: guest, mailbox: mailbox, lasts: lasts))
            mailbox.put(frame(standup, variant, in: &state))
            return number
        }
        updateGuests(of: standup)
        return LiveReader(mailbox: mailbox, number: number)
    }

    package func leave(_ reader: LiveReader) {
        let standup = state.withLock { $0.removeReader(reader.number)?.standup }
        if let standup { updateGuests(of: standup) }
    }

    package enum CommandResult: Hashable, Sendable {
        case performed
        /// The countdown does not allow it now.
        case impossible(MeetingTimer.Refusal)
        /// The turn for which it was given is over: somebody else speaks.
        case overtaken(by: String)
        /// The meeting refused it, for a reason in one line.
        case refused(String)
        case forbidden
        case notRunning
    }

    /// A command that changes the current turn is refused if that is not `turn`, the one that the visitor saw.
    package func perform(
        _ command: WebCommand, during turn: MeetingTimer.TurnReference? = nil, in standup: Standup.ID,
        by guest: Participant
    ) async -> CommandResult {
        guard guest.role.may(command.right) else { return .forbidden }
        let target = state.withLock { state in
            state.running(standup).flatMap { id, running in
                state.meetings[id].map { ($0.followed, running.status) }
            }
        }
        guard let (followed, status) = target else { return .notRunning }
        if let (attendee, isRaised) = command.hand(of: guest) {
            guard let attendee else { return .forbidden }
            state.withLock { state in
                if isRaised {
                    state.hands[standup, default: []].insert(attendee)
                } else {
                    state.hands[standup]?.remove(attendee)
                }
            }
            updateGuests(of: standup)
            send(standup)
            return .performed
        }
        guard let given = command.commands(of: guest, to: status) else { return .forbidden }
        let commands = given.map { $0.during(turn) }
        if let turn, commands != given, let speaker = status.timer.speaker, status.timer.currentTurn != turn {
            return .overtaken(by: status.standup.name(of: speaker))
        }
        // As in the terminal, the countdown says why, in a value that has a text in every language. It is asked as of
        // its latest status, which a timer never goes back behind.
        var timer = status.timer
        for case .timer(let command, _) in commands {
            for case .refused(let refusal) in timer.perform(command, at: .zero).map(\.kind) {
                return .impossible(refusal)
            }
        }
        // Whoever ends "my turn" ends no other one, whatever else they may do.
        var giver = guest
        if case .own = command { giver.role = .speak }
        for command in commands {
            if let refusal = await followed.perform(command, by: giver) { return .refused(refusal) }
        }
        return .performed
    }

    /// Ends all streams.
    package func close() {
        let (readers, meetings) = state.withLock { state in
            (Array(state.readers.values), Array(state.meetings.values))
        }
        for reader in readers { reader.mailbox.close() }
        for meeting in meetings { meeting.followed.close() }
    }

    // MARK: What comes in

    private func take(_ report: LiveReport, of meeting: Meeting.ID, from followed: any FollowedMeeting) {
        let standup = state.withLock { state -> Standup.ID? in
            // Not what an earlier connection to this meeting still reports.
            guard state.meetings[meeting]?.followed === followed else { return nil }
            switch report {
            case .status:
                refresh(meeting, in: &state)
            case .event(let event):
                refresh(meeting, in: &state)
                if case .meetingEnded(let reason, _) = event.kind {
                    let standup = state.meetings[meeting]?.running?.status.standup.id
                    let kept = reason == .discarded ? nil : meeting
                    state.ended.insert(meeting)
                    return end(meeting, as: .ended(kept, until: clock.now + Self.farewell), in: &state) ?? standup
                }
            case .gone:
                return end(meeting, as: .lost(until: clock.now + Self.farewell), in: &state)
            }
            return state.meetings[meeting]?.running?.status.standup.id
        }
        guard let standup else { return }
        send(standup)
        updateGuests(of: standup)
    }

    private func refresh(_ meeting: Meeting.ID, in state: inout HubState) {
        guard let status = state.meetings[meeting]?.followed.status else { return }
        let wallClock = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970)
        state.meetings[meeting]?.running = ReportedMeeting(meeting, status, at: clock.now, wallClock: wallClock)
        state.past[status.standup.id] = nil
        // Whoever speaks has what they wanted.
        if let speaker = status.timer.speaker { state.hands[status.standup.id]?.remove(speaker) }
    }

    private func end(_ meeting: Meeting.ID, as past: HubState.Past, in state: inout HubState) -> Standup.ID? {
        guard let ended = state.meetings.removeValue(forKey: meeting) else { return nil }
        ended.followed.close()
        guard let standup = ended.running?.status.standup.id else { return nil }
        state.hands[standup] = nil
        if state.running(standup) == nil { state.past[standup] = past }
        return standup
    }

    // MARK: What goes out

    private func current(_ standup: Standup.ID, _ variant: LiveVariant, in state: inout HubState) -> LiveState {
        if let (meeting, _) = state.running(standup) {
            refresh(meeting, in: &state)
            if let running = state.meetings[meeting]?.running {
                return .meeting(
                    LivePageMeeting(
                        running, for: variant.role, present: state.present(in: standup, at: clock.now),
                        hands: state.hands[standup, default: []], localizer(variant.language)))
            }
        }
        switch state.past[standup] {
        case .ended(let meeting, let until) where clock.now < until: return .ended(meeting)
        case .lost(let until) where clock.now < until: return .lost
        default: return .none
        }
    }

    private func here(_ standup: Standup.ID, _ variant: LiveVariant, in state: HubState) -> String {
        let localizer = localizer(variant.language)
        let attendees = state.attendees[standup, default: []]
        let (names, others) = state.everybody(in: standup, at: clock.now).names { id in
            attendees.first { $0.id == id }.map { DisplayText($0.name).description }
        }
        let list = names + (others > 0 ? [localizer(.webLiveVisitors(count: .count(others)))] : [])
        return list.isEmpty ? "" : localizer(.webLiveAttend(names: .text(localizer.list(list))))
    }

    /// The frame of the present state; the last one if nothing has changed.
    private func frame(_ standup: Standup.ID, _ variant: LiveVariant, in state: inout HubState) -> LiveFrame {
        let key = HubState.Key(standup: standup, variant: variant)
        let live = current(standup, variant, in: &state)
        let comparable = live.withoutTime
        let here = here(standup, variant, in: state)
        if let sent = state.sent[key], sent.here == here {
            let isSoon = clock.now - sent.instant < Self.wordsInterval
            if sent.state == comparable || isSoon && sent.state.withoutWords == comparable.withoutWords {
                return sent.frame
            }
        }
        state.lastFrame += 1
        let frame = LiveFrame(number: state.lastFrame, json: live.json(here: here))
        state.sent[key] = (comparable, here, frame, clock.now)
        return frame
    }

    /// Sends the present state of a standup to the readers that do not have it.
    private func send(_ standup: Standup.ID) {
        state.withLock { state in
            var changed: [LiveVariant: LiveFrame] = [:]
            for variant in state.variants(of: standup) {
                let last = state.sent[HubState.Key(standup: standup, variant: variant)]?.frame.number
                let frame = frame(standup, variant, in: &state)
                if frame.number != last { changed[variant] = frame }
            }
            guard !changed.isEmpty else { return }
            for reader in state.readers.values where reader.standup == standup {
                if let frame = changed[reader.variant] { reader.mailbox.put(frame) }
            }
        }
    }

    // MARK: Who is there

    /// Tells the meeting who follows it, if that has changed.
    private func updateGuests(of standup: Standup.ID) {
        let isChanged = state.withLock { state in
            guard let (meeting, _) = state.running(standup) else { return false }
            let audience = state.audience(of: standup)
            guard let known = state.meetings[meeting], known.audience != audience else { return false }
            state.meetings[meeting]?.audience = audience
            // Within the lock, so that the meeting never has an older audience last.
            known.followed.show(audience.guests, isAttended: audience.isAttended)
            return true
        }
        if isChanged { send(standup) }
    }
}

/// A browser that follows a standup.
package struct LiveReader: Sendable {
    package let mailbox: LiveMailbox
    fileprivate let number: Int
}
