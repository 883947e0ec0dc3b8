import ArgumentParser

/// The program that shows the status, whose markup in titles and names is made harmless.
enum StatusEscape: String, CaseIterable, ExpressibleByArgument {
    case pango, polybar, tmux

    /// A text that the program shows as it is.
    func escaped(_ text: String) -> String {
        switch self {
        case .pango:
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        case .polybar:
            // It has no escapes, so a space keeps % and { apart, also from text beside it.
            (text.hasPrefix("{") ? " " : "") + text.replacing("%{", with: "% {") + (text.hasSuffix("%") ? " " : "")
        case .tmux: text.replacing("#", with: "##")
        }
    }
}
