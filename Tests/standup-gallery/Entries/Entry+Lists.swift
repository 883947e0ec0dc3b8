import MeetingHistory
import StandupFeatures

extension Entry {
    /// The list of standups.
    static let lists = [
        Entry("list", "Four standups, one in Korean", World(meetings: 3)) { $0.perform(.down) },
        Entry("list-loading", "Before the history has been read", World(silent: true)),
        Entry("list-empty", "Nothing in it yet, and what to do", World([])),
        Entry("list-one", "One standup that has never been held", World([SampleHistory.design])),
        Entry("list-200", "More than fit, in the middle of them", World(SampleHistory.many)) { scene in
            for _ in 0..<9 { scene.perform(.pageDown) }
        },
        Entry("list-long-names", "Names wider than the window", World([SampleHistory.long, SampleHistory.design])),
        Entry("list-filter", "A filter that is typed", World(SampleHistory.many)) { scene in
            scene.perform(.filter)
            scene.type("Team 11")
        },
        Entry("list-filter-nothing", "A filter that nothing fits") { scene in
            scene.perform(.filter)
            scene.type("Vorstand")
            scene.perform(.activate)
        },
        Entry("list-attendee", "One attendee's standups", World(meetings: 2), at: .list(attendee: "Ann")),
        Entry("list-deleted", "After a standup was deleted", World(meetings: 2)) { scene in
            scene.perform(.delete, .answer(0))
        },
        Entry("list-interrupted", "A meeting was cut off, and can be resumed", World(cutOff: SampleHistory.design)),
        Entry("history-unreadable", "The history is damaged", World(unreadable: unreadable)),
        Entry("history-failed", "The history cannot be written") { scene in
            scene.receive(
                .historyFailed(.cannotWrite(path: "/home/ann/.local/share/standup/standup.db", reason: "disk is full")))
        },
    ]

    private static let unreadable = HistoryError.unreadable(
        path: "/home/ann/.local/share/standup/standup.db", reason: "file is not a database")
}
