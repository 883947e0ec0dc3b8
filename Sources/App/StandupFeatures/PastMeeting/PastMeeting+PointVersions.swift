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
            noticeMessage = NoticeMessage(.information, .pointsOneVersion)
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
            newer == nil ? .information : .warning, Message.pointsVersionChosen(number: .count(number)),
            consequence: newer.map { Message.pointsNewerByHand(number: .count($0.number)) })
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
            let maker: Message =
                switch listed.version.maker {
                case .rules: .pointsMadeByRules
                case .assistant: .pointsByAssistant
                case .hand: .pointsMadeByHand
                }
            let text = listed.version.isCurrent ? Message.pointsCurrentVersion : Message.pointsVersion
            return localizer(
                text(
                    .count(listed.version.number), .phrase(maker), .dateAndTime(listed.version.createdAt),
                    .count(listed.points)))
        }
        return DialogScreen(
            title: localizer(.pointsWhichVersion), choices: texts + [localizer(.commonCancel)],
            selected: dialog.selected)
    }
}
