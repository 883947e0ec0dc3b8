import Glibc
import StandupSpeech
import Synchronization
import Testing
import TestSupport

@testable import standup

/// Installs models from local servers.
@Suite(.timeLimit(.minutes(10))) final class ModelInstallerTests: Sendable {
    private let folder: String
    private let models: WhisperModelFolder
    private let model = SmallWhisperModel().bytes
    private let events = Mutex<[ModelInstaller.Event]>([])

    init() throws {
        folder = try makeTemporaryFolder()
        models = WhisperModelFolder(environment: ["XDG_DATA_HOME": folder])
    }

    deinit {
        removeFolder(folder)
    }

    private func installer(index: String = "http://127.0.0.1:1") -> ModelInstaller {
        ModelInstaller(folder: models, environment: ["PIP_INDEX_URL": index, "PIP_CONFIG_FILE": "/dev/null"]) { _ in nil
        }
    }

    private func expected(_ bytes: [UInt8]) throws -> ExpectedFile {
        let path = "\(folder)/summed"
        try write(bytes, to: path)
        let checksum = try #require(Checksum(.sha256, Checksum.digits(.sha256, of: path)))
        return ExpectedFile(size: bytes.count, checksum: checksum)
    }

    private func source(_ addresses: [String], _ bytes: [UInt8]? = nil) throws -> ModelSource {
        let file = try expected(bytes ?? model)
        let download = ModelSource.Download(
            name: "ggml-base.bin", expected: file, addresses: addresses, project: nil)
        return ModelSource(downloads: [download], content: .model, result: file)
    }

    private func entry(_ sources: [ModelSource], name: String = "base", family: String = "whisper") -> CatalogueModel {
        CatalogueModel(
            name: name, family: family, languages: ["en"], licence: "MIT", measured: nil, sources: sources)
    }

    private func install(_ model: CatalogueModel, _ installer: ModelInstaller? = nil) throws {
        try (installer ?? self.installer()).install(model) { event in
            if case .progress = event { return }
            self.events.withLock { $0.append(event) }
        }
    }

    private var reported: [ModelInstaller.Event] { events.withLock { $0 } }
    private var parts: String { "\(models.path)/.base.parts" }

    @Test func `A model is installed, and temporary files are removed`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.model) }
        try install(entry([source([server.base])]))
        #expect(try bytes(of: models.file(of: "base")) == model)
        #expect(models.best(for: "de")?.name == "base")
        #expect(!exists(parts))
        #expect(reported == [.downloads(file: "ggml-base.bin", host: "127.0.0.1")])
    }

    @Test func `A stopped installation keeps what was downloaded, and installs nothing`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.model) }
        let stop = InstallationStop()
        #expect(throws: InstallationError.self) {
            try installer().install(entry([source([server.base])]), until: stop) { event in
                if case .downloads = event { stop.stop() }
            }
        }
        #expect(models.installed().isEmpty && !exists(models.file(of: "base")))
        try install(entry([source([server.base])]))
        #expect(models.installed().map(\.name) == ["base"])
    }

    @Test func `Each failed address is reported, and the next one is tried`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.model) }
        let other = try SpeechServerDouble { _, _ in .bytes(200, self.model.reversed()) }
        let missing = try SpeechServerDouble { _, _ in .answer(404, "") }
        try install(entry([source([missing.base, other.base]), source([server.base])]))
        #expect(models.installed().map(\.name) == ["base"])
        let reasons = reported.compactMap { event in
            if case .failed(_, let reason) = event { reason } else { nil }
        }
        #expect(reasons == ["HTTP status 404", "its checksum does not match the catalogue"])
    }

    @Test func `If all sources fail, nothing is installed and downloads are kept`() throws {
        let server = try SpeechServerDouble { _, number in
            number == 1 ? .bytes(200, Array(self.model[..<900]), length: self.model.count) : .answer(503, "")
        }
        let entry = entry([try source([server.base])])
        #expect(throws: InstallationError.noSource(name: "base")) { try self.install(entry) }
        #expect(models.names == [] && exists(parts))
        let working = try SpeechServerDouble { request, _ in
            let range = "Content-Range: bytes 900-\(self.model.count - 1)/\(self.model.count)"
            return .bytes(206, Array(self.model[900...]), headers: [range])
        }
        try install(self.entry([try source([working.base])]))
        #expect(working.requests.map { $0.headers["range"] } == ["bytes=900-"])
        #expect(models.installed().count == 1 && !exists(parts))
        let nowhere = self.entry([try source(["http://127.0.0.1:1"])], name: "other")
        #expect(throws: InstallationError.noSource(name: "other")) { try self.install(nowhere) }
        #expect(!exists("\(models.path)/.other.parts"))
    }

    @Test func `A model that another program installs is not touched`() throws {
        let other = try InstallationFolder(of: "base", in: models.path)
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.model) }
        let entry = entry([try source([server.base])])
        #expect(throws: InstallationError.busy(name: "base")) { try self.install(entry) }
        #expect(throws: InstallationError.busy(name: "base")) { try self.installer().remove("base") }
        #expect(server.requests.isEmpty)
        try install(self.entry([try source([server.base])], name: "tiny"))
        other.remove()
        try install(entry)
        #expect(models.installed().map(\.name) == ["base", "tiny"])
    }

    @Test func `The lock ends with the installation, also during a fork`() throws {
        var first: InstallationFolder? = try InstallationFolder(of: "base", in: models.path)
        let path = try #require(first?.path)
        // The descriptors of a process between fork and exec.
        let copies = (3..<1024).filter { descriptor in
            var (own, folder) = (stat(), stat())
            return fstat(descriptor, &own) == 0 && stat(path, &folder) == 0 && own.st_ino == folder.st_ino
                && own.st_dev == folder.st_dev
        }.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1)
        first = nil
        _ = try InstallationFolder(of: "base", in: models.path)
    }

    @Test func `Nothing is removed through a symbolic link`() throws {
        let other = "\(folder)/other"
        for path in ["\(folder)/standup-models", models.path, other] { try mustSucceed(mkdir(path, 0o700)) }
        try write("kept", to: other + "/file")
        try mustSucceed(symlink(other, parts))
        #expect(throws: InstallationError.file(path: parts, error: ENOTDIR)) { try self.installer().remove("base") }
        let entry = entry([try source(["http://127.0.0.1:1"])])
        #expect(throws: InstallationError.file(path: parts, error: ENOTDIR)) { try self.install(entry) }
        #expect(try read(other + "/file") == "kept")
    }

    @Test func `A folder removed while waiting for its lock is recreated`() throws {
        let first = try InstallationFolder(of: "base", in: models.path)
        first.remove()
        let second = try InstallationFolder(of: "base", in: models.path)
        #expect(exists(parts))
        #expect(throws: InstallationError.busy(name: "base")) {
            try InstallationFolder(of: "base", in: self.models.path)
        }
        second.remove()
    }

    @Test func `A downloaded file that is not a model is refused`() throws {
        let text = Array("no model".utf8)
        let server = try SpeechServerDouble { _, _ in .bytes(200, text) }
        let entry = entry([try source([server.base], text)])
        let error = #expect(throws: InstallationError.self) { try self.install(entry) }
        #expect(error?.description.contains("not a Whisper model") == true)
        #expect(models.names == [] && !exists(parts))
        #expect(throws: InstallationError.self) { try self.install(self.entry(entry.sources, family: "parakeet")) }
    }

    @Test func `A model that does not fit on the disk is refused before downloading`() throws {
        let server = try SpeechServerDouble { _, _ in .bytes(200, self.model) }
        let sum = try #require(Checksum(.sha256, String(repeating: "0", count: 64)))
        let huge = ExpectedFile(size: 1 << 60, checksum: sum)
        let download = ModelSource.Download(
            name: "ggml-base.bin", expected: huge, addresses: [server.base], project: nil)
        let entry = entry([ModelSource(downloads: [download], content: .model, result: huge)])
        let error = #expect(throws: InstallationError.self) { try self.install(entry) }
        #expect(error?.description.contains("more for the download; free some disk space") == true)
        #expect(server.requests.isEmpty && !exists(parts))
    }

    @Test func `Removing a model removes its downloads`() throws {
        try SmallWhisperModel().install("base", in: models.path)
        try mustSucceed(mkdir(parts, 0o755))
        try write("half", to: "\(parts)/x.part")
        try installer().remove("base")
        #expect(models.names == [] && !exists(parts))
        for name in ["base", "", "..", "../whisper/base", "a/b"] {
            #expect(throws: InstallationError.notInstalled(name: name, folder: models.path)) {
                try self.installer().remove(name)
            }
        }
    }

    @Test func `Verification distinguishes good, changed, damaged and unknown models`() throws {
        let path = try SmallWhisperModel().install("base", in: models.path)
        try SmallWhisperModel().install("own", in: models.path)
        try write(Array(model.dropLast()), to: models.file(of: "half"))
        let catalogue = ModelCatalogue(models: [entry([try source(["http://127.0.0.1:1"])])])
        let installer = installer()
        #expect(try installer.verify("base", by: catalogue).condition == .good)
        #expect(try installer.verify(path, by: catalogue) == (path, .good))
        #expect(try installer.verify("own", by: catalogue).condition == .unknown)
        #expect(try installer.verify("half", by: catalogue).condition == .damaged)
        var changed = model
        changed[changed.count - 1] ^= 1
        try write(changed, to: path)
        #expect(try installer.verify("base", by: catalogue).condition == .changed)
        #expect(throws: InstallationError.notInstalled(name: "small", folder: models.path)) {
            try installer.verify("small", by: catalogue)
        }
    }
}
