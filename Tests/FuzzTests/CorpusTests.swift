import Foundation
import Testing

/// Reads the inputs of the fuzzer again: those it starts from, and those it has found.
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    private static func inputs(of target: FuzzTarget) throws -> [URL] {
        try FileManager.default
            .contentsOfDirectory(at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `each target accepts empty input, and has inputs to start from`(target: FuzzTarget) throws {
        try target.read([])
        #expect(try !Self.inputs(of: target).isEmpty)
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every input is read without a fault`(target: FuzzTarget) throws {
        for file in try Self.inputs(of: target) {
            do {
                try target.read(Array(Data(contentsOf: file)))
            } catch {
                Issue.record("\(target.rawValue)/\(file.lastPathComponent): \(error)")
            }
        }
    }

    @Test func `every folder of inputs has a target`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }

    @Test func `a broken promise is a fault`() {
        #expect(throws: Fault.self) { try requireLine("one\ntwo") }
        #expect(throws: Fault.self) { try attempt { try requireLine("\u{1B}[2J") } }
    }
}
