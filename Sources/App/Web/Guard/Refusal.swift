/// A request that the server does not answer as asked.
package struct Refusal: Error, Hashable, Sendable {
    package let status: Int
    /// One line for whoever reads the response.
    package let reason: String
    /// After how many seconds to try again; nil if that changes nothing.
    package var retryAfter: Int?
    /// The methods that are allowed instead, for status 405.
    package var allowed: [String] = []

    /// Why the link of an invitation does not open.
    package enum Link: Hashable, Sendable {
        /// It does not exist, or not any more.
        case refused
        /// It opens once, and was opened.
        case used
    }

    /// Why a link does not open; nil if the refusal is of something else.
    package var link: Link?

    package init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    package static func method(allowed: [String]) -> Refusal {
        var refusal = Refusal(405, "use \(allowed.joined(separator: " or "))")
        refusal.allowed = allowed
        return refusal
    }
}
