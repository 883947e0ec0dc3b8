import MeetingHistory
import Testing

@Suite("A reason of the program for a posting that failed") struct PostReasonTests {
    @Test(arguments: PostReason.allCases)
    func `is read from the text that the history keeps, with its values`(reason: PostReason) throws {
        let names = reason.rawValue.split(separator: "%{", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "}" })
        }
        let samples = ["status": "503", "bytes": "12", "number": "9", "path": "/a b/c;d", "reason": "status 500"]
        let values = Dictionary(names.map { ($0, samples[$0] ?? "x, y") }, uniquingKeysWith: { $1 })
        let found = try #require(PostReason.read(reason.text(values)))
        #expect(found.reason == reason && found.values == values)
    }

    @Test(
        arguments: ["couldn't connect to server", "", "status", "status page", "status 5: ", "no answer: ", "busy"])
    func `is not what the system or a server says`(text: String) { #expect(PostReason.read(text) == nil) }
}
