/// An attribute of an element; its value is escaped when it is written.
///
/// No attribute can hold a script or a style. An address can only be a `RelativeURL`.
struct HTMLAttribute: Hashable, Sendable {
    /// An attribute whose value is a text without a special meaning.
    enum Name: String {
        case id, lang, dir, title, role, type, name, value, placeholder, autocomplete, inputmode, datetime, method,
            tabindex, scope, colspan, preload, rows, maxlength, max, min, enterkeyhint, spellcheck
        case className = "class"
        case inputID = "for"
        case label = "aria-label"
        case labelledBy = "aria-labelledby"
        case describedBy = "aria-describedby"
        case isHidden = "aria-hidden"
        case live = "aria-live"
        case current = "aria-current"
        case isPressed = "aria-pressed"
        case isChecked = "aria-checked"
        case keys = "aria-keyshortcuts"
        // Drawings
        case viewBox, d, x, y, width, height, cx, cy, r, x1, y1, x2, y2, transform, pathLength, preserveAspectRatio
        case anchor = "text-anchor"
        case dashes = "stroke-dasharray"
        case dashOffset = "stroke-dashoffset"
    }

    /// An attribute without a value.
    enum Flag: String {
        case hidden, required, selected, controls, open, download, autofocus
    }

    /// An attribute whose value is an address.
    enum Link: String {
        case href, src, action
    }

    let name: String
    /// The value; nil for a flag.
    let value: String?

    private init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    static func set(_ name: Name, _ value: String) -> Self { Self(name: name.rawValue, value: value) }

    /// An attribute with a number, written with at most two decimal places.
    static func set(_ name: Name, _ value: Double) -> Self { Self(name: name.rawValue, value: value.shortText) }

    static func flag(_ flag: Flag) -> Self { Self(name: flag.rawValue, value: nil) }

    static func link(_ name: Link, _ url: RelativeURL) -> Self { Self(name: name.rawValue, value: url.description) }

    static func link(_ name: Link, _ route: WebRoute) -> Self { link(name, route.url) }

    /// An attribute for the script, `data-NAME`.
    static func data(_ name: StaticString, _ value: String) -> Self { Self(name: "data-\(name)", value: value) }

    static func `class`(_ names: String...) -> Self { set(.className, names.joined(separator: " ")) }

    static func id(_ id: String) -> Self { set(.id, id) }
}

extension Double {
    /// The number with at most two decimal places and without trailing zeros; "0" if it is not finite.
    var shortText: String {
        guard isFinite, magnitude < 1e12 else { return "0" }
        let hundredths = Int((self * 100).rounded())
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        var text = (hundredths < 0 ? "-" : "") + "\(whole)"
        if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
        return text
    }
}
