import Localization
import MeetingModel
import StandupSpeech

/// The background task that is running, as the application shows it.
package struct RunningTask: Hashable, Sendable {
    package let task: BackgroundTask
    /// Its last progress; nil before the first.
    var progress: TaskProgress?
    /// Whether the keys are for the task; otherwise they are for the screen.
    var isInFront = true
    package var isCancelled = false

    init(_ task: BackgroundTask) {
        self.task = task
    }

    func screen(_ localizer: Localizer) -> TaskScreen {
        let detail =
            isCancelled
            ? localizer(.taskStopping) : progress?.detail.map { Message($0).text(localizer) } ?? ""
        let percent = progress?.percent.map {
            localizer(.taskPercent(percent: .number(Double($0), fractionDigits: 0)))
        }
        return TaskScreen(
            title: Message(task).text(localizer), fraction: progress?.fraction, percent: percent ?? "",
            detail: detail, isInFront: isInFront, hint: isInFront ? "" : localizer(.taskHint))
    }
}

// Tasks, their progress and their ends as catalogue messages.

extension Message {
    init(_ task: BackgroundTask) {
        switch task {
        case .export(let request): self = .taskExport(name: .text(request.name))
        case .exportMeetings(let request): self = .taskExport(name: .text(request.title))
        case .transcribe(let request): self = .taskTranscribe(recognizer: .text(request.title))
        case .minutes(let request): self = request.byAssistant ? .taskAskAssistant : .taskMinutes
        case .post: self = .taskPost
        case .install(let model): self = .taskInstall(model: .text(model))
        case .verify(let model): self = .taskVerify(model: .text(model))
        case .importFile(let request):
            self = .taskImport(name: .text(String(request.path.split(separator: "/").last ?? "")))
        }
    }

    init(_ detail: TaskProgress.Detail) {
        switch detail {
        case .remaining(let duration): self = .taskRemaining(duration: .duration(duration))
        case .downloads(let file, let host): self = .taskDownloads(file: .text(file), host: .text(host))
        case .sourceFailed(let source, let reason):
            self = .taskSourceFailed(source: .text(source), reason: .text(reason))
        case .converts: self = .taskConverts
        }
    }

    /// What has become of the work of a task that was broken off.
    init(brokenOff task: BackgroundTask) {
        switch task {
        case .export, .exportMeetings: self = .exportCancelled
        case .transcribe: self = .taskStoppedTranscribe
        case .minutes: self = .taskStoppedMinutes
        case .post: self = .taskStoppedPost
        case .install: self = .taskStoppedInstall
        case .verify: self = .taskStoppedVerify
        case .importFile: self = .taskStoppedImport
        }
    }

    init(_ result: TaskResult) {
        switch result {
        case .exported(let path): self = .exportDone(path: .text(DisplayText(path).description))
        case .exportedMeetings(let made):
            let count = Substitution.count(made.count)
            let path = Substitution.text(DisplayText(made.folder).description)
            self =
                if made.count < made.total {
                    .exportSeveralStopped(count: count, total: .count(made.total), path: path)
                } else if made.skipped > 0 {
                    .exportSeveralSkipped(count: count, path: path, skipped: .count(made.skipped))
                } else {
                    .exportSeveralDone(count: count, path: path)
                }
        case .transcribed(_, nil): self = .taskDoneNoWords
        case .transcribed(_, let transcript?):
            self = .taskDoneTranscript(
                number: .number(Double(transcript.number), fractionDigits: 0), recognizer: .text(transcript.recognizer),
                count: .count(transcript.words))
        case .minutes(let points, 0): self = .taskDoneMinutes(count: .count(points))
        case .minutes(_, let failures): self = .taskDoneMinutesIncomplete(count: .count(failures))
        case .posted(0, 1...): self = .taskDonePostOld
        case .posted(let count, let old):
            self = old > 0 ? .taskDonePostRest(count: .count(count)) : .taskDonePost(count: .count(count))
        case .installed(let model): self = .taskDoneInstall(model: .text(model))
        case .verified(let model, let condition):
            self =
                switch condition {
                case .good: .taskDoneGood(model: .text(model))
                case .changed: .taskDoneChanged(model: .text(model))
                case .unknown: .taskDoneUnknown(model: .text(model))
                case .damaged: .taskDoneDamaged(model: .text(model))
                }
        case .imported(let items): self = NoticeMessage(items).message
        }
    }

    init(_ problem: TaskProblem) {
        switch problem {
        case .exists(let path): self = .taskProblemExists(path: .text(path))
        case .noFolder(let path): self = .taskProblemNoFolder(path: .text(path))
        case .otherFormat(let path, let format):
            self = .taskProblemOtherFormat(path: .text(path), format: .text(format))
        case .insideData(let path): self = .taskProblemInsideData(path: .text(path))
        case .live: self = .taskProblemLive
        case .noRecording: self = .taskProblemNoRecording
        case .recordingMissing(let path): self = .taskProblemRecordingMissing(path: .text(path))
        case .recordingIncomplete(let path): self = .taskProblemRecordingIncomplete(path: .text(path))
        case .busy: self = .taskProblemBusy
        case .recognizer(.noModel(let language, _)):
            self = .taskProblemNoModel(language: .text(language))
        case .recognizer(.failed(let name, let reason)):
            self = .taskProblemRecognizer(name: .text(name), reason: .text(reason))
        case .recognizer(let error): self.init(error)
        case .history(let error): self.init(error)
        case .noRules(let language): self = .taskProblemNoRules(language: .text(language))
        case .noAssistant: self = .taskProblemNoAssistant
        case .noDestination: self = .taskProblemNoDestination
        case .incompleteTranscript(.transcription): self = .taskProblemUntranscribed
        case .incompleteTranscript(.serverWords): self = .taskProblemWordsToCome
        case .incompleteTranscript(.end): self = .taskProblemCanBeResumed
        case .unsent(let posts, let busy):
            let first = posts.first.map { Message($0) } ?? Message(sendingElsewhereTo: busy.first ?? "")
            self = .taskProblemUnsent(count: .count(posts.count + busy.count), state: .phrase(first))
        case .standup(let line), .speakers(let line): self = .noticeProblem(problem: .text(line))
        case .other(let line): self = .noticeProblem(problem: .text(line))
        }
    }
}
