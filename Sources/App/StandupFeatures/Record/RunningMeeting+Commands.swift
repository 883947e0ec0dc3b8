import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
import Presentation
import Sound

extension RunningMeeting {
    /// The step by which a turn is extended or shortened.
    static let step = Duration.seconds(30)

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if command == .suspend { return suspend() }
        if knowsSuspension { return answerSuspension(command) }
        if command != .absence { lastAbsence = nil }
        if command == .detach { return Reply([.detachMeeting]) }
        if isWatched {
            // Quitting leaves a meeting that was joined.
            return command == .quit ? Reply(request: .quit) : Reply(command == .back ? [.detachMeeting] : [])
        }
        if question != nil { return answer(command) }
        if let draft, command != .quit { return type(command, in: draft) }
        if invitation != nil { return performInInvitation(command) }
        if isEnding { return leavesTheRest(command) ? Reply([.hurryEnding]) : Reply() }
        if failure != nil, draft == nil { return answerFailure(command) }
        if isTooLate(command) { return Reply() }
        switch command {
        case .nextSpeaker: return tell(.next)
        case .previousSpeaker: return tell(.previous)
        case .later: return tell(.later)
        case .extend: return extend(by: Self.step, saying: Message.recordExtended)
        case .shorten: return extend(by: .zero - Self.step, saying: Message.recordShortened)
        case .pause: return tell(timer.isPaused ? .resume : .pause(.user))
        case .absence: return toggleAbsence()
        case .absentUnlessFollowing: return markAbsentUnlessFollowing()
        case .markDone: return markPoint(.done)
        case .markOpen: return markPoint(.open)
        case .markDropped: return markPoint(.dropped)
        case .undo: return takeMarkBack()
        case .shuffle: return shuffle()
        case .slotEnd: return changeSlotEnd()
        case .warning: return changeWarnings()
        case .mute: return toggleMute()
        case .openDevices: return openDevices()
        case .invite: return invite()
        case .toggleCall: return toggleCall()
        case .note:
            draft = NoteDraft(status.note ?? "")
            return Reply()
        case .moveRowUp: return moveSelected(by: -1)
        case .moveRowDown: return moveSelected(by: 1)
        case .grab(let index):
            select(.select(index))
            return Reply()
        case .moveRow(let index): return moveSelected(to: index)
        case .end, .back, .quit: return tell(.ask)
        default:
            select(command)
            return Reply()
        }
    }

    private mutating func extend(by time: Duration, saying text: (Substitution) -> Message) -> Reply {
        let reply = tell(.extend(time))
        if !reply.effects.isEmpty {
            noticeMessage = NoticeMessage(.information, text(.duration(Self.step)))
        }
        return reply
    }

    /// Asks whether to stop the program, because the meeting goes on; asked again, stops it.
    private mutating func suspend() -> Reply {
        guard knowsSuspension else {
            knowsSuspension = true
            return Reply()
        }
        knowsSuspension = false
        // It is read once the program goes on.
        noticeMessage = NoticeMessage(.information, .recordSuspendWentOn)
        return Reply([.suspend])
    }

    /// Answers the question: only the first answer stops the program, and no key does anything else.
    private mutating func answerSuspension(_ command: Command) -> Reply {
        if command == .answer(0) { return suspend() }
        knowsSuspension = false
        return Reply()
    }

    /// Opens the invitation, with a new link for the selected attendee, else for anybody.
    private mutating func invite() -> Reply {
        let attendee = status.standup.attendees.first { $0.id == selected }
        let (invitation, effects) = StandupInvitation.creatingLink(to: status.standup, for: attendee)
        self.invitation = invitation
        return Reply(effects)
    }

    /// Performs a command in the invitation; quitting asks about the meeting, as elsewhere.
    private mutating func performInInvitation(_ command: Command) -> Reply {
        guard var reply = invitation?.perform(command) else { return Reply() }
        if let request = reply.request {
            invitation = nil
            reply.request = nil
            if request == .quit { return tell(.ask) }
        }
        return reply
    }

    /// Sends a command to the countdown, or reports why it would be refused.
    ///
    /// The countdown is a value, so the result is computed and shown immediately, and the next key uses it. The
    /// engine's next status replaces it. The command names the turn that is shown: the engine refuses it in another one.
    mutating func tell(_ command: MeetingTimer.Command) -> Reply {
        let turn = timer.currentTurn
        var copy = status.timer
        for event in copy.perform(command, at: now) {
            guard case .refused(let refusal) = event.kind else { continue }
            noticeMessage = NoticeMessage(.information, Message(refusal))
            return Reply()
        }
        take(copy)
        // A slot that is shortened to its end ends by itself.
        if case .extend = command {} else if timer.currentTurn != turn { knownTurn = timer.currentTurn }
        return Reply([.tell(.timer(command).during(turn))])
    }

    /// Hears the program that plays where the call does not hear it; otherwise tells or asks about the microphone.
    private mutating func openDevices() -> Reply {
        guard let program = status.call?.unheard else {
            askAboutMicrophone()
            return Reply()
        }
        return Reply([.tell(.useCall(.named(program.monitor)))])
    }

    private mutating func toggleCall() -> Reply {
        guard let call = status.call else {
            noticeMessage = NoticeMessage(.information, .recordProblemCallNotPossible)
            return Reply()
        }
        let isOn = call.selection != .none
        noticeMessage = NoticeMessage(.information, isOn ? .recordCallOff : .recordCallOn)
        return Reply([.tell(.useCall(isOn ? .none : lastCall))])
    }

    /// Asks about a disconnected microphone, or reports which one is captured.
    private mutating func askAboutMicrophone() {
        guard let microphone = status.microphone else {
            noticeMessage = NoticeMessage(.information, .recordRecordingNoMicrophone)
            return
        }
        if status.awaitsMicrophone {
            ask([.goOn, .useDefaultMicrophone], after: .microphone(microphone))
        } else {
            noticeMessage = NoticeMessage(
                .information, .recordMicrophoneChanged(device: .text(microphone)))
        }
    }

    // MARK: Questions

    private mutating func answer(_ command: Command) -> Reply {
        guard var dialog = question else { return Reply() }
        if command == .back { return tell(.answer(.resume)) }
        let answer = dialog.perform(command)
        selectedAnswer = dialog.selected
        switch answer {
        // The meeting is discarded even if somebody else has answered in the meantime.
        case .engine(.discard): return tell(.end(.discarded))
        case .engine(let answer): return tell(.answer(answer))
        case .leave:
            var reply = tell(.answer(.resume))
            reply.append(Reply([.detachMeeting]))
            return reply
        case nil: return Reply()
        }
    }

    private mutating func answerFailure(_ command: Command) -> Reply {
        switch command {
        case .end, .quit: return tell(.ask)
        case .back:
            failure = nil
            return Reply()
        default: break
        }
        guard let answer = failure?.perform(command) else { return Reply() }
        failure = nil
        switch answer {
        case .goOn: return Reply()
        case .discard: return tell(.end(.discarded))
        case .useDefaultMicrophone: return Reply([.tell(.useMicrophone(.systemDefault))])
        }
    }

    /// Whether a command skips the wait in a meeting that is ending.
    private func leavesTheRest(_ command: Command) -> Bool {
        switch command {
        case .end, .back, .quit: true
        default: false
        }
    }

    // MARK: Waiting attendees

    /// The selectable attendees: the queue, then the absent ones.
    var selectable: [Attendee.ID] { timer.queue + timer.absent }

    private mutating func select(_ command: Command) {
        if case .select(let index) = command {
            let order = reported.speakingOrder
            guard order.indices.contains(index) else { return }
            selected = selectable.contains(order[index]) ? order[index] : nil
            return
        }
        let rows = selectable
        guard let selected, let row = rows.firstIndex(of: selected) else {
            if Selection.moved(0, of: rows.count, by: command) != nil {
                self.selected = command == .last ? rows.last : rows.first
            }
            return
        }
        if command == .up, row == 0 {
            self.selected = nil
        } else if let row = Selection.moved(row, of: rows.count, by: command) {
            self.selected = rows[row]
        }
    }

    /// Marks the selected attendee, or else the speaker, absent; or present again.
    ///
    /// Pressed again, it brings back the speaker whom it has just marked absent.
    private mutating func toggleAbsence() -> Reply {
        let timer = timer
        if selected == nil, let last = lastAbsence, last.next == timer.speaker, timer.absent.contains(last.attendee) {
            lastAbsence = nil
            return tell(.present(last.attendee))
        }
        guard let attendee = selected ?? timer.speaker else { return Reply() }
        let isAbsent = timer.absent.contains(attendee)
        let reply = tell(isAbsent ? .present(attendee) : .absent(attendee))
        if !reply.effects.isEmpty {
            let name = Substitution.text(status.standup.attendees.first { $0.id == attendee }?.name ?? "")
            noticeMessage = NoticeMessage(
                .information, isAbsent ? .recordMarkedPresent(name: name) : .recordMarkedAway(name: name))
        }
        lastAbsence = selected == nil ? (attendee, self.timer.speaker) : nil
        return reply
    }

    /// Marks everybody absent who waits and does not follow the meeting elsewhere.
    private mutating func markAbsentUnlessFollowing() -> Reply {
        let following = Set(reported.audience.compactMap(\.attendee))
        guard !following.isEmpty else {
            noticeMessage = NoticeMessage(.information, .recordNobodyFollows)
            return Reply()
        }
        // Those in the room have no page.
        let remote = Set(status.standup.attendees.filter(\.isRemote).map(\.id))
        let missing = timer.queue.filter { remote.contains($0) && !following.contains($0) }
        var reply = Reply()
        for attendee in missing { reply.append(tell(.absent(attendee))) }
        noticeMessage = NoticeMessage(.information, .recordMarkedAbsent(count: .count(missing.count)))
        return reply
    }

    private mutating func shuffle() -> Reply {
        guard timer.queue.count > 1 else {
            noticeMessage = NoticeMessage(.information, .recordNothingToOrder)
            return Reply()
        }
        // The same key has started the meeting.
        guard timer.elapsed(at: now) >= .seconds(2) else {
            noticeMessage = NoticeMessage(.information, .recordShuffleAgain)
            return Reply()
        }
        return Reply([.tell(.shuffle)])
    }

    private mutating func moveSelected(by step: Int) -> Reply {
        var queue = timer.queue
        guard let selected, let row = queue.firstIndex(of: selected) else {
            let message: Message = queue.count > 1 ? Message.recordSelectFirst : Message.recordNothingToOrder
            noticeMessage = NoticeMessage(.information, message)
            return Reply()
        }
        guard queue.indices.contains(row + step) else { return Reply() }
        queue.swapAt(row, row + step)
        return tell(.reorder(queue))
    }

    /// Moves the selected attendee, who waits, to the place of another in the speaking order.
    private mutating func moveSelected(to index: Int) -> Reply {
        let (order, queue) = (reported.speakingOrder, timer.queue)
        guard let selected, let row = queue.firstIndex(of: selected), order.indices.contains(index),
            let target = queue.firstIndex(of: order[index]), target != row
        else { return Reply() }
        var moved = queue
        moved.remove(at: row)
        moved.insert(selected, at: target)
        return tell(.reorder(moved))
    }
}
