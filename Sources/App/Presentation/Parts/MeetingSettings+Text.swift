package import Localization
package import MeetingModel

extension MeetingSettings {
    package func text(_ localizer: Localizer) -> String { texts(localizer).joined(separator: " · ") }

    /// What happens at a slot's end, when warnings are given, and what happens with unused time.
    ///
    /// A narrow window cuts the last one.
    package func texts(_ localizer: Localizer) -> [String] {
        let slotEnd =
            atSlotEnd == .overtime ? localizer(.recordSettingsOvertime) : localizer(.recordSettingsAdvance)
        let sharing = timeSharing == .shared ? localizer(.recordSettingsShared) : localizer(.recordSettingsFixed)
        return [slotEnd, warningText(localizer), sharing]
    }

    private func warningText(_ localizer: Localizer) -> String {
        guard !warnings.isEmpty else { return localizer(.recordSettingsNoWarning) }
        let times = localizer.list(warnings.map { $0.clockText(.remaining) })
        return localizer(.recordSettingsWarning(times: .text(times)))
    }
}
