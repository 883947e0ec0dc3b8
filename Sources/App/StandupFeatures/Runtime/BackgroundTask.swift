package import MeetingHistory
package import MeetingModel
package import StandupSpeech

/// Work that takes a while, shows its progress and can be broken off; one at a time.
package enum BackgroundTask: Hashable, Sendable {
    case export(ExportRequest)
    case exportMeetings(MeetingsExportRequest)
    case transcribe(TranscriptionRequest)
    /// Makes the points of a meeting again.
    case minutes(MinutesRequest)
    /// Sends the minutes of a meeting to the destinations of its standup.
    case post(PostRequest)
    /// Downloads and installs a speech model, by its name in the catalogue.
    case install(model: String)
    /// Compares an installed speech model with the catalogue.
    case verify(model: String)
    case importFile(ImportRequest)
}

/// How to transcribe a meeting again, as `standup transcribe` takes it.
package struct TranscriptionRequest: Hashable, Sendable {
    package var meeting: Meeting.ID
    /// The recognizer's name, such as `whisper:base`.
    package var recognizer: String
    /// The recognizer's display name.
    package var title: String
    /// The spoken language, as a BCP 47 tag.
    package var language: String
    /// The channel; nil for all.
    package var channel: AudioChannel?

    init(
        meeting: Meeting.ID, recognizer: String, title: String? = nil, language: String, channel: AudioChannel? = nil
    ) {
        self.meeting = meeting
        self.recognizer = recognizer
        self.title = title ?? recognizer
        self.language = language
        self.channel = channel
    }
}

/// How to make the points of a meeting again, as `standup minutes --again` does.
package struct MinutesRequest: Hashable, Sendable {
    package var meeting: Meeting.ID
    /// Whether an assistant makes them, instead of the rules.
    package var byAssistant: Bool
}

/// Which minutes to send, as `standup post` does.
package struct PostRequest: Hashable, Sendable {
    package var meeting: Meeting.ID
    /// The name of the destination; nil for all.
    package var destination: String?
    /// Whether to send what was sent or may have been.
    package var again: Bool
}

package struct TaskProgress: Hashable, Sendable {
    /// The state of a task in words.
    package enum Detail: Hashable, Sendable {
        /// The estimated time until it is done.
        case remaining(Duration)
        case downloads(file: String, host: String)
        case sourceFailed(source: String, reason: String)
        case converts
    }

    /// The finished part from 0 to 1; nil if it is unknown.
    var fraction: Double?
    /// The state in words; nil if there is nothing to say.
    var detail: Detail?

    package init(_ fraction: Double?, _ detail: Detail? = nil) {
        self.fraction = fraction
        self.detail = detail
    }

    /// The finished part in whole percent; nil if it is unknown.
    var percent: Int? { fraction.map { Int($0.fraction * 100) } }
}

package enum TaskResult: Hashable, Sendable {
    case exported(path: String)
    /// Files of several meetings; not all if it was broken off.
    case exportedMeetings(ExportedMeetings)
    /// A meeting's transcript with this number, recognizer and number of words; nil if no words were recognized.
    case transcribed(Meeting.ID, MadeTranscript?)
    /// The number of a meeting's points, and of the questions that an assistant has not answered.
    case minutes(points: Int, failures: Int)
    /// Minutes, to this many destinations, and the number of others that got them before.
    case posted(destinations: Int, old: Int = 0)
    case installed(model: String)
    case verified(model: String, ModelCondition)
    /// New standups and meetings; none if the history had all of them.
    case imported(ImportedItems)
}

package enum ModelCondition: String, Hashable, Sendable {
    /// It is the catalogue's model.
    case good
    /// It is complete, but not the catalogue's model with this name.
    case changed
    /// It is complete, and not in the catalogue.
    case unknown
    /// It is not complete.
    case damaged
}

package struct MadeTranscript: Hashable, Sendable {
    package var number: Int
    package var recognizer: String
    package var words: Int

    package init(number: Int, recognizer: String, words: Int) {
        self.number = number
        self.recognizer = recognizer
        self.words = words
    }
}

/// What a meeting's transcript still lacks.
package enum TranscriptLack: Hashable, Sendable {
    /// The recording is not transcribed to the end.
    case transcription
    /// The words of the speech server have not come yet.
    case serverWords
    /// The meeting was interrupted and can be resumed.
    case end
}

package enum TaskProblem: Error, Hashable, Sendable {
    /// There is a file with this path.
    case exists(path: String)
    case noFolder(path: String)
    /// The file's name ends as those of another format than the chosen one.
    case otherFormat(path: String, format: String)
    /// The path is in the data folder, where only the program may write.
    case insideData(path: String)
    /// The meeting is still running.
    case live
    case noRecording
    /// The file of the recording is missing.
    case recordingMissing(path: String)
    /// The file of the recording is shorter than the recording.
    case recordingIncomplete(path: String)
    /// Another program transcribes the meeting.
    case busy
    /// The recognizer is not installed or has failed.
    case recognizer(RecognizerError)
    /// The meeting is gone, or the history cannot be read.
    case history(HistoryError)
    /// The standup of an import cannot be used or made, as one line.
    case standup(String)
    /// The file that says who spoke when in a recording to import cannot be used, as one line.
    case speakers(String)
    /// The rules do not support the language of the meeting.
    case noRules(language: String)
    case noAssistant
    case noDestination
    /// The transcript of the minutes to send is not complete.
    case incompleteTranscript(TranscriptLack)
    /// The minutes have not arrived at these destinations; to some, another program is sending them.
    case unsent([MinutesPost], busy: [String])
    /// Anything else, as one line: what failed, and what to do.
    case other(String)
}
