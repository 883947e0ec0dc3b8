import MeetingModel
import StandupFeatures
import StandupHistory
import StandupTesting

extension Entry {
    private static let engineering = Place.standup("Engineering")

    /// A standup's page and its questions.
    static let pages = [
        Entry("standup", "With three meetings and what they say of time used", World(meetings: 3), at: engineering),
        Entry(
            "standup-points", "With open points, one of them marked", World(meetingsWithPoints: 3), at: engineering
        ) { scene in
            scene.perform(.nextField, .nextField, .markDone, .down)
        },
        Entry(
            "standup-updates", "With updates that wait for the next meeting", World(meetingsWithUpdates: 2),
            at: engineering),
        Entry("standup-update", "An update is typed", World(meetingsWithUpdates: 2), at: engineering) { scene in
            scene.perform(.down, .down, .writeUpdate)
            scene.type(" Call me.")
        },
        Entry("standup-update-discard", "Whether to drop an update", World(meetingsWithUpdates: 2), at: engineering) {
            scene in
            scene.perform(.down, .down, .writeUpdate)
            scene.type(" Call me.")
            scene.perform(.back)
        },
        Entry("standup-update-whose", "Whose update to write", World(meetings: 2), at: engineering) { scene in
            scene.perform(.writeUpdate)
        },
        Entry("standup-new", "Before the first meeting", at: engineering),
        Entry("standup-one", "One attendee", World(meetings: 2), at: .standup("Kundendienst")),
        Entry("standup-many", "Sixty meetings, far down", World(meetings: 60), at: engineering) { scene in
            scene.perform(.pageDown, .pageDown, .pageDown)
        },
        Entry(
            "standup-long-names", "Names wider than the window", World([SampleHistory.long], meetings: 2),
            at: .standup(SampleHistory.long.title)),
        Entry("standup-marked", "Meetings that are marked", World(meetings: 5), at: engineering) { scene in
            scene.perform(.last, .toggle, .up, .up, .toggle)
        },
        Entry("standup-export", "The export of its meetings", World(meetings: 5), at: engineering) { scene in
            scene.perform(.export)
        },
        Entry(
            "standup-interrupted", "A meeting whose program died", interrupted, at: engineering),
        Entry("delete-standup", "Whether to delete it", World(meetings: 3), at: engineering) { $0.perform(.delete) },
        Entry("remove-attendee", "Whether to remove an attendee", World(meetings: 3), at: engineering) { scene in
            scene.perform(.down, .delete)
        },
        Entry("delete-meeting", "Whether to delete a meeting", World(meetings: 3), at: engineering) { scene in
            scene.perform(.last, .delete)
        },
    ]

    private static var interrupted: World {
        let world = World(meetings: 2)
        try? world.store.begin(SampleHistory.meeting(2, of: SampleHistory.engineering, state: .interrupted))
        return world
    }

    /// A past meeting.
    static let meetings = [
        Entry("meeting", "With a transcript", World(meetings: 5), at: latest),
        Entry("meeting-further", "Far down in the transcript", World(meetings: 5), at: latest) { scene in
            scene.perform(.last, .up)
        },
        Entry("meeting-playing", "Playing, with a word that is spoken", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .down, .play, .right, .faster)
        },
        Entry(
            "meeting-paused", "Only one person's turns, paused", World(meetings: 5),
            at: .meeting(
                "Engineering", meeting: "1", playback: PlaybackPlace(from: .seconds(500), speaker: "Dana"))
        ) { scene in
            scene.perform(.pause)
        },
        Entry("meeting-find", "Words that are found", World(meetings: 5), at: latest) { scene in
            scene.perform(.find)
            scene.type("the")
            scene.perform(.activate, .nextHit)
        },
        Entry("meeting-find-nothing", "Words that are not there", World(meetings: 5), at: latest) { scene in
            scene.perform(.find)
            scene.type("elephant")
        },
        Entry("meeting-silent", "Nobody said anything", silent, at: latest),
        Entry("meeting-correction", "Words that are corrected", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .edit)
            scene.type(" and")
        },
        Entry("meeting-move", "Choosing the new speaker of an utterance", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .moveUtterance)
        },
        Entry("meeting-version", "A corrected transcript beside the old one", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .edit)
            scene.type(" and so on")
            scene.perform(.activate, .save)
        },
        Entry("meeting-compare-which", "Which transcript to compare", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .edit)
            scene.type(" and so on")
            scene.perform(.activate, .save, .compare, .compareFrom)
        },
        Entry("meeting-speaker", "Whose turns to hear", World(meetings: 5), at: latest) { $0.perform(.chooseSpeaker) },
        Entry("meeting-unsaved", "Corrections that are not saved", World(meetings: 5), at: latest) { scene in
            scene.perform(.down, .edit)
            scene.type(" and so on")
            scene.perform(.activate, .down, .down, .moveUtterance, .answer(0))
        },
        Entry("meeting-replace", "Words that are replaced everywhere", World(meetings: 5), at: latest) { scene in
            scene.perform(.replace)
            scene.type("the")
            scene.perform(.nextField)
            scene.type("this")
            scene.perform(.nextField, .down, .insert(" "))
        },
        Entry("meeting-transcribe", "The choices for transcribing again", World(meetings: 5), at: latest) { scene in
            scene.perform(.transcribe)
        },
        Entry("meeting-transcribing", "The progress of transcribing again", World(meetings: 5), at: latest) { scene in
            scene.perform(.transcribe, .activate)
        },
        Entry("meeting-transcribing-behind", "The same behind the meeting", World(meetings: 5), at: latest) { scene in
            scene.perform(.transcribe, .activate, .activate)
        },
        Entry("meeting-minutes", "The minutes", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.down)
        },
        Entry(
            "meeting-updates", "With what an absent person wrote", World(meetingsWithUpdates: 5), at: latest),
        Entry("meeting-minutes-updates", "The same in the minutes", World(meetingsWithUpdates: 5), at: minutes),
        Entry(
            "meeting-with-minutes", "The transcript, with the minutes beside it in a wide window",
            World(meetingsWithPoints: 5), at: latest),
        Entry("meeting-minutes-edit", "The words of a point", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.down, .edit)
            scene.type(" again")
        },
        Entry("meeting-minutes-add", "A new point", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.add)
            scene.type("Order new badges")
        },
        Entry("meeting-minutes-kind", "The kind of a point", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.changeKind)
        },
        Entry("meeting-minutes-person", "The person of a point", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.moveUtterance)
        },
        Entry("meeting-minutes-making", "Asking the assistant", World(meetingsWithPoints: 5), at: minutes) { scene in
            scene.perform(.askAssistant)
        },
        Entry("meeting-minutes-none", "Without points", World(meetings: 5), at: minutes),
        Entry("meeting-post", "Sending the minutes to all destinations", World(meetings: 5), at: latest) {
            $0.perform(.postMinutes)
        },
        Entry("meeting-post-one", "To one that they were sent to", World(meetings: 5), at: latest) { scene in
            scene.perform(.postMinutes, .down, .down, .toggle)
        },
        Entry("meeting-delete", "Whether to delete it", World(meetings: 5), at: latest) { $0.perform(.delete) },
        Entry("meeting-delete-only-here", "The same, recorded by another member of the team", shared, at: latest) {
            $0.perform(.delete)
        },
        Entry(
            "meeting-gone", "A meeting that does not exist", World(meetings: 1),
            at: .meeting("Engineering", meeting: "9")),
    ]

    /// A world in which meetings are shared with a team.
    private static var shared: World {
        var world = World(meetings: 5)
        world.deletionReach = .here(owner: "ben")
        return world
    }

    private static let latest = Place.meeting("Engineering", meeting: "1")
    private static let minutes = Place(
        .pastMeeting("Engineering", meeting: "1", PlaceInMeeting(showsMinutes: true)))

    private static var silent: World {
        let world = World()
        try? world.store.begin(SampleHistory.meeting(1, of: SampleHistory.engineering, hasWords: false))
        return world
    }
}
