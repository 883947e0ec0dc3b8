package import Localization

/// A feature that can open one other feature in front of it, its destination.
///
/// The protocol forwards the keys, the screen and the route; a feature itself forwards commands and outcomes, with
/// `updateDestination`. A new destination needs only code that opens it and code for when it closes.
package protocol NestingFeature: Feature {
    var destination: (any Feature)? { get set }

    /// Whether this feature has an open question, which takes precedence over the destination.
    var isAsking: Bool { get }

    /// The key context while no question or destination is open.
    var ownContext: KeyContext { get }

    func ownRoute(from parent: Place.Route?) -> Place.Route

    func ownContent(_ localizer: Localizer) -> Screen.Content

    func ownDialog(_ localizer: Localizer) -> DialogScreen?

    func ownNotice(_ localizer: Localizer) -> Notice?

    mutating func destinationWillChange(_ feature: any Feature)

    /// Called after the destination has changed, and before it closes if it closes.
    mutating func destinationDidChange(_ feature: any Feature)

    /// Called after the destination has closed, with the request that closed it.
    mutating func destinationDidClose(_ feature: any Feature, asking request: Request) -> Reply
}

extension NestingFeature {
    /// Changes the destination, if one is open, and performs its request.
    mutating func updateDestination(_ change: (inout any Feature) -> Reply) -> Reply {
        guard var feature = destination else { return Reply() }
        destinationWillChange(feature)
        // Moved out so that mutation does not copy it.
        destination = nil
        var reply = change(&feature)
        destinationDidChange(feature)
        guard let request = reply.request, request != .quit else {
            destination = feature
            return reply
        }
        reply.request = nil
        reply.append(destinationDidClose(feature, asking: request))
        return reply
    }

    package var context: KeyContext { isAsking ? .dialog : destination?.context ?? ownContext }

    package func route(from parent: Place.Route?) -> Place.Route {
        let own = ownRoute(from: parent)
        return destination?.route(from: own) ?? own
    }

    package func content(_ localizer: Localizer) -> Screen.Content {
        destination?.content(localizer) ?? ownContent(localizer)
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        isAsking ? ownDialog(localizer) : destination?.dialog(localizer)
    }

    package func notice(_ localizer: Localizer) -> Notice? { destination?.notice(localizer) ?? ownNotice(localizer) }

    package var front: any Feature { destination?.front ?? self }

    package mutating func destinationWillChange(_ feature: any Feature) {}

    package mutating func destinationDidChange(_ feature: any Feature) {}
}
