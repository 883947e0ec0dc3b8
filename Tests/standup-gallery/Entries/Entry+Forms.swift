import MeetingHistory
import MeetingModel
import StandupFeatures
import StandupHistory
import StandupTesting
import TestSupport

extension Entry {
    /// The form of a new or existing standup.
    static let forms = [
        Entry("form-new", "A new standup, its title focused", World([]), at: .add()),
        Entry("form-edit", "A standup that there is", at: edit),
        Entry("form-attendee", "An attendee that is typed", at: .edit("Engineering", focus: .attendee(2))),
        Entry("form-theme", "The choice of a theme", at: .edit("Engineering", focus: .theme)) { $0.perform(.right) },
        Entry("form-errors", "What is wrong stands where it is", World([]), at: .add(focus: .length)) { scene in
            scene.perform(.deleteToStart)
            scene.type("9h")
            scene.perform(.save)
        },
        Entry(
            "form-long", "More attendees than fit", World([SampleHistory.large]),
            at: .edit("All hands", focus: .attendee(11))),
        Entry("form-changed-elsewhere", "Somebody else has changed the standup", at: edit) { scene in
            var other = SampleHistory.engineering
            other.title = "Platform"
            try? scene.world.store.anotherConnection().save(other)
            scene.type(" team")
            scene.perform(.save)
        },
        Entry("form-disk-full", "It could not be saved", at: edit) { scene in
            scene.world.store.failWrites(
                with: .cannotWrite(path: "/home/ann/.local/share/standup/standup.db", reason: "disk is full"))
            scene.type(" team")
            scene.perform(.save)
        },
        Entry("form-discard", "Whether to drop what was changed", at: edit) { scene in
            scene.type(" team")
            scene.perform(.back)
        },
    ]

    private static let edit = Place.edit("Engineering")
}
