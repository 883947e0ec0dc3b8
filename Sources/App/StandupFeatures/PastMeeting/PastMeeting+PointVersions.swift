import Localization
package import MeetingHistory
import MeetingModel

// The versions of the points.

/// A version of a meeting's points with their number.
package struct ListedPointVersion: Hashable, Sendable {
    package let version: PointVersion
    package let points: Int

    init(_ version: PointVersion, points: Int) {
        self.version = version
        self.points = points
    }
}

extension PastMeeting {
    /// Lists the versions of the points, oldest first, to choose from.
    func loadPointVersions() -> Effect {
        let id = meeting
        return call { backend in
            try backend.store.pointVersions(of: id).map { version in
                ListedPointVersion(version, points: try backend.store.points(of: id, version: version.number).count)
            }
        } show: {
            $0.show($1)
        }
    }

    /// Asks which version of the points to make current.
    mutating func show(_ versions: [ListedPointVersion]) {
        guard minutes.isOpen, question == nil else { return }
        guard versions.count > 1 else {
            noticeMessage = NoticeMessage(.information, Message("points.one-version"))
            return
        }
        let current = versions.firstIndex { $0.version.isCurrent } ?? 0
        question = .pointVersion(versions, Dialog(versions.map(\.version.number) + [nil], selected: current))
    }

    /// Makes a version of the points current.
    mutating func choosePoints(_ number: Int, among versions: [ListedPointVersion]) -> Reply {
        guard versions.contains(where: { $0.version.number == number && !$0.version.isCurrent }) else { return Reply() }
        // The changes belong to the version that was shown.
        (minutes.made, minutes.undone) = ([], [])
        let newer = versions.map(\.version).last { $0.maker == .hand && $0.number > number }
        noticeMessage = NoticeMessage(
            newer == nil ? .information : .warning, Message("points.version-chosen", ["number": .count(number)]),
            consequence: newer.map { Message("points.newer-by-hand", ["number": .count($0.number)]) })
        let id = meeting
        return Reply([
            call {
                try $0.store.choosePoints(of: id, version: number)
            } then: { page, _ in
                Reply([page.read(page.version)])
            }
        ])
    }

    func versionDialog(
        _ versions: [ListedPointVersion], _ dialog: Dialog<Int?>, _ localizer: Localizer
    ) -> DialogScreen {
        let texts = versions.map { listed in
            let maker: TextKey =
                switch listed.version.maker {
                case .rules: "points.made-by-rules"
                case .assistant: "points.by-assistant"
                case .hand: "points.made-by-hand"
                }
            return localizer(
                listed.version.isCurrent ? "points.current-version" : "points.version",
                [
                    "number": .count(listed.version.number), "maker": .text(localizer(maker)),
                    "made": .dateAndTime(listed.version.createdAt), "count": .count(listed.points),
                ])
        }
        return DialogScreen(
            title: localizer("points.which-version"), choices: texts + [localizer("common.cancel")],
            selected: dialog.selected)
    }
}
