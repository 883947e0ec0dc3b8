import StandupSpeech

/// Typical standup sentences, from which the vocabulary's language model is built.
enum StandupPhrases {
    /// Sentences with and without the names and terms, in lower-case words.
    static func sentences(about vocabulary: [Vocabulary.PronouncedTerm]) -> [[String]] {
        plain.flatMap { Array(repeating: $0, count: 3) }
            + vocabulary.flatMap { term in
                let words = term.words.map(\.text)
                return (term.isName ? ofNames : ofTerms)
                    .map { phrase in phrase.flatMap { $0 == gap ? words : [$0] } }
            }
    }

    private static let gap = "_"

    private static let ofTerms = phrases(
        """
        the _ is done
        the _ is broken
        i worked on the _
        i finished the _ yesterday
        i will work on the _ today
        the _ failed
        we need the _
        there was a problem with the _
        i fixed the _
        i am blocked by the _
        today i will look at the _
        a new _
        my _
        in _
        with _
        of _
        the _ needs more time
        we use _
        i opened a _
        waiting for the _
        """)

    private static let ofNames = phrases(
        """
        _ will help me
        i worked with _
        i am waiting for _
        _ is on vacation
        _ and i fixed it
        thanks to _
        i will ask _
        _ reviewed it
        i talked to _
        from _
        _ found a bug
        with _ today
        """)

    private static let plain = phrases(
        """
        yesterday i finished the login page
        today i will work on the search
        there is nothing blocking me
        no blockers
        i am still working on it
        i fixed the bug
        i reviewed the changes
        i will write the tests
        the release is ready
        we deployed it yesterday
        that is all from me
        """)

    private static func phrases(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }
}
