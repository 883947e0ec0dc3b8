import Glibc
import StandupFeatures

/// What is known of the terminal's background, and whether an answer is due.
final class BackgroundQuestion {
    private(set) var background: Palette.Background
    private let isKnown: Bool
    /// When the terminal was asked, on the monotonic clock; nil without a question whose answer is due.
    private var asked: ContinuousClock.Instant?

    /// How long the answer is waited for, from the question on, before the terminal is given back.
    private static let patience = Duration.milliseconds(100)

    /// Asks nothing if the background is known.
    init(known: Palette.Background?) {
        background = known ?? .unknown
        isKnown = known != nil
    }

    /// Whether to ask a terminal of this type now; if so, the answer is due.
    func ask(type: String) -> Bool {
        guard !isKnown, asked == nil, background == .unknown, TerminalAnswer.isUnderstood(by: type) else {
            return false
        }
        asked = .now
        return true
    }

    /// Takes an answer; returns whether the background has changed.
    func take(_ answer: TerminalAnswer) -> Bool {
        switch answer {
        case .attributes:
            asked = nil
        case .background(let color?) where !isKnown:
            let before = background
            background = Palette.Background(color)
            return background != before
        case .background: break
        }
        return false
    }

    /// The time for which the answer is still waited for; nil if none is due.
    var rest: Duration? {
        guard let asked else { return nil }
        let rest = Self.patience - (.now - asked)
        return rest > .zero ? rest : nil
    }
}
