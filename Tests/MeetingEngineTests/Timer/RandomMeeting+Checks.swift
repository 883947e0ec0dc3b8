import MeetingEngine
import MeetingModel

extension RandomMeeting {
    /// What holds at every moment.
    func checkState() {
        let queue = timer.queue
        let everybody = queue + timer.spoken + timer.absent + (timer.speaker.map { [$0] } ?? [])
        expect(everybody.sorted { $0.rawValue < $1.rawValue } == people, "somebody is lost or doubled: \(everybody)")

        let elapsed = timer.elapsed(at: now)
        let parts = timer.parts
        expect(parts.reduce(.zero) { $0 + $1.used } == elapsed, "what was used is not what has passed")
        for part in parts {
            expect(part.slot >= .zero && part.used >= .zero, "negative: \(part)")
            expect(part.overtime == max(.zero, part.used - part.slot), "overtime: \(part)")
            let spoken = timer.turns.filter { $0.attendee == part.id }
            expect(spoken.reduce(.zero) { $0 + ($1.end ?? elapsed) - $1.start } == part.used, "turns of \(part)")
        }
        for id in queue { expect(timer.timeLeft(of: id) >= .zero, "\(id) waits with less than nothing") }
        if case .ended = timer.phase {
            expect(timer.nextDeadline == nil && timer.speaker == nil, "something is to come after the end")
        } else {
            let left = everybody.reduce(Duration.zero) { $0 + timer.timeLeft(of: $1) }
            expect(timer.plannedLength == elapsed + left, "the plan is not what has passed and what is left")
        }

        var end = Duration.zero
        for turn in timer.turns {
            expect(turn.start == end, "a gap or overlap before \(turn)")
            end = turn.end ?? elapsed
        }
        expect(timer.pauses.dropLast().allSatisfy { $0.duration != nil }, "a pause is open for ever")
        expect(timer.isPaused == (timer.pauses.last.map { $0.duration == nil } ?? false), "the last pause")
        checkDeadline()
        checkQueue()
    }

    /// The events tell who speaks, who waits, and how much time each of them has.
    private func checkQueue() {
        guard timer.speaker != nil else { return }
        guard let told else { return expect(false, "the queue was not told") }
        func place(_ id: Attendee.ID, passed: Duration = .zero) -> MeetingTimer.Lineup.Place? {
            timer.part(of: id).map { .init(id: id, slot: $0.slot, remaining: timer.timeLeft(of: id) + passed) }
        }
        let passed = timer.elapsed(at: now) - told.at
        expect(told.lineup.speaker == timer.speaker.flatMap { place($0, passed: passed) }, "another speaker was told")
        expect(told.lineup.queue == timer.queue.compactMap { place($0) }, "another queue was told: \(told)")
        expect(told.lineup.absent == timer.absent, "others were told to be absent")
    }

    /// A deadline is never in the past, nothing happens before it, and something happens then.
    func checkDeadline() {
        guard let deadline = timer.nextDeadline else { return }
        expect(timer.phase == .running, "a deadline while nothing runs")
        expect(deadline > now, "deadline \(deadline) is not after \(now)")
        var early = timer
        expect(early.advance(to: deadline - .nanoseconds(1)).isEmpty, "something happened before its deadline")
        let events = early.advance(to: deadline)
        expect(!events.isEmpty, "nothing happened at the deadline")
        expect(events.allSatisfy { $0.at == timer.elapsed(at: now) + (deadline - now) }, "not at the deadline's time")
        let dings = events.contains { $0.kind == .ding }
        expect(dings == (timer.nextDing == deadline), "the ding was not foreseen, or did not come")
    }

    /// A jump and many small steps have the same result.
    func checkSteps(to instant: Duration) {
        var (jumping, stepping) = (timer, timer)
        var steps: [MeetingTimer.Event] = []
        while let deadline = stepping.nextDeadline, deadline <= instant { steps += stepping.advance(to: deadline) }
        steps += stepping.advance(to: instant)
        expect(jumping.advance(to: instant) == steps, "a jump tells other events than steps")
        expect(jumping == stepping, "a jump comes to another state than steps")
    }

    /// With shared time the plan stays, unless there is no time left to give or no one to take it.
    func checkPlan(from before: MeetingTimer, by command: MeetingTimer.Command) {
        guard timer.settings.timeSharing == .shared else { return }
        if case .ended = timer.phase { return }
        if timer.plannedLength > before.plannedLength {
            var givers = timer.queue
            if case .present(let id) = command { givers.removeAll { $0 == id } }
            let canGive = givers.contains { timer.timeLeft(of: $0) > .zero }
            expect(
                !canGive || takesBackOtherwise(command),
                "the meeting got longer although somebody could give: \(command)"
            )
        } else if timer.plannedLength < before.plannedLength {
            switch command {
            // This undoes what had made the meeting longer.
            case .previous: break
            // No waiting attendee could receive the time.
            case .extend(let duration) where duration < .zero && before.queue.isEmpty: break
            default: expect(false, "the meeting got shorter by \(command)")
            }
        }
    }

    /// Whether a command takes back time that was handed on but not shared: no one received it, so no one returns it.
    private func takesBackOtherwise(_ command: MeetingTimer.Command) -> Bool {
        switch command {
        case .previous, .present: hasChangedSharing
        default: false
        }
    }

    /// The events tell the whole story, and the meeting ends when it was foreseen to.
    func checkOutcome() {
        checkGrammar()
        var (timer, now) = (timer, now)
        guard timer.speaker != nil else { return }
        if timer.isPaused { timer.perform(.resume, at: now) }
        guard timer.speaker != nil else { return }
        let expected = timer.expectedLength(at: now)
        var rounds = 0
        while timer.speaker != nil, rounds < 100 {
            rounds += 1
            if let end = timer.nextSlotEnd, timer.settings.atSlotEnd == .advance {
                now = end
                timer.advance(to: end)
            } else {
                now = timer.nextSlotEnd ?? now
                timer.advance(to: now)
                timer.perform(timer.isLast ? .end(.saved) : .next, at: now)
            }
        }
        expect(timer.elapsed(at: now) == expected, "foreseen \(expected), came to \(timer.elapsed(at: now))")
    }

    func checkGrammar() {
        var speaker: Attendee.ID?
        var paused = false
        var turns: [Turn] = []
        var parts: [Attendee.ID: MeetingTimer.Part] = [:]
        let main = events.main
        for (position, event) in main.enumerated() {
            expect(position == 0 || main[position - 1].at <= event.at, "time runs backwards at \(event.line)")
            switch event.kind {
            case .turnStarted(let id, _, _, _):
                expect(speaker == nil, "two speak at once: \(event.line)")
                let previous = main[position - 1]
                expect(
                    previous.kind == .started || (previous.kind == .ding && previous.at == event.at),
                    "a turn started without a ding: \(event.line)"
                )
                speaker = id
                turns.append(Turn(attendee: id, start: event.at))
            case .turnEnded(let id, let used, let overtime):
                expect(speaker == id, "somebody else's turn ended: \(event.line)")
                expect(used >= .zero && overtime >= .zero && overtime <= used, "\(event.line)")
                speaker = nil
                expect(turns.last.map { event.at - $0.start } == used, "\(event.line)")
                turns[turns.count - 1].end = event.at
                if used == .zero { turns.removeLast() }
            case .turnWarning(let id, let remaining): expect(speaker == id && remaining > .zero, event.line)
            case .paused:
                expect(!paused, "paused twice")
                paused = true
            case .resumed(let duration):
                expect(paused && duration >= .zero, "resumed, but not paused")
                paused = false
            case .meetingEnded(_, let duration):
                expect(duration == event.at && speaker == nil && !paused, event.line)
                let after = main[(position + 1)...].filter { if case .refused = $0.kind { false } else { true } }
                expect(after.isEmpty, "after the end: \(after)")
            case .started, .ding, .asked, .refused, .queueChanged, .attendeesChanged: break
            }
        }
        expect(turns == timer.turns, "the events tell other turns than the timer has")
        for event in events {
            if case .attendeesChanged(let changed) = event.kind { for part in changed { parts[part.id] = part } }
        }
        for part in timer.parts where part.id != timer.speaker {
            let told = parts[part.id]
            let untouched = told == nil && part.used == .zero && part.state != .spoke
            expect(told == part || untouched, "untold change: \(part)")
        }
    }
}
