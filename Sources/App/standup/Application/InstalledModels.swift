import MeetingHistory
import StandupFeatures
import StandupSpeech

/// The speech models of this machine, for the application.
struct InstalledModels {
    let composition: Composition

    func shelf() throws(TaskProblem) -> SpeechModelShelf {
        do {
            let configuration = composition.configuration
            let documents = try ModelDocument.all(
                of: Composition.modelCatalogue(), Composition.whisperModels, Composition.speechModels)
            let language = configuration.language ?? "en"
            let best = try? RecognizerChoice(flag: nil, language: language, configuration: Configuration())
            return SpeechModelShelf(
                Self.models(documents), recognizer: configuration.value(.recognizer),
                isConfigured: configuration.configured(.recognizer) != nil,
                standard: best.flatMap { $0.problem == nil ? $0.title : nil })
        } catch {
            throw TaskProblem(error)
        }
    }

    /// The models of recognizers, with one row for PocketSphinx: the language of a meeting determines its model.
    private static func models(_ documents: [ModelDocument]) -> [ListedModel] {
        let sphinx = documents.filter { $0.family == "pocketsphinx" }
        let others = documents.filter { !["pocketsphinx", "voices"].contains($0.family) }.map { document in
            ListedModel(
                name: document.name, recognizer: "\(document.family):\(document.name)",
                title: "\(document.family == "whisper" ? "Whisper" : document.family) \(document.name)",
                languages: document.languages, size: document.size,
                state: document.installed ? .installed : document.damaged ? .damaged : .available)
        }
        guard !sphinx.isEmpty else { return others }
        return others + [
            ListedModel(
                name: "pocketsphinx", recognizer: "pocketsphinx", title: "PocketSphinx",
                languages: sphinx.flatMap(\.languages), state: .installed, isManaged: false)
        ]
    }

    func choose(_ recognizer: String?) throws(TaskProblem) {
        if let recognizer, RecognizerChoice.isWhisper(recognizer) {
            let model: WhisperModel
            do throws(WhisperModelError) {
                model = try RecognizerChoice.whisper(recognizer, language: "en")
            } catch {
                throw .other(error.description)
            }
            let program = RecognizerProgram.whisper(model, language: "en")
            guard (try? program.check()) != nil else {
                throw .other("\(program.path) is missing or not executable; build it with: tools/speech")
            }
        }
        composition.preferences.keep(recognizer ?? "", for: .recognizer)
    }

    func remove(_ model: String) throws(TaskProblem) {
        do throws(InstallationError) {
            try Composition.modelInstaller.remove(model)
        } catch {
            throw TaskProblem(error)
        }
        if composition.configuration.remembered(.recognizer) == "whisper:\(model)" {
            composition.preferences.keep("", for: .recognizer)
        }
    }
}
