package import Localization
import MeetingModel

/// The import of a file: the choice of the file, then of what to make of it.
package struct FileImport: Feature {
    /// The standup whose page it was opened from; nil for the list.
    let standup: Standup.ID?
    private(set) var standups: [Standup]
    /// The choice of the file.
    private(set) var chooser = FileChooser(for: .meetings)
    /// The choices for the file; nil until it has been chosen.
    package private(set) var form: ImportForm?
    /// The choice of the file that says who spoke when, while it is open.
    private(set) var speakers: FileChooser?
    /// The path of the file whose content is being read.
    private(set) var inspected: String?
    private(set) var problem: TaskProblem?
    private(set) var begun: ImportRequest?
    /// Whether to open the choice of the speakers' file once the form is there.
    private var opensSpeakers = false

    init(into standup: Standup.ID?, of standups: [Standup]) {
        self.standup = standup
        self.standups = standups
    }

    /// The effects that open a folder, or the one used last, and a file in it.
    mutating func firstEffects(folder: String? = nil, file: String? = nil, dialog: ImportDialog? = nil) -> [Effect] {
        opensSpeakers = dialog == .speakers
        var effects: [Effect] = [find(chooser.open(folder), in: "/")]
        if let file {
            let path = file.hasPrefix("/") ? file : FilePath.entry(file, of: folder ?? "/")
            effects.append(inspect(path))
        }
        return effects
    }

    private mutating func inspect(_ path: String) -> Effect {
        inspected = path
        problem = nil
        return call(on: .files) {
            $0.chooseForImport(path)
        } then: {
            $0.show($1, of: path)
        }
    }

    private func find(_ path: String?, in folder: String) -> Effect {
        call(on: .files) {
            $0.find(path, in: folder)
        } then: {
            $0.show($1, for: path)
        }
    }

    func isAwaiting(_ task: BackgroundTask) -> Bool { begun.map { .importFile($0) == task } ?? false }

    // MARK: Commands

    package mutating func perform(_ command: Command) -> Reply {
        if command == .quit { return Reply(request: .quit) }
        problem = nil
        if var chooser = speakers {
            let action = chooser.perform(command)
            speakers = action == .close ? nil : chooser
            if case .find(let path)? = action { return Reply([find(path, in: chooser.folder)]) }
            return Reply()
        }
        if form != nil { return performInForm(command) }
        switch chooser.perform(command) {
        case .close?:
            guard inspected != nil else { return Reply(request: .close) }
            inspected = nil
            return Reply()
        case .find(let path)?: return Reply([find(path, in: chooser.folder)])
        case nil: return Reply()
        }
    }

    private mutating func performInForm(_ command: Command) -> Reply {
        switch form?.perform(command) {
        case .close?:
            form = nil
            return Reply()
        case .chooseSpeakers?: return Reply(openSpeakers())
        case .begin(let request)?:
            begun = request
            return Reply([.begin(.importFile(request))])
        case nil: return Reply()
        }
    }

    private mutating func openSpeakers() -> [Effect] {
        guard let form else { return [] }
        var chooser = FileChooser(for: .speakers)
        let folder = chooser.open(FilePath.parent(of: form.speakers ?? form.candidate.path))
        speakers = chooser
        return [find(folder, in: "/")]
    }

    // MARK: Outcomes

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .standups(let standups, _, _, _):
            self.standups = standups
            form?.take(standups)
        case .taskEnded(.importFile(let request), let result) where request == begun:
            return take(result, of: request)
        default: break
        }
        return Reply()
    }

    private mutating func show(_ result: Result<ImportCandidate, TaskProblem>, of path: String) -> Reply {
        guard path == inspected else { return Reply() }
        inspected = nil
        switch result {
        case .success(let candidate):
            form = ImportForm(candidate, into: standup, of: standups)
            if opensSpeakers, candidate.recording != nil { return Reply(openSpeakers()) }
        case .failure(let problem): self.problem = problem
        }
        return Reply()
    }

    private mutating func show(_ result: Result<FoundPath, FolderProblem>, for path: String?) -> Reply {
        if let file = speakers?.take(result, for: path) {
            form?.take(speakers: file)
            speakers = nil
        } else if let file = chooser.take(result, for: path) {
            return Reply([inspect(file)])
        }
        return Reply()
    }

    private mutating func take(_ result: Result<TaskResult?, TaskProblem>, of request: ImportRequest) -> Reply {
        begun = nil
        switch result {
        case .success(.imported(let items)?):
            guard !items.isEmpty else {
                form?.take(known: items)
                return Reply()
            }
            let transcribes = request.recording?.transcription == .now && items.single?.isToBeTranscribed == true
            return Reply(request: .imported(items, transcribes: transcribes))
        case .failure(let problem): form?.take(problem)
        // Broken off.
        case .success: break
        }
        return Reply()
    }

    // MARK: The place

    package var context: KeyContext {
        if speakers != nil || form == nil { return .files }
        return form?.fields.contains(form?.focus ?? .speakers) == true && form?.focus.isText == true
            ? .importText : .importForm
    }

    package func route(from parent: Place.Route?) -> Place.Route {
        let path = form?.candidate.path ?? inspected
        let folder = chooser.listing?.path ?? path.flatMap { FilePath.parent(of: $0) }
        let file = path.map { FilePath.parent(of: $0) == folder ? FilePath.name(of: $0) : $0 }
        return .importing(
            standup: standup?.rawValue, folder: folder, file: file, dialog: speakers == nil ? nil : .speakers)
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
