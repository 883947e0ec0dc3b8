import ArgumentParser
import Glibc
import MeetingHistory
import ProgramSupport
import StandupFeatures
import Testing

@testable import standup

/// What the application keeps in the data folder from one start to the next.
@Suite(.timeLimit(.minutes(10)))
struct `The memory of the application` {
    private let program: Program
    private let folder: DataFolder

    init() throws {
        program = try Program()
        folder = DataFolder(path: program.data)
        try folder.create()
    }

    private func memory(_ values: [standup.Configuration.Key: String] = [:]) -> FileMemory {
        FileMemory(folder: folder, configuration: standup.Configuration(values))
    }

    @Test func `what is kept is there at the next start, for the user's eyes only`() throws {
        let first = memory()
        #expect(MemoryKey.allCases.map(first.value) == [nil, nil, nil, nil])
        first.keep("standup/Daily/edit?focus=attendee:2", for: .place)
        first.keep(#"{"": 1}"#, for: .drafts)
        first.keep("Desk", for: .input)
        first.keep("Room", for: .output)
        let next = memory()
        #expect(
            MemoryKey.allCases.map(next.value) == ["standup/Daily/edit?focus=attendee:2", #"{"": 1}"#, "Desk", "Room"])
        #expect(names(in: program.data + "/remembered") == ["drafts", "input", "output", "place"])
        for name in ["", "/place"] {
            var status = stat()
            #expect(stat(program.data + "/remembered" + name, &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
    }

    @Test func `a device that is configured goes before one that is remembered, what is chosen now before both`() {
        memory().keep("Desk", for: .input)
        let configured = memory([.input: "none"])
        #expect(configured.value(.input) == "none")
        configured.keep("Phone", for: .input)
        #expect(configured.value(.input) == "Phone")
        #expect(memory().value(.input) == "Phone")
    }

    @Test func `what another process has kept since is read`() {
        let (first, second) = (memory(), memory())
        first.keep("1", for: .drafts)
        second.keep("2", for: .drafts)
        #expect(first.value(.drafts) == "2")
    }

    @Test func `the application opens where it was left, and at the list if that cannot be read`() throws {
        let memory = memory()
        #expect(try FullScreen.place(nil, memory: memory) == nil)
        memory.keep("standup/Daily/edit?focus=attendee:2", for: .place)
        #expect(try FullScreen.place(nil, memory: memory) == .edit("Daily", focus: .attendee(2)))
        #expect(try FullScreen.place("devices", memory: memory) == .devices)
        memory.keep("nowhere", for: .place)
        #expect(try FullScreen.place(nil, memory: memory) == nil)
    }

    @Test func `what cannot be kept is lost, and nothing else happens`() {
        removeFolder(program.data)
        let memory = memory()
        memory.keep("Desk", for: .input)
        #expect(memory.value(.input) == "Desk", "it counts as long as the application is open")
        #expect(self.memory().value(.input) == nil)
    }

    @Test func `for one meeting the devices that a command names count, until others are chosen`() throws {
        let memory = memory([.input: "usb"])
        let ordered = OrderMemory(memory, sound: try SoundOptions.parse(["--input", "silence"]))
        #expect(ordered.value(.input) == "silence" && ordered.value(.output) == nil)
        #expect(memory.value(.input) == "usb")
        ordered.keep("desk", for: .input)
        #expect(ordered.value(.input) == "desk" && memory.value(.input) == "desk")
    }

    @Test func `after one meeting the application opens where it was left`() throws {
        memory().keep("devices", for: .place)
        let ordered = OrderMemory(memory(), sound: try SoundOptions.parse([]))
        ordered.keep("standup/Daily/record", for: .place)
        #expect(memory().value(.place) == "devices")
    }
}
