import MeetingModel

/// Measures the engine in this process and prints what it found as one line of JSON, in seconds.
@main
enum Main {
    private static let usage = """
        usage: engine-bench boundaries COUNT MILLISECONDS [busy]   lateness of so many boundaries at such a distance
               engine-bench drift COUNT MILLISECONDS               the same, with everything measured at once
               engine-bench meeting SECONDS ATTENDEES TIMES        how long a meeting takes on the virtual clock
               engine-bench memory SECONDS ATTENDEES STEP          resident memory each so many seconds of a meeting, in kB
               engine-bench rest SECONDS                           nothing: how often an idle Swift program wakes up
        """

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { Int($0) }
        switch (arguments.first, numbers.count) {
        case ("boundaries", 2):
            let schedule = Schedule(count: numbers[0], interval: .milliseconds(numbers[1]))
            let busy = arguments.last == "busy" ? BusyTaskPool() : nil
            report(["meeting": try await latenessOfMeeting(schedule)])
            report(["sleepUntil": try await latenessOfSleep(schedule)])
            busy?.stop()
        case ("drift", 2):
            let schedule = Schedule(count: numbers[0], interval: .milliseconds(numbers[1]))
            async let meeting = latenessOfMeeting(schedule)
            async let sleepUntil = latenessOfSleep(schedule)
            async let sleepFor = latenessOfRelativeSleep(schedule)
            report(["meeting": try await meeting])
            report(["sleepUntil": try await sleepUntil])
            report(["sleepFor": try await sleepFor])
        case ("meeting", 3):
            var wall: [Duration] = []
            for _ in 0..<numbers[2] {
                wall.append(try await wallTimeOfVirtualMeeting(length: .seconds(numbers[0]), attendees: numbers[1]))
            }
            report(["wall": wall])
        case ("memory", 3):
            let resident = try await memoryOfVirtualMeeting(
                length: .seconds(numbers[0]), attendees: numbers[1], step: .seconds(numbers[2]))
            print("{\"resident\": \(resident)}")
        case ("rest", 1):
            await Task.detached {}.value
            try await Task.sleep(for: .seconds(numbers[0]))
        default:
            print(usage)
        }
    }

    private static func report(_ results: [String: [Duration]]) {
        for (name, durations) in results {
            let seconds = durations.map { "\($0 / .seconds(1))" }
            print("{\"\(name)\": [\(seconds.joined(separator: ", "))]}")
        }
    }
}
