import MeetingEngine
import StandupTesting
import Testing

@Test func `the products can be imported`() {}
