import Localization
import MeetingEngine
import MeetingModel

extension RunningMeeting {
    /// The length of each of the three parts of a flash: inverted, as before, inverted.
    private static let flash = Duration.milliseconds(200)
    /// The minimum time between two reasons for a flash.
    ///
    /// At most two flashes a second are shown; people with photosensitive epilepsy are safe below three.
    private static let distance = Duration.seconds(1)

    /// Whether the stage is inverted now: twice, for a moment, after the speaker has changed, at a warning and at the end
    /// of the slot.
    ///
    /// It follows from the countdown alone, so no timer is needed. A pause ends it.
    func isFlashing(_ timer: MeetingTimer) -> Bool {
        guard timer.phase == .running, timer.speaker != nil else { return false }
        let elapsed = timer.elapsed(at: now)
        let turns = timer.turns
        guard let turn = turns.last?.start else { return false }
        let overtime = timer.turnOvertime(at: now)
        let left = timer.turnRemaining(at: now) - overtime
        // The meeting times of the reasons; the first turn is no change.
        var reasons = turns.suffix(2).map(\.start)
        if let warning = timer.warning(at: now) { reasons.append(elapsed - (warning - left)) }
        if overtime > .zero { reasons.append(elapsed - overtime) }
        guard let latest = reasons.max(), latest > turn || turns.count > 1 else { return false }
        let isAlone = reasons.allSatisfy { $0 == latest || latest - $0 >= Self.distance }
        guard isAlone, timer.pauses.last.map({ $0.at < latest }) ?? true else { return false }
        let age = elapsed - latest
        return age >= .zero && (age < Self.flash || (age >= Self.flash * 2 && age < Self.flash * 3))
    }
}
