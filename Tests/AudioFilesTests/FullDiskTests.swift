import Foundation
import MeetingModel
import Sound
import Testing

@Suite struct `A full disk` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.timeLimit(.minutes(10))) func `keeps what was written, and a later append succeeds`() async throws {
        let path = folder.file("meeting.wav")
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            // The limit falls within a sample of the second append, far from its start.
            limitFileSize(to: 80 + 25_345 * 2 + 1)
            let recording = try WAVRecording(creating: path, sampleRate: 48_000)
            try recording.append(patternFloats(0..<10_000))
            for _ in 0..<2 {
                #expect(throws: AudioError.refused(path, by: EFBIG)) {
                    try recording.append(patternFloats(10_000..<30_000))
                }
                #expect(recording.frames == 10_000)
                #expect(try difference(samples(of: path), patternSamples(0..<10_000)) == nil)
                #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
            }
            limitFileSize(to: 10_000)
            #expect(throws: AudioError.refused(path + ".copy", by: EFBIG)) {
                try AudioExport.write(of: path, to: path + ".copy", format: .wav)
            }
            limitFileSize(to: rlim_t(Int32.max))
            try recording.append(patternFloats(10_000..<30_000))
            try recording.finish()
            #expect(try difference(recording.samples(count: 40_000), patternSamples(0..<30_000)) == nil)
        }
        #expect(try difference(samples(of: path), patternSamples(0..<30_000)) == nil)
        #expect(try framesForOthers(path) == [30_000, 30_000])
        #expect(try folder.names == ["meeting.wav"])
    }

    @Test(.enabled(if: canMount), .timeLimit(.minutes(10)))
    func `on a real file system keeps what was written`() async throws {
        let mount = folder.path
        await #expect(processExitsWith: .success) { [mount = mount as String] in
            try mountSmallDisk(at: mount)
            let path = mount + "/meeting.wav"
            let filler = mount + "/filler"
            #expect(FileManager.default.createFile(atPath: filler, contents: Data(count: 60_000)))
            let recording = try WAVRecording(creating: path, sampleRate: 48_000)
            let full = AudioError.refused(path, by: ENOSPC)
            var end: Int64 = 0
            #expect(throws: full) {
                while true {
                    try recording.append(patternFloats(end..<end + 960))
                    end += 960
                }
            }
            #expect(end >= 960)
            #expect(recording.frames == end)
            #expect(try difference(samples(of: path), patternSamples(0..<end)) == nil)
            #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
            // Operations that need a new file fail too, and leave nothing.
            #expect(throws: AudioError.refused(mount + "/copy.wav", by: ENOSPC)) {
                try AudioExport.write(of: path, to: mount + "/copy.wav", format: .wav)
            }
            #expect(throws: AudioError.self) { try WAVRecording(creating: mount + "/b.wav", sampleRate: 48_000) }
            let names = try FileManager.default.contentsOfDirectory(atPath: mount).sorted()
            #expect(names == ["filler", "meeting.wav"])

            try FileManager.default.removeItem(atPath: filler)
            try recording.append(patternFloats(end..<end + 960))
            try recording.finish()
            #expect(try difference(samples(of: path), patternSamples(0..<end + 960)) == nil)
        }
    }
}

func limitFileSize(to bytes: rlim_t) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Whether this user may mount; root without capabilities, as in many containers, may not.
private let canMount = (try? run("unshare", "-m", "true")) != nil

/// Mounts a disk of 96 KiB in a private namespace, so that it disappears with the process.
private func mountSmallDisk(at path: String) throws {
    typealias Unshare = @convention(c) (Int32) -> Int32
    typealias Mount =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
        ) -> Int32
    // GNU extensions, which Swift's C library module does not import.
    let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
    let mount = unsafeBitCast(try #require(dlsym(nil, "mount")), to: Mount.self)
    let (newNamespace, recursive, isPrivate): (Int32, UInt, UInt) = (0x20000, 0x4000, 0x40000)
    try #require(unshare(newNamespace) == 0)
    try #require(mount("none", "/", nil, recursive | isPrivate, nil) == 0)
    try #require("size=96k".withCString { mount("none", path, "tmpfs", 0, $0) } == 0)
}
