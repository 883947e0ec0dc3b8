import Glibc
import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting

/// What this process holds in memory during a meeting, in kilobytes: once it has begun, and after each step.
///
/// The meeting has a microphone at 48 kHz, whose frames are read, measured and not kept.
func memoryOfVirtualMeeting(length: Duration, attendees: Int, step: Duration) async throws -> [Int] {
    let clock = ManualClock()
    let silent = silentPlan(length: length, attendees: attendees)
    let plan = MeetingPlan(
        meeting: silent.meeting, standup: silent.standup, input: .systemDefault, output: .systemDefault,
        isRecorded: false)
    let session = try MeetingSession(plan: plan, dependencies: silentDependencies(clock: clock))
    async let started: Void = session.start()
    // The first frame starts the meeting.
    clock.advance(by: .seconds(1))
    try await started
    var resident = [residentMemory()]
    for _ in 0..<Int(length / step) {
        clock.advance(by: step)
        resident.append(residentMemory())
    }
    clock.advance(by: .seconds(1))
    await session.waitUntilEnded()
    return resident
}

/// Resident memory of this process, in kilobytes.
private func residentMemory() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: " ")
    return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024
}
