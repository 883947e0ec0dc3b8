import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech
import StandupTesting
import Testing

@testable import MeetingEngine
@testable import MeetingHistory

/// A click of one sample's length in each second, on time or later.
private func clicks(late: Double = 0) -> @Sendable (Double) -> Float {
    { time in
        let passed = (time - late).truncatingRemainder(dividingBy: 1)
        return passed >= 0 && passed < 0.001 ? 0.8 : 0
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A meeting with a call` {
    /// The frames at which clicks begin in one channel of a recording.
    private func onsets(_ samples: [Int16], _ channel: AudioChannel) -> [Int] {
        var onsets: [Int] = []
        for frame in 0..<samples.count / 2 where abs(Int(samples[frame * 2 + channel.index])) > 10_000 {
            if frame - (onsets.last ?? -1000) > 1000 { onsets.append(frame) }
        }
        return onsets
    }

    private func samples(of meeting: MeetingFixture) throws -> [Int16] {
        let recording = try #require(meeting.meeting()?.recording)
        #expect(recording.channels == 2)
        let samples = try #require(meeting.recordings.samples(of: recording.fileName))
        #expect(samples.count == Int(recording.frames) * 2)
        return samples
    }

    @Test func `records each side in its channel at the same time`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(9), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.25)))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(12))
        let samples = try samples(of: meeting)
        #expect(samples.count == 9 * 48_000 * 2)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count >= 8 && call.count == 9)
        for frame in call { #expect(room.contains { abs(frame - 12_000 - $0) <= 48 }, "\(frame) in \(room)") }
        let clicks: [AudioChannel: Duration] = [.room: .milliseconds(900), .call: .milliseconds(900)]
        #expect(
            meeting.said.suffix(2).map(\.kind) == [
                .soundHeard(clicks), .meetingEnded(.finished, duration: .seconds(9)),
            ])
    }

    @Test func `keeps both sides within 10 ms over an hour with sound cards 100 ppm apart`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(3600), sampleRate: 8000,
            microphone: .init(sampleRate: 8000, partsPerMillion: 50, sound: clicks()),
            call: .init(sampleRate: 8000, partsPerMillion: -50, sound: clicks()))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3603))
        let samples = try samples(of: meeting)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count > 3500 && call.count > 3500)
        for minute in 1..<60 {
            let frame = try #require(room.min { abs($0 - minute * 480_000) < abs($1 - minute * 480_000) })
            let other = try #require(call.min { abs($0 - frame) < abs($1 - frame) })
            #expect(abs(other - frame) <= 80, "minute \(minute): \(other - frame) frames")
        }
    }

    @Test(arguments: [false, true])
    func `keeps both sides at the same time, though a sound server delivers one of them late`(isRoom: Bool) async throws
    {
        let (prompt, late) = (
            FakeAudioSystem.Microphone(sound: clicks()),
            FakeAudioSystem.Microphone(sound: clicks(), buffering: .init())
        )
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: isRoom ? late : prompt, call: isRoom ? prompt : late)
        let start = Task { try await meeting.start() }
        while !meeting.clock.advanceToNextDeadline() { await Task.yield() }
        try await start.value
        meeting.clock.advance(by: .seconds(23))
        let samples = try samples(of: meeting)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count >= 19 && call.count >= 19)
        for frame in call { #expect(room.contains { abs(frame - $0) <= 100 }, "\(frame) in \(room)") }
        #expect(try #require(meeting.meeting()).gaps == [])
    }

    @Test func `has both sides at the same time again, soon after one has lost sound without a report`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.25)))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(7600))
        meeting.audio.loseCallSound(.milliseconds(300))
        meeting.clock.advance(by: .seconds(15))
        let gaps = try #require(meeting.meeting()).gaps
        #expect(gaps.map(\.channel) == [.call] && gaps.map(\.reason) == [.overload])
        let gap = try #require(gaps.first)
        #expect(abs((gap.end - gap.start).seconds - 0.3) < 0.01)
        let samples = try samples(of: meeting)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count >= 19 && call.count >= 19)
        for frame in call where frame < 7 * 48_000 || frame > 10 * 48_000 {
            #expect(room.contains { abs(frame - 12_000 - $0) <= 48 }, "\(frame) in \(room)")
        }
    }

    @Test func `writes the room while the call is late, and the call's sound when it comes`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.25)))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(7100))
        meeting.audio.isCallPluggedIn = false
        meeting.clock.advance(by: .milliseconds(900))
        let fileName = try #require(meeting.recordings.fileNames.first)
        let early = try #require(meeting.recordings.samples(of: fileName)).count / 2
        #expect(early > Int(7.6 * 48_000), "\(early) frames are written after 8 s")
        // A sound server that was busy delivers everything.
        meeting.audio.isCallPluggedIn = true
        meeting.clock.advance(by: .seconds(15))
        #expect(meeting.said { if case .deviceLost = $0 { true } else { false } } == [])
        let samples = try samples(of: meeting)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count >= 19 && call.count == 20)
        for frame in call { #expect(room.contains { abs(frame - 12_000 - $0) <= 48 }, "\(frame) in \(room)") }
    }

    @Test func `begins without a call that cannot be opened, says so, and takes it as soon as it is there`()
        async throws
    {
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: .init(sound: clicks()), call: .init(sound: clicks()))
        meeting.audio.isCallPluggedIn = false
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        let missing = meeting.said { if case .error(.call) = $0 { true } else { false } }
        #expect(missing.count == 1)
        meeting.audio.isCallPluggedIn = true
        meeting.clock.advance(by: .seconds(18))
        #expect(meeting.end == .finished)
        let gaps = try #require(meeting.meeting()).gaps
        #expect(gaps.count == 1)
        let gap = try #require(gaps.first)
        #expect(gap.channel == .call)
        #expect(gap.start == .zero)
        #expect((5...7.2).contains(gap.end.seconds))
        let samples = try samples(of: meeting)
        let (room, call) = (onsets(samples, .room), onsets(samples, .call))
        #expect(room.count >= 19 && (12...15).contains(call.count))
        for frame in call { #expect(room.contains { abs(frame - $0) <= 480 }) }
    }

    @Test func `reopens a call that is lost, while the countdown and the room go on`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: .init(sound: clicks()), call: .init(sound: clicks()))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(7300))
        meeting.audio.isCallPluggedIn = false
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.said { $0 == .deviceLost(device: "fake.monitor", channel: .call) }.count == 1)
        #expect(meeting.session.status.call?.isLost == true)
        meeting.audio.isCallPluggedIn = true
        meeting.clock.advance(by: .seconds(12))
        #expect(meeting.session.status.call?.isLost == false)
        #expect(try #require(meeting.meeting()).gaps.map(\.channel) == [.call])
        #expect(onsets(try samples(of: meeting), .room).count >= 19)
    }

    @Test func `is recorded without a microphone, with a silent room`() async throws {
        let meeting = try MeetingFixture(length: .seconds(9), input: .none, call: .init(sound: clicks()))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(12))
        #expect(meeting.end == .finished)
        let samples = try samples(of: meeting)
        #expect(samples.count == 9 * 48_000 * 2)
        #expect(onsets(samples, .call).count >= 8)
        #expect(onsets(samples, .room) == [])
        #expect(try #require(meeting.meeting()).gaps.filter { $0.channel == .room } == [])
        #expect(meeting.said { if case .error = $0 { true } else { false } } == [])
    }

    @Test func `can switch the call off and on`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(12), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.5)))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.useCall(.none))
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.useCall(.loudspeakerMonitor))
        meeting.clock.advance(by: .seconds(8))
        #expect(try #require(meeting.meeting()).gaps == [], "switched off is no gap")
        let off = 202_000..<384_000
        let call = onsets(try samples(of: meeting), .call)
        #expect(call.contains { $0 < off.lowerBound })
        #expect(call.contains { $0 > 432_000 })
        #expect(!call.contains { off.contains($0) })
    }

    @Test(arguments: [false, true])
    func `keeps what it heard of a call that is switched off or lost soon after it began`(isLost: Bool) async throws {
        let meeting = try MeetingFixture(
            length: .seconds(6), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.1)))
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(300))
        if isLost {
            meeting.audio.isCallPluggedIn = false
        } else {
            await meeting.perform(.useCall(.none))
        }
        meeting.clock.advance(by: .seconds(8))
        let call = onsets(try samples(of: meeting), .call)
        #expect(call.count == 1 && (4752...4848).contains(call[0]), "\(call)")
    }

    @Test func `keeps the call that it has if the requested one cannot be opened, and says so`() async throws {
        let meeting = try MeetingFixture(length: .seconds(12), microphone: .init(), call: .init(sound: clicks()))
        meeting.audio.missing = "headset"
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.useCall(.named("headset")))
        meeting.clock.advance(by: .seconds(10))
        let problem = MeetingEvent.Kind.error(.callUnchanged(.noDevice(.input, name: "headset")))
        #expect(meeting.said { if case .error = $0 { true } else { false } }.map(\.kind) == [problem])
        #expect(onsets(try samples(of: meeting), .call).count >= 11)
    }

    @Test func `that began without one refuses it, because its recording keeps one channel`() async throws {
        let meeting = try MeetingFixture(length: .seconds(5))
        try await meeting.start()
        await meeting.perform(.useCall(.loudspeakerMonitor))
        #expect(meeting.said { $0 == .error(.callNotPossible) }.count == 1)
        meeting.clock.advance(by: .seconds(6))
        #expect(meeting.meeting()?.recording?.channels == 1)
    }

    @Test func `says once that microphone and call are the same device`() async throws {
        let voice = FakeAudioSystem.voice(during: [1...60])
        let meeting = try MeetingFixture(
            length: .seconds(12), microphone: .init(sound: voice), call: .init(sound: { voice($0 - 0.004) }))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.said { $0 == .error(.sameSound) }.count == 1)
        meeting.clock.advance(by: .seconds(9))
        #expect(meeting.said { $0 == .error(.sameSound) }.count == 1)
    }

    @Test func `says once that the microphone and the call have one name, in silence too`() async throws {
        let meeting = try MeetingFixture(length: .seconds(12), microphone: .init(), call: .init())
        meeting.audio.replaceMicrophone(by: "fake.monitor")
        try await meeting.start()
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.said { $0 == .error(.sameSound) }.count == 1)
        meeting.audio.replaceMicrophone(by: "desk")
        meeting.clock.advance(by: .seconds(13))
        #expect(meeting.said { $0 == .error(.sameSound) }.count == 1)
        #expect(meeting.said { if case .error = $0 { true } else { false } }.count == 1)
    }

    @Test(arguments: [true, false]) func `is no muted microphone while the call talks to a silent room`(
        isTalking: Bool
    ) async throws {
        let call = FakeAudioSystem.voice(during: isTalking ? [0...60] : [])
        let meeting = try MeetingFixture(length: .seconds(30), microphone: .init(), call: .init(sound: call))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(25))
        #expect(meeting.said { $0 == .deviceSilent(device: "fake") }.count == (isTalking ? 0 : 1))
    }

    @Test func `does not take an echo of the call for the same device`() async throws {
        let voice = FakeAudioSystem.voice(during: [1...60])
        let meeting = try MeetingFixture(
            length: .seconds(12),
            microphone: .init(sound: { voice($0 - 0.02) * 0.7 + voice($0 - 0.031) * 0.3 }), call: .init(sound: voice))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(14))
        #expect(meeting.said { $0 == .error(.sameSound) } == [])
    }

    @Test func `says once that the call is silent, and only while another program plays elsewhere`() async throws {
        let firefox = PlayingProgram(name: "Firefox", loudspeaker: "Headphones", monitor: "headphones.monitor")
        let meeting = try MeetingFixture(length: .seconds(60), microphone: .init(sound: clicks()), call: .init())
        func told() -> [MeetingEvent.Kind] {
            meeting.said { if case .deviceSilent(_, .call, _) = $0 { true } else { false } }.map(\.kind)
        }
        try await meeting.start()
        meeting.clock.advance(by: .seconds(20))
        #expect(told() == [], "nothing plays anywhere")
        meeting.audio.callPlayback = MonitoredPlayback(unheard: firefox)
        meeting.clock.advance(by: .seconds(1))
        #expect(told() == [.deviceSilent(device: "fake.monitor", channel: .call, unheard: firefox)])
        #expect(meeting.session.status.call?.unheard == firefox)
        meeting.clock.advance(by: .seconds(30))
        #expect(told().count == 1)
        await meeting.perform(.useCall(.named("headphones.monitor")))
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.session.status.call?.selection == .named("headphones.monitor"))
        #expect(meeting.session.status.call?.unheard == nil)
    }

    @Test func `leaves out a recording that standup plays on the call's loudspeaker, and says so`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(20), microphone: .init(sound: clicks()), call: .init(sound: clicks(late: 0.5)))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        meeting.audio.callPlayback = MonitoredPlayback(isOwnRecording: true)
        meeting.clock.advance(by: .seconds(5))
        meeting.audio.callPlayback = MonitoredPlayback()
        meeting.clock.advance(by: .seconds(12))
        #expect(meeting.said { $0 == .error(.ownPlayback) }.count == 1)
        let gaps = try #require(meeting.meeting()).gaps
        #expect(gaps.map(\.reason) == [.ownPlayback] && gaps.map(\.channel) == [.call])
        let gap = try #require(gaps.first)
        #expect(abs((gap.end - gap.start).seconds - 5) < 0.2)
        let samples = try samples(of: meeting)
        let (start, end) = (Int(gap.start.seconds * 48_000), Int(gap.end.seconds * 48_000))
        #expect(!onsets(samples, .call).contains { (start..<end).contains($0) })
        #expect(onsets(samples, .call).count >= 13)
        #expect(onsets(samples, .room).count >= 19)
    }

    @Test(arguments: [([], [false, false]), (["Bob"], [false, true])] as [(Set<String>, [Bool])])
    func `knows whose words are an interjection`(remote: Set<String>, expected: [Bool]) async throws {
        // Ann, in the room, has the first turn; somebody speaks on the call.
        let meeting = try MeetingFixture(
            names: ["Ann", "Bob"], length: .seconds(20), remote: remote,
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3])),
            call: .init(sound: FakeAudioSystem.voice(during: [5...7])),
            recognizer: ScriptedRecognizer.source(script: ["one two"]))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(23))
        let transcript = try #require(meeting.meeting()).transcript
        #expect(transcript.map(\.channel) == [.room, .call])
        #expect(transcript.map(\.isInterjection) == expected)
        #expect(Set(transcript.map(\.attendee)) == [meeting.plan.standup.attendees[0].id])
    }

    @Test func `has the words of the call once, though the microphone hears them too`() async throws {
        let voice = FakeAudioSystem.voice(during: [1...4])
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(20), microphone: .init(sound: { voice($0 - 0.03) * 0.5 }),
            call: .init(sound: voice), recognizer: ScriptedRecognizer.source(script: ["one two three"]))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(23))
        #expect(try #require(meeting.meeting()).transcript.map(\.channel) == [.call])
    }
}
