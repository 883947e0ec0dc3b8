package import Localization
package import MeetingHistory
package import MeetingModel
package import Presentation

/// A past meeting: its attendees, their use of time, and a transcript that can be corrected.
///
/// Corrections are shown at once, and saved together as a new transcript when the meeting is left; the earlier
/// transcripts are kept. `Utterance.corrected(text:attendee:isInterjection:)` defines which words keep their times.
package struct PastMeeting: Feature {
    package enum Question: Hashable, Sendable {
        case deleteMeeting(Dialog<MeetingDeletion>)
        /// Whether to remove an utterance after all its words were deleted.
        case removeUtterance(Dialog<DeletionAnswer>)
        /// Who said an utterance.
        case moveUtterance(NumberedUtterance.ID, Dialog<MoveAnswer>)
        /// Whose turns to hear; nil for everybody's.
        case speaker(Dialog<Attendee.ID?>)
        case loudspeaker(Dialog<DeviceRow>)
        /// The first or the second of two transcripts that are compared, by number.
        case compared(isSecond: Bool, Dialog<Int>)
        case pointKind(MeetingModel.Point, Dialog<MinutesView.KindAnswer>)
        case pointPerson(MeetingModel.Point, Dialog<MoveAnswer>)
        /// Which version of the points to make current; nil for none.
        case pointVersion([ListedPointVersion], Dialog<Int?>)
        /// What to do with corrections that cannot be saved, before the meeting is left.
        case unsaved(UnsavedReason, Request, Dialog<UnsavedAnswer>)
        case discardCorrection(Dialog<StandupForm.DiscardAnswer>)
        case discardPoint(Dialog<StandupForm.DiscardAnswer>)
    }

    /// A correction that the user is typing.
    package struct Correction: Hashable, Sendable {
        let utterance: NumberedUtterance.ID
        var field: TextField
    }

    package let meeting: Meeting.ID
    /// The theme of its standup.
    package let theme: Theme
    /// The meeting; nil until it has been read.
    package internal(set) var loaded: LoadedMeeting?
    /// Whether the meeting is no longer in the history.
    var isMissing = false
    /// What another program has deleted it with, and what can be restored.
    var trashed: DeletedItem?
    /// The selected utterance, as an index into the transcript.
    package internal(set) var utterance: Int?
    /// The requested transcript version; nil for the current one.
    package internal(set) var version: Int?
    package internal(set) var question: Question?
    /// For whom each item of the open question would be deleted, of those shared with the team.
    var deletionReach: [DeletedItem: DeletionReach] = [:]
    package internal(set) var correction: Correction?
    /// The utterance to select once the meeting has been read.
    var wanted: NumberedUtterance.ID?
    /// The dialog to open once the meeting has been read.
    var pendingDialog: MeetingDialog?
    package internal(set) var replacing: FindAndReplace?
    var exporting: ExportForm?
    var transcribing: TranscriptionForm?
    var posting: PostForm?
    var comparison: ShownComparison?
    /// The transcripts to compare once the meeting has been read.
    var pendingComparison: ComparedTranscripts?
    var unsaved = UnsavedCorrections()
    var markHistory = MarkHistory()
    var minutes = MinutesView()
    /// Whether the state and the format of the recording are shown although they are the usual ones.
    var showsDetails = false
    /// Whether the minutes come first, once there are any: nothing else of the meeting was asked for.
    var opensMinutes: Bool
    var listening = Listening()
    var finding = Finding()
    var shown = ShownTranscript()
    var noticeMessage: NoticeMessage?
    /// The word that may become a term of the standup.
    var proposal: TermProposal?

    package init(meeting: Meeting.ID, theme: Theme = .bubblegum, at place: PlaceInMeeting = PlaceInMeeting()) {
        self.meeting = meeting
        self.theme = theme
        utterance = place.utterance
        pendingDialog = place.dialog
        listening.pending = place.playback
        version = place.transcript
        pendingComparison = place.compared
        finding = Finding(for: place.find, isTyping: place.dialog == .find)
        if place.dialog == .find { pendingDialog = nil }
        if place.compared != nil, place.dialog == nil { pendingDialog = .compare }
        minutes.isOpen = place.showsMinutes
        opensMinutes = place == PlaceInMeeting()
        minutes.selected = place.point
    }

    var firstEffects: [Effect] { [read(version), loadCorrections()] }

    /// Reads the meeting with its current transcript or another version.
    func read(_ version: Int?) -> Effect {
        let id = meeting
        return call {
            try $0.meeting(id, version: version)
        } then: {
            $0.didRead($1)
        }
    }

    package func route(from parent: Place.Route?) -> Place.Route {
        .pastMeeting(parent?.standup ?? "", meeting: meeting.rawValue, place)
    }

    var place: PlaceInMeeting {
        PlaceInMeeting(
            utterance: utterance, dialog: dialog, playback: listening.pending, transcript: version,
            find: finding.field.text.isEmpty || finding.isSearch ? nil : finding.field.text,
            compared: comparison.map(\.versions) ?? (dialog == .compare ? pendingComparison : nil),
            showsMinutes: minutes.isOpen, point: minutes.isOpen ? minutes.selected : nil)
    }

    var selected: NumberedUtterance? {
        guard let utterance, let loaded, loaded.transcript.indices.contains(utterance) else { return nil }
        return loaded.transcript[utterance]
    }

    package var identity: String { meeting.rawValue }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .player(meeting, let report): take(report)
        case .playsSilently(meeting): noticeMessage = NoticeMessage(.warning, .meetingPlaySilent)
        case .undone(.meeting(meeting), _), .undone(.standup, _):
            return Reply([read(version)])
        case .corrected(meeting, _, .success(let loaded)): return didSave(loaded)
        case .corrected(meeting, _, .failure(let refusal)): return didNotSave(refusal)
        case .stored(.point(let edit, meeting), let result): return didEdit(edit, result)
        case .changeUndone(.point(let edit, meeting)), .changeRedone(.point(let edit, meeting)):
            minutes.forget(edit)
            minutes.selected = edit.point
            return Reply([read(version)])
        case .copied(let isCopied):
            noticeMessage = NoticeMessage(
                isCopied ? .information : .warning, isCopied ? .pointsCopied : .pointsNotCopied)
        case .scrolled(let line): posting?.offset = line
        case .taskEnded(.post(let request), _) where request.meeting == meeting:
            return Reply([read(version)])
        case .taskEnded(.minutes(let request), .success) where request.meeting == meeting:
            return Reply([read(version)])
        case .taskEnded(_, .success(.transcribed(meeting, _?)?)):
            // The page is read again with the new transcript.
            version = nil
        case .taskEnded(.export(let request), let result) where request.meeting == meeting: didExport(result)
        case .devices(let result, let chosen): take(result, chosen: chosen[.output])
        case .deleted(.transcript(meeting, _)):
            noticeMessage = NoticeMessage(.information, .meetingTranscriptDeleted)
            version = nil
            return Reply([read(nil)])
        case .undone(.transcript(meeting, let restored), _):
            // Corrections keep the transcript that they belong to.
            return Reply([read(unsaved.count == 0 ? restored : version)])
        case .correctionsUndone(meeting, _), .choiceUndone(meeting, _), .transcriptRedone(meeting, _, _):
            version = nil
            return Reply([read(nil)])
        case .changedElsewhere: return Reply([read(version)])
        default: break
        }
        return Reply()
    }

    /// Displays the meeting that has been read; nil if it is not in the history.
    package mutating func didRead(_ loaded: LoadedMeeting?) -> Reply {
        guard let loaded else { return hasUnsavedCorrections ? didVanish() : Reply(request: .vanished) }
        if opensMinutes, utterance == nil, !finding.isActive, loaded.meeting.state != .live,
            !loaded.meeting.points.isEmpty
        {
            (minutes.isOpen, opensMinutes) = (true, false)
        }
        var reply = take(loaded)
        if utterance == nil, finding.hit == nil { goToFirstHit() }
        reply.append(Reply(playAfterLoading()))
        return reply
    }

    /// Displays a transcript that has been read, with the corrections that are not saved.
    mutating func take(_ loaded: LoadedMeeting) -> Reply {
        // Transcripts made by corrections keep the utterances' numbers.
        var reply = rebaseIfChanged(loaded)
        let before = wanted ?? selected?.id
        wanted = nil
        self.loaded = loaded
        unsaved.base = loaded.transcript
        isMissing = false
        trashed = nil
        version = loaded.current == loaded.version ? nil : loaded.version
        showCorrections(selecting: before)
        closeWhatIsGone()
        reopenField()
        didReadPoints()
        reply.append(askUnasked())
        // What would be sent may have changed.
        if posting != nil { reply.append(Reply([previewPosts()])) }
        guard let restored = unsaved.restored else { return reply }
        unsaved.restored = nil
        reply.append(restore(restored))
        return reply
    }

    /// Closes dialogs whose utterance another process has removed.
    private mutating func closeWhatIsGone() {
        let ids = Set(loaded?.transcript.map(\.id) ?? [])
        if let correction, !ids.contains(correction.utterance) {
            self.correction = nil
            noticeMessage = NoticeMessage(.warning, .meetingUtteranceGone)
        }
        switch question {
        case .removeUtterance, .discardCorrection: if correction == nil { question = nil }
        default: break
        }
        if case .moveUtterance(let id, _) = question, !ids.contains(id) { question = nil }
    }

    package func notice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
