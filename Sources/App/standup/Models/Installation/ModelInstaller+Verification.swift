import Glibc
import StandupSpeech

extension ModelInstaller {
    /// The result of a verification.
    package enum Condition: String, Hashable, Sendable, Codable {
        /// The checksum matches the catalogue.
        case good
        /// A complete model that is not in the catalogue.
        case unknown
        /// A complete model that differs from the catalogue's model with that name.
        case changed
        /// Not a complete model.
        case damaged
    }

    /// Reads an installed model, or a model file, and compares it with the catalogue.
    package func verify(
        _ name: String, by catalogue: ModelCatalogue
    ) throws(InstallationError) -> (path: String, condition: Condition) {
        let isFile = name.contains("/")
        let path = isFile ? name : folder.file(of: name)
        // A user's file may have any name.
        guard isFile ? access(path, F_OK) == 0 : folder.names.contains(name) else {
            throw isFile ? .noFile(path: path) : .notInstalled(name: name, folder: folder.path)
        }
        let model: CompleteModel
        do {
            model = try CompleteModel(path: path)
        } catch {
            return (path, .damaged)
        }
        let known = catalogue.models.first { $0.name == model.name }
        let candidates = known?.sources.map(\.result).filter { $0.size == model.size } ?? []
        for candidate in candidates where try candidate.checksum.matches(path) { return (path, .good) }
        return (path, known == nil || isFile ? .unknown : .changed)
    }
}
