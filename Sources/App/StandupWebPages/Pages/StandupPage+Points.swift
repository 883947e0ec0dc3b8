import Localization
import MeetingAccess
import MeetingModel
import StandupFeatures

extension StandupPage {
    /// The open points by person, with buttons for those who may mark them.
    var openPoints: HTMLNode {
        HTMLTag.section {
            HTMLTag.h2 { pointsTitle ?? "" }
            HTMLTag.ul(.class("points")) {
                for point in points { item(point) }
            }
        }
    }

    private func item(_ point: StandupScreen.PointRow) -> HTMLNode {
        HTMLTag.li {
            if !point.name.isEmpty { HTMLTag.h3(.set(.dir, "auto")) { point.name } }
            HTMLTag.p {
                HTMLTag.span(.class(point.isLongBlock ? "kind over" : "kind")) {
                    point.isLongBlock ? "! \(point.kind)" : point.kind
                }
                HTMLTag.span(.set(.dir, "auto")) { point.text }
                reader.link(
                    point.date,
                    to: .meeting(standup, point.meeting, MeetingPlace(time: .seconds(point.start))), .class("muted"))
            }
            if reader.may(.markPoints) { form(point) }
        }
    }

    private func form(_ point: StandupScreen.PointRow) -> HTMLNode {
        HTMLTag.form(.class("marks"), .set(.method, "post"), .link(.action, .points(standup))) {
            HTMLTag.input(.set(.type, "hidden"), .set(.name, "point"), .set(.value, point.id.rawValue))
            button(.done, reader.localizer("web.points.done"), of: point)
            button(.dropped, reader.localizer("web.points.drop"), of: point)
        }
    }

    private func button(_ state: MeetingModel.Point.State, _ text: String, of point: StandupScreen.PointRow) -> HTMLNode
    {
        HTMLTag.button(
            .set(.type, "submit"), .set(.name, "state"), .set(.value, state.rawValue),
            .set(.label, "\(text): \(point.text)")
        ) { text }
    }
}
