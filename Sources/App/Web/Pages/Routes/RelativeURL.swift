import MeetingModel
import Presentation

/// An address on the same server: a path, and optionally a query and a fragment.
///
/// Every part is percent-encoded, so no part can add a scheme, a host, a parameter or a second path.
package struct RelativeURL: Hashable, Sendable, CustomStringConvertible {
    /// The address: ASCII, starting with a single slash, or with a number sign for a place in the same page.
    package let description: String

    /// An address of path components, parameters in order, and a fragment.
    ///
    /// A path cannot contain the components "", "." and ".."; each becomes "_", which leads nowhere.
    package init(_ path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil) {
        let components = path.map { ["", ".", ".."].contains($0) ? "_" : PercentEncoding.encode($0) }
        var text = "/" + components.joined(separator: "/")
        if !query.isEmpty {
            let pairs = query.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
            text += "?" + pairs.joined(separator: "&")
        }
        if let fragment { text += "#" + PercentEncoding.encode(fragment) }
        description = text
    }

    private init(address: String) {
        description = address
    }

    /// A place in the same page.
    static func fragment(_ id: String) -> RelativeURL { RelativeURL(address: "#" + PercentEncoding.encode(id)) }

    /// The address of a sound, to be played from a time.
    func playing(from time: Duration) -> RelativeURL {
        RelativeURL(address: description + "#t=" + time.offsetText)
    }
}
