import Glibc
import WhisperModels

extension ModelInstaller {
    /// What a verification finds.
    package enum Condition: String, Hashable, Sendable, Codable {
        /// Its checksum matches the catalogue.
        case good
        /// It is a complete model that is not in the catalogue.
        case unknown
        /// It is a complete model, but not the one of its name in the catalogue.
        case changed
        /// It is not a complete model.
        case damaged
    }

    /// Reads an installed model, or one in a file, to its end, and compares it with the catalogue.
    package func verify(
        _ name: String, by catalogue: ModelCatalogue
    ) throws(InstallationError) -> (path: String, condition: Condition) {
        let isFile = name.contains("/")
        let path = isFile ? name : folder.file(of: name)
        // A file of the user's own may have any name.
        guard isFile ? access(path, F_OK) == 0 : folder.names.contains(name) else {
            throw isFile ? .noFile(path: path) : .notInstalled(name: name, folder: folder.path)
        }
        let model: WhisperModel
        do {
            model = try WhisperModel(path: path)
        } catch {
            return (path, .damaged)
        }
        let known = catalogue.models.first { $0.name == model.name }
        let candidates = known?.sources.map(\.result).filter { $0.size == model.size } ?? []
        for candidate in candidates where try candidate.checksum.matches(path) { return (path, .good) }
        return (path, known == nil || isFile ? .unknown : .changed)
    }
}
