import Assets
import Foundation
import Sound
import Testing

@Suite struct `Assets of the program` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["Voices/ann.wav", "Voices/demo.wav", "Voices/demo.json"])
    func `are found by the test binary`(name: String) throws {
        let path = try AssetFolder.locate(name)
        let original = packageFolder + "/Assets/" + name
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: original))
    }

    @Test func `are searched beside the program, then in the shared folder, then in the variable's folder`() throws {
        let places = ["bin/standup_Assets.resources", "bin/Assets", "share/standup-assets", "elsewhere"]
        for place in places {
            let voices = folder.file(place) + "/Voices"
            try FileManager.default.createDirectory(atPath: voices, withIntermediateDirectories: true)
            _ = try folder.file(place + "/Voices/ann.wav", [])
        }
        let program = folder.file("bin/standup")
        for place in places {
            let found = try AssetFolder.locate(
                "Voices/ann.wav",
                executable: program,
                variable: folder.file("elsewhere")
            )
            #expect(found == folder.file(place + "/Voices/ann.wav"))
            try FileManager.default.removeItem(atPath: folder.file(place))
        }
        let error = #expect(throws: AssetError.self) {
            try AssetFolder.locate("Voices/ann.wav", executable: program, variable: folder.file("elsewhere"))
        }
        let missing = try #require(error)
        #expect(missing.searched == places.map { folder.file($0) })
        #expect(!missing.description.contains("\n"))
        for place in places { #expect(missing.description.contains(folder.file(place))) }
    }

    @Test(arguments: [nil, ""]) func `ignore an unset or empty variable`(variable: String?) throws {
        let error = #expect(throws: AssetError.self) {
            try AssetFolder.locate("Voices/ann.wav", executable: "/nowhere/bin/standup", variable: variable)
        }
        #expect(try #require(error).searched.count == 3)
    }

    @Test func `hold the voices that their tool makes`() throws {
        try run(packageFolder + "/tools/make-voices", "--check")
    }

    @Test func `hold a demo of three voices within their slots`() throws {
        struct Script: Decodable {
            struct Part: Decodable {
                let name: String
                let file: String
                let slot: Double
                let start: Double
                let end: Double
            }
            let length: Double
            let file: String
            let attendees: [Part]
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: AssetFolder.locate("Voices/demo.json")))
        let script = try JSONDecoder().decode(Script.self, from: json)
        let track = try AudioFileReader(path: AssetFolder.locate("Voices/" + script.file))
        #expect(Double(track.frames) == script.length * Double(track.sampleRate))
        #expect(script.attendees.map(\.name) == ["Ann", "Ben", "Cal"])
        for (number, part) in script.attendees.enumerated() {
            let slot = script.length / 3
            #expect(abs(part.slot - Double(number) * slot) < 0.001)
            #expect(part.start >= part.slot + 0.8)
            #expect(part.end <= part.slot + slot - 0.8)
            let voice = try samples(of: AssetFolder.locate("Voices/" + part.file))
            try track.seek(to: Int64(part.start * 16_000 + 0.5))
            #expect(try difference(track.samples(voice.count), voice) == nil)
            #expect(abs(Double(voice.count) / 16_000 - (part.end - part.start)) < 0.01)
        }
    }
}
