/// Tells keys that come faster than a person types, such as a paste that the terminal does not mark as one.
package struct KeyBurst: Hashable, Sendable {
    /// The most keys that a person types within `window`, also when a key repeats.
    private static let most = 3
    private static let window = Duration.milliseconds(50)

    /// The instants of the last typed keys.
    private var typed: [Duration] = []

    package init() {}

    /// Whether input that comes now is part of a burst.
    ///
    /// Keys that a paste cannot have, such as arrows, count as none.
    package mutating func takes(_ inputs: [RendererInput], at now: Duration) -> Bool {
        typed.removeAll { now - $0 > Self.window }
        for case .key(let key) in inputs where Self.isText(key) { typed.append(now) }
        defer { typed = Array(typed.suffix(Self.most + 1)) }
        return typed.count > Self.most
    }

    private static func isText(_ key: Key) -> Bool {
        switch key {
        case .character, .enter, .tab, .control: true
        default: false
        }
    }
}
