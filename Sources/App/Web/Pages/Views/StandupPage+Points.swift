import Localization
import MeetingModel
import MeetingSocket
import Presentation

extension StandupPage {
    /// The open points by person, with buttons for those who may mark them, and the point that was just marked.
    @HTMLBuilder var openPoints: [HTMLNode] {
        if !points.isEmpty || marked != nil {
            HTMLTag.section(.id("points")) {
                if let pointsTitle { HTMLTag.h2 { pointsTitle } }
                if let marked { savedNotice(for: marked) }
                if !points.isEmpty {
                    HTMLTag.ul(.class("points")) {
                        for point in points { item(point) }
                    }
                }
            }
        }
    }

    /// What was just done to a point, with a button that takes it back.
    private func savedNotice(for point: MeetingModel.Point) -> HTMLNode {
        let words = Substitution.text(DisplayText(point.text).description)
        let text: Message =
            switch point.state {
            case .done: .webPointsSavedDone(text: words)
            case .dropped: .webPointsSavedDropped(text: words)
            case .open: .webPointsSavedOpen(text: words)
            }
        return HTMLTag.div(.class("saved")) {
            HTMLTag.p(.set(.role, "status"), .set(.dir, "auto")) { reader.localizer(text) }
            if reader.may(.markPoints), point.state != .open {
                reader.form(
                    .points(standup),
                    [("point", point.id.rawValue), ("state", MeetingModel.Point.State.open.rawValue)],
                    button: reader.localizer(.webPointsUndo))
            }
        }
    }

    private func item(_ point: StandupScreen.PointRow) -> HTMLNode {
        HTMLTag.li {
            if !point.name.isEmpty { HTMLTag.h3(.set(.dir, "auto")) { point.name } }
            if reader.may(.markPoints) {
                // A press marks the point at once, and the page has a button that takes it back.
                button(
                    .done, reader.localizer(.webPointsDone), of: point, "",
                    [.class("check"), .set(.role, "checkbox"), .set(.isChecked, "false")])
            }
            HTMLTag.p {
                HTMLTag.span(.class(point.isLongBlock ? "kind over" : "kind")) {
                    point.isLongBlock ? "! \(point.kind)" : point.kind
                }
                HTMLTag.span(.set(.dir, "auto")) { point.text }
                reader.link(
                    point.date,
                    to: .meeting(standup, point.meeting, MeetingPlace(time: .seconds(point.start))), .class("muted"))
            }
            if reader.may(.markPoints) {
                let drop = reader.localizer(.webPointsDrop)
                button(.dropped, drop, of: point, drop)
            }
        }
    }

    private func button(
        _ state: MeetingModel.Point.State, _ name: String, of point: StandupScreen.PointRow, _ text: String,
        _ attributes: [HTMLAttribute] = []
    ) -> HTMLNode {
        HTMLTag.form(.class("marks"), .set(.method, "post"), .link(.action, .points(standup))) {
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "point"), .set(.value, point.id.rawValue))
            HTMLTag.button.with(
                [
                    .set(.type, "submit"), .set(.name, "state"), .set(.value, state.rawValue),
                    .set(.label, "\(name): \(point.text)"),
                ] + attributes
            ) { text }
        }
    }
}
