/// An element that pages contain.
///
/// There is none that runs, loads or embeds something by itself; `HTMLDocument` writes the style sheet and the script.
enum HTMLTag: String {
    // Sections
    case header, nav, main, section, footer, div, h1, h2, h3
    // Text
    case p, ul, ol, li, dl, dt, dd, details, summary, span, b, a, mark, bdi, time
    // Tables
    case table, caption, thead, tbody, tr, th, td
    // Forms
    case form, label, input, select, option, textarea, button, progress
    // Sound
    case audio, source
    // Drawings
    case svg, g, title, rect, circle, line, path, text

    /// Whether the element has no content and no end tag.
    var isVoid: Bool { self == .input || self == .source }

    /// Whether white space around the element shows nothing, so that it can have a line of its own.
    var isBlock: Bool {
        switch self {
        case .span, .b, .a, .mark, .bdi, .time, .text, .title, .th, .td, .summary, .button, .label, .option: false
        default: true
        }
    }

    func callAsFunction(_ attributes: HTMLAttribute..., @HTMLBuilder content: () -> [HTMLNode] = { [] }) -> HTMLNode {
        HTMLNode(.element(self, attributes, content()))
    }

    func with(_ attributes: [HTMLAttribute], @HTMLBuilder content: () -> [HTMLNode] = { [] }) -> HTMLNode {
        HTMLNode(.element(self, attributes, content()))
    }
}
