import MeetingModel
import StandupHistory
import StandupTesting
import TestSupport
import Testing

@testable import MeetingHistory

@Suite struct `Words corrected more than once` {
    private let store: SQLiteMeetingStore

    init() throws {
        store = SQLiteMeetingStore.temporary()
        try store.save(.sample("s", names: ["Ann", "Siobhan Byrne"]))
    }

    /// Holds a meeting in which an utterance was heard, and corrected to other texts one after the other.
    private func hold(_ id: Meeting.ID, of standup: Standup.ID = "s", _ texts: String...) throws -> Meeting {
        try store.begin(.sample(id, of: standup, names: ["Ann", "Siobhan Byrne"]))
        for (index, text) in texts.enumerated() {
            if index == 0 {
                try store.record([.utterance(.sample(at: 1, text: text))], in: id)
            } else {
                let utterance = try #require(try store.transcript(of: id, version: index).first).id
                _ = try store.correctTranscript(
                    of: id, version: index, [UtteranceCorrection(utterance: utterance, text: text)],
                    at: Timestamp(nanosecondsSince1970: 0))
            }
        }
        return try #require(try store.meeting(id))
    }

    private func proposals(after meeting: Meeting) throws -> [TermProposal] {
        try store.termProposals(after: meeting) { ["the", "build"].contains($0) }
    }

    @Test func `are proposed with how often they were heard wrong, and as what`() throws {
        let first = try hold("a", "the post press is up", "the Postgres is up")
        #expect(try proposals(after: first) == [])
        let second = try hold(
            "b", "(Post Person) failed, and post press.", "(Postgres) failed, and post press.",
            "(Postgres) failed, and postgres.")
        #expect(
            try proposals(after: second) == [
                TermProposal(term: "postgres", count: 3, heard: ["post press", "Post Person"])
            ])
        // Only after a correction that has a part in it.
        let other = try hold("c", "a grey fan", "a Grafana")
        #expect(try proposals(after: other) == [])
    }

    @Test(arguments: [
        ("postgres", "Postgres"), ("it fails", "it fails!"), ("bill", "build"), ("Sean", "Siobhan"),
        ("some thing", "Kubernetes"), ("one", "a, b"),
        ("one", "this is quite another sentence"), ("a b c d e f g", "Grafana"),
    ])
    func `are no changes of case, common words, names, known terms or sentences`(heard: String, corrected: String)
        throws
    {
        try store.save(.sample("s", names: ["Ann", "Siobhan Byrne"]).knowing(["kubernetes"]))
        _ = try hold("a", "so \(heard)", "so \(corrected)")
        #expect(try proposals(after: try hold("b", "so \(heard)", "so \(corrected)")) == [])
    }

    @Test func `of a deleted standup are not proposed`() throws {
        for standup in ["s", "gone"] as [Standup.ID] {
            _ = try hold(Meeting.ID(rawValue: "\(standup)1"), of: standup, "post press", "Postgres")
            let second = try hold(Meeting.ID(rawValue: "\(standup)2"), of: standup, "post press", "Postgres")
            #expect(try proposals(after: second).count == (standup == "s" ? 1 : 0))
        }
    }
}

extension Standup {
    fileprivate func knowing(_ terms: [String]) -> Standup {
        var standup = self
        standup.vocabulary = terms
        return standup
    }
}
