import Testing

@testable import StandupFeatures

@Suite struct FramePacerTests {
    @Test func `the first frame and its replacement are drawn at once`() {
        var pacer = FramePacer()
        #expect(pacer.nextFrame(at: .milliseconds(2900)) == .milliseconds(2900))
        pacer.frameWasDrawn(at: .milliseconds(2900))
        #expect(pacer.nextFrame(at: .milliseconds(2910)) == .milliseconds(2910))
        pacer.frameWasDrawn(at: .milliseconds(2910))
        #expect(pacer.nextFrame(at: .milliseconds(2920)) == .milliseconds(2960))
    }

    @Test func `frames are 50 ms apart`() {
        var pacer = FramePacer()
        pacer.frameWasDrawn(at: .seconds(2))
        pacer.frameWasDrawn(at: .seconds(3))
        #expect(pacer.nextFrame(at: .milliseconds(3001)) == .milliseconds(3050))
        #expect(pacer.nextFrame(at: .milliseconds(3050)) == .milliseconds(3050))
        #expect(pacer.nextFrame(at: .milliseconds(3090)) == .milliseconds(3090))
    }

    @Test func `the effect of a key does not wait`() {
        var pacer = FramePacer()
        pacer.frameWasDrawn(at: .seconds(2))
        pacer.keyWasPressed(at: .seconds(3))
        pacer.frameWasDrawn(at: .milliseconds(3001))
        #expect(pacer.nextFrame(at: .milliseconds(3002)) == .milliseconds(3002))
        #expect(pacer.nextFrame(at: .milliseconds(3050)) == .milliseconds(3050))
        pacer.frameWasDrawn(at: .milliseconds(3050))
        #expect(pacer.nextFrame(at: .milliseconds(3060)) == .milliseconds(3100))
    }
}
