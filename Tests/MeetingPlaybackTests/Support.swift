import Foundation
import MeetingModel
import Sound
import Testing

let ann = Attendee(id: .init(rawValue: "ann"), name: "Ann")
let ben = Attendee(id: .init(rawValue: "ben"), name: "Ben")
let cleo = Attendee(id: .init(rawValue: "cleo"), name: "Cleo")

/// A meeting of 24 s: Ann speaks for 8 s, Ben for 12 s, Ann for 4 s; Cleo does not.
func meeting(turns: [Turn]? = nil, transcript: [Utterance] = []) -> Meeting {
    Meeting(
        id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily",
        startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: .seconds(24),
        attendees: [ann, ben, cleo].map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(8)) },
        turns: turns ?? [
            Turn(attendee: ann.id, start: .zero, end: .seconds(8)),
            Turn(attendee: ben.id, start: .seconds(8), end: .seconds(20)),
            Turn(attendee: ann.id, start: .seconds(20), end: .seconds(24)),
        ],
        transcript: transcript)
}

/// A file of mono samples, -1 to 1, that is deleted with this value.
final class SoundFile {
    let path = NSTemporaryDirectory() + "standup-playback-\(UUID().uuidString).wav"
    let samples: [Float]

    init(_ samples: [Float], sampleRate: Int) throws {
        self.samples = samples
        let file = try WAVRecording(creating: path, sampleRate: sampleRate)
        try samples.withUnsafeBufferPointer { try file.append($0) }
        try file.finish()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A tone, in Hz.
func sine(_ frequency: Double, seconds: Double, sampleRate: Int) -> [Float] {
    (0..<Int(seconds * Double(sampleRate))).map {
        Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(sampleRate)))
    }
}

/// The frequency of a tone, by how often it crosses zero upwards, in Hz.
func frequency(of samples: ArraySlice<Float>, sampleRate: Int) -> Double {
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * Double(sampleRate) / Double(samples.count)
}
