import Assets
import Glibc
import MeetingModel
import StandupSpeech

extension Composition {
    static var whisperModels: WhisperModelFolder {
        WhisperModelFolder(environment: Environment.values(of: ["XDG_DATA_HOME", "HOME"]))
    }

    /// The installed model of voices.
    static func voiceModel() throws(Failure) -> VoiceModel {
        let path = whisperModels.file(of: VoiceModel.setting)
        guard access(path, F_OK) == 0 else {
            throw Failure(
                .unavailable, "the model of voices is not installed; install it with: standup models install voices")
        }
        do throws(WhisperModelError) {
            return try VoiceModel(path: path)
        } catch {
            throw Failure(.unavailable, "\(error)")
        }
    }

    /// What tells voices apart; it cannot be made if the model is not installed.
    static let voiceRecognition = VoiceRecognition(key: VoiceModel.key) { () throws(RecognizerError) in
        let model: VoiceModel
        do throws(Failure) { model = try voiceModel() } catch { throw .unusable(error.message) }
        return try VoiceRecognition(model).make()
    }

    /// The model catalogue: the built-in one, or the one that `STANDUP_MODEL_CATALOGUE` names.
    static func modelCatalogue() throws -> ModelCatalogue {
        let own = Environment["STANDUP_MODEL_CATALOGUE"].flatMap { $0.isEmpty ? nil : $0 }
        let path = try own ?? AssetFolder.locate("Models/catalogue.yaml")
        guard let text = try SmallFile.read(path) else {
            throw Failure(
                .notFound, "the model catalogue \(path) does not exist; set STANDUP_MODEL_CATALOGUE to another file")
        }
        return try ModelCatalogue(yaml: text, path: path)
    }

    /// Installs a model of the catalogue; false if it is already installed, and good.
    static func installModel(
        _ name: String, until stop: InstallationStop = InstallationStop(),
        report: @escaping (ModelInstaller.Event) -> Void
    ) throws -> Bool {
        let catalogue = try modelCatalogue()
        let model = try catalogue.model(named: name)
        let installer = modelInstaller
        if installer.folder.names.contains(name), try installer.verify(name, by: catalogue).condition == .good {
            return false
        }
        try installer.install(model, until: stop, report: report)
        return true
    }

    static var modelInstaller: ModelInstaller {
        let names = ["HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "VIRTUAL_ENV"]
        let pip = ["PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"]
        return ModelInstaller(folder: whisperModels, environment: Environment.values(of: names + pip)) { path in
            // Skip files that cannot be read.
            try? SmallFile.read(path)
        }
    }
}
