public import MeetingHistory
public import MeetingModel

extension InMemoryMeetingStore {
    /// Notes that a meeting is to get a transcript; one of the same key that it is to get already stays as it is.
    public func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == transcript.meeting }) else {
                throw .noMeeting(transcript.meeting)
            }
            guard contents.meetings[index].queued?.key != transcript.key else { return }
            contents.meetings[index].queued = transcript
        }
    }

    /// The transcripts that meetings are still to get, in the order of the meetings' start.
    public func queuedTranscripts() -> [QueuedTranscript] {
        read { contents in
            contents.meetings.filter(contents.isVisible)
                .sorted { $0.meeting.startedAt < $1.meeting.startedAt }
                .compactMap(\.queued)
        }
    }

    /// Keeps what has come of a transcript, which is not shown yet.
    @discardableResult
    public func extendQueuedTranscript(
        _ transcript: QueuedTranscript,
        with utterances: [Utterance],
        upTo offset: Duration,
        at instant: Timestamp
    ) throws(HistoryError) -> Bool {
        try changeQueued(transcript) { kept in
            var version = kept.queued?.version
            if version == nil, !utterances.isEmpty {
                version = kept.add(
                    origin: .recognizer(transcript.recognizer),
                    followsLive: false,
                    isShown: false,
                    at: instant
                )
            }
            kept.queued?.version = version
            for utterance in utterances { kept.insert(utterance) { $0.number == version } }
            kept.queued?.transcribedUpTo = offset
        }
    }

    /// Notes that a transcript is whole: it is shown from now on if the live one was.
    public func finishQueuedTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        _ = try changeQueued(transcript) { kept in
            if let version = kept.queued?.version, kept.current == 1 { kept.current = version }
            kept.queued = nil
        }
    }

    /// Changes the meeting if it is still to get the transcript.
    private func changeQueued(
        _ transcript: QueuedTranscript,
        _ change: (inout KeptMeeting) -> Void
    ) throws(HistoryError) -> Bool {
        try write { contents in
            let index = contents.meetings.firstIndex {
                $0.meeting.id == transcript.meeting && contents.isVisible($0) && $0.queued?.key == transcript.key
            }
            guard let index else { return false }
            change(&contents.meetings[index])
            return true
        }
    }
}
