// What is open in front of the transcript, in one order.

extension PastMeeting {
    /// What may be open, each in front of those below it; the first that is open gets the keys.
    enum Layer: CaseIterable {
        case question
        case export
        case transcription
        case posting
        case comparison
        case replacement
        /// The field of an utterance's words.
        case correction
        /// The field of a point's words.
        case point
        /// The field of the words to find.
        case find
        case minutes
        case transcript
    }

    /// What gets the keys.
    var layer: Layer { Layer.allCases.first(where: isOpen) ?? .transcript }

    /// Whether a layer is open, in front or not.
    func isOpen(_ layer: Layer) -> Bool {
        switch layer {
        case .question: question != nil
        case .export: exporting != nil
        case .transcription: transcribing != nil
        case .posting: posting != nil
        case .comparison: comparison != nil
        case .replacement: replacing != nil
        case .correction: correction != nil
        case .point: minutes.typing != nil
        case .find: finding.isTyping
        case .minutes: minutes.isOpen
        case .transcript: true
        }
    }

    package var context: KeyContext {
        switch layer {
        case .question: .dialog
        case .export: exporting?.context ?? .export
        case .transcription: .transcribe
        case .posting: .post
        case .comparison: .comparison
        case .replacement: .replace
        case .correction, .point: .line
        case .find: .find
        case .minutes: .minutes
        case .transcript: .meeting
        }
    }

    /// The open dialog, for the address.
    var dialog: MeetingDialog? {
        switch layer {
        case .question: questionDialog
        case .export: .export
        case .transcription: .transcribe
        case .posting: .post
        case .comparison: .compare
        case .replacement: .replace
        case .correction: .correct
        case .find: .find
        case .point, .minutes, .transcript: pendingDialog
        }
    }

    private var questionDialog: MeetingDialog? {
        switch question {
        case .deleteMeeting: .delete
        case .removeUtterance: .remove
        case .moveUtterance: .move
        case .speaker: .speaker
        case .loudspeaker: .loudspeaker
        case .compared: .compare
        case .unsaved: .unsaved
        case .pointKind: .pointKind
        case .pointPerson: .pointPerson
        case .pointVersion: .pointVersions
        case .discardCorrection: .correct
        case .discardPoint, nil: nil
        }
    }
}
