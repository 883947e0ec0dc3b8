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
            ? localizer("task.stopping") : progress?.detail.map { Message($0).text(localizer) } ?? ""
        let percent = progress?.percent.map {
            localizer("task.percent", ["percent": .number(Double($0), fractionDigits: 0)])
        }
        return TaskScreen(
            title: Message(task).text(localizer), fraction: progress?.fraction, percent: percent ?? "",
            detail: detail, isInFront: isInFront, hint: isInFront ? "" : localizer("task.hint"))
    }
}

// Tasks, their progress and their ends as catalogue messages.

extension Message {
    init(_ task: BackgroundTask) {
        switch task {
        case .export(let request): self.init("task.export", ["name": .text(request.name)])
        case .exportMeetings(let request): self.init("task.export", ["name": .text(request.title)])
        case .transcribe(let request): self.init("task.transcribe", ["recognizer": .text(request.title)])
        case .minutes(let request): self.init(request.byAssistant ? "task.ask-assistant" : "task.minutes")
        case .post: self.init("task.post")
        case .install(let model): self.init("task.install", ["model": .text(model)])
        case .verify(let model): self.init("task.verify", ["model": .text(model)])
        case .importFile(let request):
            self.init("task.import", ["name": .text(String(request.path.split(separator: "/").last ?? ""))])
        }
    }

    init(_ detail: TaskProgress.Detail) {
        switch detail {
        case .remaining(let duration): self.init("task.remaining", ["duration": .duration(duration)])
        case .downloads(let file, let host): self.init("task.downloads", ["file": .text(file), "host": .text(host)])
        case .sourceFailed(let source, let reason):
            self.init("task.source-failed", ["source": .text(source), "reason": .text(reason)])
        case .converts: self.init("task.converts")
        }
    }

    /// What has become of the work of a task that was broken off.
    init(brokenOff task: BackgroundTask) {
        switch task {
        case .export, .exportMeetings: self.init("export.cancelled")
        case .transcribe: self.init("task.stopped.transcribe")
        case .minutes: self.init("task.stopped.minutes")
        case .post: self.init("task.stopped.post")
        case .install: self.init("task.stopped.install")
        case .verify: self.init("task.stopped.verify")
        case .importFile: self.init("task.stopped.import")
        }
    }

    init(_ result: TaskResult) {
        switch result {
        case .exported(let path): self.init("export.done", ["path": .text(DisplayText(path).description)])
        case .exportedMeetings(let made):
            let key: TextKey =
                made.count < made.total
                ? "export.several.stopped" : made.skipped > 0 ? "export.several.skipped" : "export.several.done"
            self.init(
                key,
                [
                    "count": .count(made.count), "total": .count(made.total), "skipped": .count(made.skipped),
                    "path": .text(DisplayText(made.folder).description),
                ])
        case .transcribed(_, nil): self.init("task.done.no-words")
        case .transcribed(_, let transcript?):
            self.init(
                "task.done.transcript",
                [
                    "number": .number(Double(transcript.number), fractionDigits: 0),
                    "recognizer": .text(transcript.recognizer), "count": .count(transcript.words),
                ])
        case .minutes(let points, 0): self.init("task.done.minutes", ["count": .count(points)])
        case .minutes(_, let failures): self.init("task.done.minutes-incomplete", ["count": .count(failures)])
        case .posted(0, 1...): self.init("task.done.post-old")
        case .posted(let count, let old):
            self.init(old > 0 ? "task.done.post-rest" : "task.done.post", ["count": .count(count)])
        case .installed(let model): self.init("task.done.install", ["model": .text(model)])
        case .verified(let model, let condition):
            let key: TextKey =
                switch condition {
                case .good: "task.done.good"
                case .changed: "task.done.changed"
                case .unknown: "task.done.unknown"
                case .damaged: "task.done.damaged"
                }
            self.init(key, ["model": .text(model)])
        case .imported(let items): self = NoticeMessage(items).message
        }
    }

    init(_ problem: TaskProblem) {
        switch problem {
        case .exists(let path): self.init("task.problem.exists", ["path": .text(path)])
        case .noFolder(let path): self.init("task.problem.no-folder", ["path": .text(path)])
        case .otherFormat(let path, let format):
            self.init("task.problem.other-format", ["path": .text(path), "format": .text(format)])
        case .insideData(let path): self.init("task.problem.inside-data", ["path": .text(path)])
        case .live: self.init("task.problem.live")
        case .noRecording: self.init("task.problem.no-recording")
        case .recordingMissing(let path): self.init("task.problem.recording-missing", ["path": .text(path)])
        case .recordingIncomplete(let path): self.init("task.problem.recording-incomplete", ["path": .text(path)])
        case .busy: self.init("task.problem.busy")
        case .recognizer(.noModel(let language, _)):
            self.init("task.problem.no-model", ["language": .text(language)])
        case .recognizer(.failed(let name, let reason)):
            self.init("task.problem.recognizer", ["name": .text(name), "reason": .text(reason)])
        case .recognizer(let error): self.init(error)
        case .history(let error): self.init(error)
        case .noRules(let language): self.init("task.problem.no-rules", ["language": .text(language)])
        case .noAssistant: self.init("task.problem.no-assistant")
        case .noDestination: self.init("task.problem.no-destination")
        case .incompleteTranscript(.transcription): self.init("task.problem.untranscribed")
        case .incompleteTranscript(.serverWords): self.init("task.problem.words-to-come")
        case .incompleteTranscript(.end): self.init("task.problem.can-be-resumed")
        case .unsent(let posts, let busy):
            let first = posts.first.map { Message($0) } ?? Message(sendingElsewhereTo: busy.first ?? "")
            self.init(
                "task.problem.unsent",
                ["count": .count(posts.count + busy.count), "state": .phrase(first.key, first.substitutions)])
        case .standup(let line), .speakers(let line): self.init("notice.problem", ["problem": .text(line)])
        case .other(let line): self.init("notice.problem", ["problem": .text(line)])
        }
    }
}
