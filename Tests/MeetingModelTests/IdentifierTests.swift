import MeetingModel
import Testing

@Suite struct IdentifierTests {
    private struct Counter: RandomNumberGenerator {
        var value: UInt64
        mutating func next() -> UInt64 {
            value &*= 0x9e37_79b9_7f4a_7c15
            return value
        }
    }

    @Test func `A new id is a UUID of version 4, even if the generator gives only zeros or ones`() {
        var zeros = Counter(value: 0)
        #expect(Standup.ID(using: &zeros).rawValue == "00000000-0000-4000-8000-000000000000")
        var system = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let id = Meeting.ID(using: &system).rawValue
            #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }

    @Test func `The same generator gives the same ids, and no id twice`() {
        var first = Counter(value: 7)
        var second = Counter(value: 7)
        let ids = (0..<100).map { _ in Attendee.ID(using: &first) }
        #expect(ids == (0..<100).map { _ in Attendee.ID(using: &second) })
        #expect(Set(ids).count == 100)
    }
}
