import ArgumentParser
import MeetingModel

/// The options for how a meeting runs.
///
/// `create` and `edit` save them with the standup; `start` applies them to one meeting.
struct MeetingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a slot ends, start the next turn (advance) or go into overtime.", valueName: "what"))
    var atSlotEnd: MeetingSettings.SlotEnd?

    @Option(
        help: ArgumentHelp(
            "Unused time shortens the meeting (fixed) or goes to those still to speak (shared).", valueName: "how"))
    var time: MeetingSettings.TimeSharing?

    @Option(
        help: ArgumentHelp(
            "Warn this long before the end of a slot, or none; repeatable.", valueName: "length"),
        transform: WarningArgument.init)
    var warning: [WarningArgument] = []

    @Flag(inversion: .prefixedNo, help: "Play a soft sound with each warning.")
    var warningSound: Bool?

    func validate() throws {
        if warning.contains(.none) && warning.count > 1 {
            throw ValidationError("--warning none cannot be combined with other warnings")
        }
    }

    var isEmpty: Bool { atSlotEnd == nil && time == nil && warning.isEmpty && warningSound == nil }

    func apply(to settings: inout MeetingSettings) {
        settings.atSlotEnd = atSlotEnd ?? settings.atSlotEnd
        settings.timeSharing = time ?? settings.timeSharing
        settings.warningSounds = warningSound ?? settings.warningSounds
        if !warning.isEmpty { settings.warnings = WarningArgument.durations(warning) }
    }
}
