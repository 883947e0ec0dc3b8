import MeetingModel
import StandupFeatures
import StandupSpeech

/// This machine's recognizers; a flag or the configuration selects one.
struct InstalledRecognizers: RecognizerChooser {
    let composition: Composition
    /// The recognizer that the command's flag names.
    var flag: String?

    private var configuration: Configuration { composition.configuration }

    func choice(for language: String) -> RecognizerAvailability {
        let choice: RecognizerChoice
        do throws(Failure) {
            choice = try RecognizerChoice(flag: flag, language: language, configuration: configuration)
        } catch {
            return RecognizerAvailability(
                name: configuration.value(.recognizer, flag: flag), problem: .unusable(error.message))
        }
        if let server = choice.server {
            return RecognizerAvailability(
                name: server.name, source: choice.source, understood: choice.understood,
                sentTo: server.address.isLoopback ? nil : server.address.text)
        }
        guard choice.source != nil else { return RecognizerAvailability() }
        return RecognizerAvailability(
            name: choice.title, source: choice.source, understood: choice.understood, problem: choice.problem)
    }

    func offer(for language: String) -> TranscriptionOffer {
        var offered = whisper + pocketSphinx
        guard let choice = try? RecognizerChoice(flag: flag, language: language, configuration: configuration),
            choice.segments != nil, choice.problem == nil, choice.substitution == nil
        else { return TranscriptionOffer(offered) }
        var standard = choice.name
        if let server = choice.server {
            offered.append(
                OfferedRecognizer(
                    name: standard, title: server.name, languages: WhisperLanguage.all.map(\.code),
                    sentTo: server.address.isLoopback ? nil : server.address.text))
        } else if let model = choice.whisper {
            // The name of a model file is its path.
            if standard == "whisper" { standard = "whisper:" + model.name }
            if !offered.contains(where: { $0.name == standard }) {
                offered.append(OfferedRecognizer(model, named: standard))
            }
        }
        return TranscriptionOffer(offered, standard: standard)
    }

    private var whisper: [OfferedRecognizer] {
        Composition.whisperModels.installed().filter { model in
            (try? RecognizerProgram.whisper(model, language: "en").check()) != nil
        }.map { OfferedRecognizer($0, named: "whisper:" + $0.name) }
    }

    private var pocketSphinx: [OfferedRecognizer] {
        let models = Composition.speechModels.installed().filter { model in
            (try? RecognizerProgram.pocketSphinx(model).check()) != nil
        }
        guard !models.isEmpty else { return [] }
        return [OfferedRecognizer(name: "pocketsphinx", title: "PocketSphinx", languages: models.map(\.language))]
    }
}

extension OfferedRecognizer {
    init(_ model: WhisperModel, named name: String) {
        self.init(
            name: name, title: "Whisper \(model.name)",
            languages: WhisperLanguage.all.map(\.code).filter(model.supports))
    }
}
