import MeetingHistory
import StandupSpeech

/// A model that is installed or can be installed, as `standup models --json` prints it.
struct ModelDocument: Encodable {
    let name: String
    /// The engine.
    let family: String
    /// The supported languages, as BCP 47 tags.
    let languages: [String]
    /// The size in bytes; nil if the model consists of many files.
    @Nullable var size: Int?
    /// The SPDX identifier of the licence; nil if unknown.
    @Nullable var license: String?
    /// The word error rate in English, in percent; nil if not measured.
    @Nullable var wordErrors: Double?
    /// The minimum and maximum CPU seconds per second of sound; nil if not measured.
    @Nullable var cpu: [Double]?
    /// Whether the model is installed and complete.
    let installed: Bool
    /// Whether the file exists but is not a complete model.
    let damaged: Bool
    /// The file or folder; nil if there is none.
    @Nullable var path: String?
}

extension ModelDocument {
    /// The models of the catalogue, other installed models, and those of PocketSphinx.
    static func all(
        of catalogue: ModelCatalogue, _ folder: WhisperModelFolder, _ pocketSphinx: SpeechModels
    ) -> [ModelDocument] {
        let names = folder.names
        // Two file names with different bytes may be equal as strings (canonical equivalence).
        let files = Dictionary(
            names.map { ($0, try? CompleteModel(path: folder.file(of: $0))) },
            uniquingKeysWith: { first, _ in first })
        let known = catalogue.models.map { model in
            let file = files[model.name]
            let complete = file?.flatMap { $0.family == model.family ? $0 : nil }
            return ModelDocument(
                name: model.name, family: model.family, languages: model.languages, size: complete?.size ?? model.size,
                license: model.licence, wordErrors: model.measured?.wordErrors, cpu: model.measured?.cpu,
                installed: complete != nil, damaged: file != nil && complete == nil,
                path: file == nil ? nil : folder.file(of: model.name))
        }
        let others = names.filter { name in !catalogue.models.contains { $0.name == name } }.map { name in
            let file = files[name].flatMap { $0 }
            return ModelDocument(
                name: name, family: file?.family ?? "whisper", languages: languages(of: file), size: file?.size,
                license: nil, wordErrors: nil, cpu: nil, installed: file != nil,
                damaged: file == nil, path: folder.file(of: name))
        }
        return known + others + pocketSphinx.installed().map(ModelDocument.init)
    }

    private init(_ model: SpeechModel) {
        let isEnglish = model.language == "en-us"
        self.init(
            name: model.language, family: "pocketsphinx", languages: [model.language], size: nil, license: nil,
            wordErrors: isEnglish ? 32 : nil, cpu: isEnglish ? [0.26, 0.44] : nil, installed: true,
            damaged: false, path: String(model.acousticModel.dropLast(model.language.utf8.count + 1)))
    }

    private static func languages(of model: CompleteModel?) -> [String] {
        guard case .whisper(let model)? = model else { return [] }
        return WhisperLanguage.all.map(\.code).filter(model.supports)
    }

    /// The model's row in the table.
    var cells: [String] {
        let shown = languages.count > 3 ? "\(languages.count) languages" : languages.joined(separator: ", ")
        return [
            name, family, shown, size.map(InstallationError.megabytes) ?? "", license ?? "",
            wordErrors.map { "\($0) %" } ?? "", cpu.map { $0.map { "\($0)" }.joined(separator: "-") } ?? "",
            installed ? "installed" : damaged ? "damaged" : "",
        ]
    }
}
