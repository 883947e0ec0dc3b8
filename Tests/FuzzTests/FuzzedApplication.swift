import Localization
import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures
import StandupTerminal
import TestSupport

@testable import standup

/// The application on a history, from a place on, without a terminal and without time.
struct FuzzedApplication {
    private var application: StandupApplication
    private let backend: FixedBackend

    /// The application at a place, after all its loading.
    init(at place: Place?, drafts: SavedDrafts = SavedDrafts(), in store: any MeetingStore) throws {
        backend = Self.backend(of: store)
        application = StandupApplication(place: place, drafts: drafts, seed: 7)
        let effects = application.receive(.historyOpened)
        try perform(effects)
    }

    /// Presses a key.
    mutating func press(_ key: Key) throws {
        guard let command = application.command(for: key, on: application.screen(Self.localizer)) else { return }
        let effects = application.perform(command)
        try perform(effects)
    }

    /// Draws the screen, and requires that it has no control character.
    func draw() throws {
        let screen = application.screen(Self.localizer)
        _ = try JSONOutput.text(of: screen)
        for size in [Size(columns: 80, rows: 24), Size.smallest] {
            let canvas = ScreenDrawing.draw(screen, size: size)
            try requireLine(String(canvas.cells.map(\.character)))
        }
    }

    private mutating func perform(_ effects: [Effect]) throws {
        var rest = effects[...]
        var done = 0
        while let effect = rest.popFirst() {
            done += 1
            try require(done < 100, "no end of effects, such as \(effect)")
            var outcome: Outcome?
            do throws(HistoryError) {
                outcome = try effect.outcome(from: backend)
            } catch {
                outcome = .historyFailed(error)
            }
            if case .play(let request) = effect, let player = Self.player(of: request) {
                outcome = .player(request.meeting.id, .playing(player))
            }
            if case .begin(let task) = effect { outcome = .taskEnded(task, .success(nil)) }
            if let outcome { rest += application.receive(outcome) }
        }
    }

    /// The backend of a history: each path with `.wav` is a recording, each other a folder.
    private static func backend(of store: any MeetingStore) -> FixedBackend {
        var backend = FixedBackend(store, now: Timestamp(nanosecondsSince1970: 1_770_000_000_000_000_000))
        (backend.folders, backend.title) = (Folders(), nil)
        return backend
    }

    private struct Folders: FolderReader {
        var start: String { "~" }

        func find(_ path: String, in folder: String) -> FoundPath {
            let whole = FilePath.absolute(path, in: folder, home: "/home")
            guard !whole.hasSuffix(".wav") else { return .file(whole) }
            let names = ["two\nlines.wav", "\u{1B}[31m.wav", ".hidden.csv", "\u{5E9}.json", "10.wav", "9.wav"]
            return .folder(
                FolderListing(
                    path: whole,
                    entries: names.map { .init($0, .file) } + [.init("e\u{301}", .folder), .init("x.wav", .brokenLink)])
            )
        }
    }

    private static func player(of request: PlaybackRequest) -> Player? {
        guard let recording = request.meeting.recording else { return nil }
        return try? Player(
            request.meeting, frames: recording.frames, sampleRate: recording.sampleRate, speaker: request.speaker,
            from: request.start, speed: request.speed)
    }

    private static let localizer: Localizer = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        do {
            let folder = try CatalogueFolder(path: "/\(root)/Assets/Catalogues")
            return Localizer(catalogues: [try folder.catalogue(of: .english)], zone: .fixed(secondsFromUTC: 0))
        } catch {
            fatalError("\(error)")
        }
    }()
}
