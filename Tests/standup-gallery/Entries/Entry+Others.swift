import StandupFeatures

extension Entry {
    /// The search, and dialogs in front of any screen.
    static let others = [
        Entry("search", "What was found, as one types", World(meetings: 5), at: Place(.search())) { scene in
            scene.type("nothing way")
        },
        Entry("search-filter", "Whose words to look for", World(meetings: 5), at: Place(.search(words: "page"))) {
            scene in
            scene.perform(.nextField, .filterPerson)
        },
        Entry("search-days", "From which day on to look", World(meetings: 5), at: Place(.search(words: "page"))) {
            scene in
            scene.perform(.nextField, .filterTime, .last, .activate)
            scene.type("14d")
        },
        Entry(
            "search-points", "Points that were found", World(meetingsWithPoints: 5),
            at: Place(.searching(PlaceInSearch(words: "database", findsPoints: true)))
        ) { $0.perform(.nextField) },
        Entry("search-empty", "Nothing typed yet", at: Place(.search())),
        Entry("help", "All keys") { $0.perform(.help) },
        Entry("help-further", "All keys, scrolled down") { $0.perform(.help, .pageDown, .pageDown, .down) },
        Entry("help-in-meeting", "All keys, those of the running meeting first", at: .start("Engineering")) { scene in
            scene.perform(.start, .help)
        },
    ]
}
