import Assets
import Glibc
import ModelInstallation
import WhisperModels

extension Composition {
    /// The Whisper models of this machine.
    static var whisperModels: WhisperModelFolder {
        WhisperModelFolder(environment: Environment.values(of: ["XDG_DATA_HOME", "HOME"]))
    }

    /// The catalogue of models: the program's own, or the one that `STANDUP_MODEL_CATALOGUE` names.
    static func modelCatalogue() throws -> ModelCatalogue {
        let own = Environment["STANDUP_MODEL_CATALOGUE"].flatMap { $0.isEmpty ? nil : $0 }
        let path = try own ?? AssetFolder.locate("Models/catalogue.yaml")
        guard let text = try SmallFile.read(path) else {
            throw Failure(.notFound, "no catalogue of models, \(path), set STANDUP_MODEL_CATALOGUE to an existing file")
        }
        return try ModelCatalogue(yaml: text, path: path)
    }

    /// Installs models into this machine's folder of models.
    static var modelInstaller: ModelInstaller {
        let names = ["HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "VIRTUAL_ENV"]
        let pip = ["PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX"]
        return ModelInstaller(folder: whisperModels, environment: Environment.values(of: names + pip)) { path in
            // Files that cannot be read are skipped.
            try? SmallFile.read(path)
        }
    }
}

extension Failure.Code {
    /// The code of an error of installing a model.
    init(_ error: InstallationError) {
        self =
            switch error {
            case .unknown, .notInstalled, .noFile: .notFound
            case .file, .noRoom: .cannotWrite
            case .noSource, .source: .unavailable
            case .catalogue, .busy, .noLibrary, .unusable: .failed
            }
    }
}
