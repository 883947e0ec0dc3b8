import ArgumentParser
import MeetingModel

/// How a meeting runs: kept with a standup by `create` and `edit`, for one meeting only by `start`.
struct RunningOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What happens when a slot's time is used up.", valueName: "what"))
    var atSlotEnd: MeetingSettings.SlotEnd?

    @Option(help: ArgumentHelp("Where time goes that an attendee leaves over.", valueName: "how"))
    var time: MeetingSettings.TimeSharing?

    @Option(
        help: ArgumentHelp(
            "How long before a slot's end to warn; can be repeated; none for no warning.", valueName: "length"),
        transform: WarningArgument.init)
    var warning: [WarningArgument] = []

    @Flag(inversion: .prefixedNo, help: "Whether a warning also sounds a soft cue.")
    var warningSound: Bool?

    /// Checks what goes together.
    func validate() throws {
        if warning.contains(.none) && warning.count > 1 {
            throw ValidationError("--warning none stands alone")
        }
    }

    /// Whether nothing is set.
    var isEmpty: Bool { atSlotEnd == nil && time == nil && warning.isEmpty && warningSound == nil }

    /// Sets what was given.
    func apply(to settings: inout MeetingSettings) {
        settings.atSlotEnd = atSlotEnd ?? settings.atSlotEnd
        settings.timeSharing = time ?? settings.timeSharing
        settings.warningSounds = warningSound ?? settings.warningSounds
        if !warning.isEmpty { settings.warnings = WarningArgument.durations(warning) }
    }
}
