import Foundation
import MeetingTiming
import Testing
import TestSupport

@testable import StandupTesting

/// Each suite names first the promise that a wrong implementation breaks; others may follow from it.
@Suite(.timeLimit(.minutes(10))) struct `A broken promise` {
    @Test(arguments: BrokenClock.Fault.allCases)
    func `of a clock is named`(fault: BrokenClock.Fault) async {
        let clock = BrokenClock(fault: fault)
        let broken = await MeetingClockConformance.check(clock) { instant, _ in
            clock.clock.advance(by: instant - clock.now)
        }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test(arguments: BrokenAudio.Fault.allCases)
    func `of an audio system is named`(fault: BrokenAudio.Fault) async {
        let clock = VirtualClock()
        let broken = await AudioSystemConformance.check(BrokenAudio(fault: fault, clock: clock), clock: clock) {
            clock.advance(by: $0)
        }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test(arguments: BrokenRecordings.Fault.allCases)
    func `of a folder of recordings is named`(fault: BrokenRecordings.Fault) {
        let broken = RecordingFolderConformance.check { BrokenRecordings(fault: fault) }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test(arguments: BrokenRecognizer.Fault.allCases)
    func `of a recognizer is named`(fault: BrokenRecognizer.Fault) {
        let broken = SpeechRecognizerConformance.check { BrokenRecognizer(fault) }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test(arguments: BrokenJournal.Fault.allCases)
    func `of a journal is named`(fault: BrokenJournal.Fault) {
        let broken = MeetingJournalConformance.check {
            BrokenJournal(fault)
        } reopen: {
            ($0 as? BrokenJournal)?.reopened() ?? $0
        }
        #expect(broken.first?.promise == fault.promise.rawValue, "\(broken)")
    }

    @Test func `is found for each promise of each suite`() {
        #expect(Set(BrokenClock.Fault.allCases.map(\.promise)) == Set(MeetingClockConformance.Promise.allCases))
        #expect(Set(BrokenAudio.Fault.allCases.map(\.promise)) == Set(AudioSystemConformance.Promise.allCases))
        #expect(
            Set(BrokenRecordings.Fault.allCases.map(\.promise)) == Set(RecordingFolderConformance.Promise.allCases))
        #expect(
            Set(BrokenRecognizer.Fault.allCases.map(\.promise)) == Set(SpeechRecognizerConformance.Promise.allCases))
        #expect(Set(BrokenJournal.Fault.allCases.map(\.promise)) == Set(MeetingJournalConformance.Promise.allCases))
    }

    @Test func `says what was seen`() {
        let broken = SpeechRecognizerConformance.check { BrokenRecognizer(.isOverconfident) }
        #expect(
            broken.map(\.description) == ["broken promise 'The confidence, 0 to 1.': the confidence 1.1"])
    }

    @Test func `of a recognizer that finds no words in noise is found in speech`() {
        let make = { BrokenRecognizer(.exceedsUtterance, threshold: 10_000) }
        #expect(SpeechRecognizerConformance.check(make) == [])
        let broken = SpeechRecognizerConformance.check(hearing: [Int16](repeating: 10_000, count: 16_000), make)
        #expect(broken.map(\.seen) == ["a word that ends at 16001 in 16000 samples"])
    }
}

/// The sentences of the suites are those of the protocols.
@Suite struct `The promises of a suite` {
    /// The comments of a source file as one line.
    private func documentation(_ file: String) throws -> String {
        let root = #filePath.dropLast("Tests/ConformanceTests/BrokenPromiseTests.swift".count)
        let path = try #require(files(below: root + "Sources").first { $0.hasSuffix("/\(file).swift") })
        return try read(path).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("///") }.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
    }

    @Test(arguments: [
        ("MeetingClock", MeetingClockConformance.Promise.allCases.map(\.rawValue)),
        ("AudioSystem", AudioSystemConformance.Promise.allCases.map(\.rawValue)),
        ("RecordingWriter", RecordingFolderConformance.Promise.allCases.map(\.rawValue)),
        ("SpeechRecognizer", SpeechRecognizerConformance.Promise.allCases.map(\.rawValue)),
        ("MeetingJournal", MeetingJournalConformance.Promise.allCases.map(\.rawValue)),
        ("TeamServer", TeamServerConformance.Promise.allCases.map(\.rawValue)),
    ])
    func `stand in the documentation`(file: String, promises: [String]) throws {
        let others = [
            "AudioSystem": ["PCMPlaybackStream"], "MeetingJournal": ["MeetingChange"], "TeamServer": ["ServerIdentity"],
        ]
        let documentation = try ([file] + (others[file] ?? [])).map(documentation).joined(separator: " ")
        #expect(promises.filter { !documentation.contains($0) } == [])
    }
}
