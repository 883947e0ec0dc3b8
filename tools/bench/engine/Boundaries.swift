import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Synchronization

/// Boundaries at equal distances.
struct Schedule {
    let count: Int
    let interval: Duration
}

/// How late a meeting's observer hears of each change of speaker.
func latenessOfMeeting(_ schedule: Schedule) async throws -> [Duration] {
    let clock = SystemClock()
    let lateness = Mutex<[Duration]>([])
    let start = Mutex<Duration?>(nil)
    let sessionBox = Mutex<MeetingSession?>(nil)
    // One attendee more than there are boundaries: the end of the last slot is no change of speaker.
    let plan = silentPlan(length: schedule.interval * (schedule.count + 1), attendees: schedule.count + 1)
    let session = try MeetingSession(plan: plan, dependencies: silentDependencies(clock: clock)) { event in
        guard case .turnStarted(_, _, let index, let slot) = event.kind else { return }
        let now = clock.now
        if index == 0 {
            let end = sessionBox.withLock { $0 }?.status.timer.nextSlotEnd
            start.withLock { $0 = end.map { $0 - slot } }
        } else if let start = start.withLock({ $0 }) {
            lateness.withLock { $0.append(now - start - event.at) }
        }
    }
    sessionBox.withLock { $0 = session }
    try await session.start()
    await session.waitUntilEnded()
    sessionBox.withLock { $0 = nil }
    return lateness.withLock { $0 }
}

/// How late a task wakes that sleeps until each boundary; those that pass while it is late it leaves out.
func latenessOfSleep(_ schedule: Schedule) async throws -> [Duration] {
    let start = ContinuousClock.now
    var lateness: [Duration] = []
    var number = 1
    while number <= schedule.count {
        let deadline = start + schedule.interval * number
        try await Task.sleep(until: deadline, tolerance: .zero)
        lateness.append(.now - deadline)
        number = max(number + 1, Int((.now - start) / schedule.interval) + 1)
    }
    return lateness
}

/// How late a task wakes that sleeps for the interval, again and again: what counting ticks comes to.
func latenessOfRelativeSleep(_ schedule: Schedule) async throws -> [Duration] {
    let start = ContinuousClock.now
    var lateness: [Duration] = []
    for number in 1...schedule.count {
        try await Task.sleep(for: schedule.interval, tolerance: .zero)
        lateness.append(.now - (start + schedule.interval * number))
    }
    return lateness
}

extension ContinuousClock.Instant {
    fileprivate static func - (end: Self, start: Self) -> Duration { start.duration(to: end) }
}

/// A meeting without sound, with slots of equal length and no warnings.
func silentPlan(length: Duration, attendees: Int) -> MeetingPlan {
    var generator = SeededGenerator(seed: 1)
    let people = (1...attendees).map { Attendee(id: Attendee.ID(using: &generator), name: "Attendee \($0)") }
    var standup = Standup(id: Standup.ID(using: &generator), title: "Bench", length: length, attendees: people)
    standup.settings.warnings = []
    return MeetingPlan(
        meeting: Meeting.ID(using: &generator), standup: standup, input: .none, output: .none, isRecorded: false)
}

/// The dependencies of such a meeting, in memory.
func silentDependencies(clock: any MeetingClock) -> MeetingDependencies {
    MeetingDependencies(
        clock: clock, audio: FakeAudioSystem(clock: clock), cues: CueSounds(sampleRate: 48_000, samples: [:]),
        journal: MemoryJournal(), recordings: InMemoryRecordings(), recognizer: nil)
}

/// How long a whole meeting takes on a clock that passes at once.
func wallTimeOfVirtualMeeting(length: Duration, attendees: Int) async throws -> Duration {
    let clock = ManualClock()
    let before = ContinuousClock.now
    let session = try MeetingSession(
        plan: silentPlan(length: length, attendees: attendees), dependencies: silentDependencies(clock: clock))
    try await session.start()
    clock.advance(by: length)
    await session.waitUntilEnded()
    return .now - before
}
