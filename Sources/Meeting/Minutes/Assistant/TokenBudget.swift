/// The length of a text, in tokens of a model whose tokenizer is unknown.
struct TokenEstimate: Hashable, Sendable {
    /// With a usual tokenizer, in twelfths of a token: four letters, or one syllable, are a token.
    private var usualTwelfths = 0
    /// With a bad tokenizer, in thirds of a token: three letters, or each byte of another script, are a token.
    private var mostThirds = 0

    init() {}

    init(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: " "):
                usualTwelfths += 3
                mostThirds += 1
            case 0x80...:
                usualTwelfths += 4
                mostThirds += 3
            default:
                usualTwelfths += 12
                mostThirds += 3
            }
        }
    }

    /// The tokens with a usual tokenizer.
    var usual: Int { (usualTwelfths + 11) / 12 }
    /// The tokens with a bad tokenizer: more than any text of a meeting has.
    var most: Int { (mostThirds + 2) / 3 }

    static func + (first: TokenEstimate, second: TokenEstimate) -> TokenEstimate {
        var sum = first
        sum.usualTwelfths += second.usualTwelfths
        sum.mostThirds += second.mostThirds
        return sum
    }

    static func += (sum: inout TokenEstimate, more: TokenEstimate) { sum = sum + more }
}

/// How long a prompt may be.
///
/// Until an answer has said how many tokens its prompt had, lengths are estimated on the high side, and no prompt is
/// longer than the smallest usual context holds. Afterwards estimates are corrected by what was measured.
struct TokenBudget: Hashable, Sendable {
    /// The context of the model, in tokens: the longest prompt with its answer.
    private(set) var context: Int
    /// Measured tokens for each usual one, the highest so far; nil before the first answer.
    private(set) var scale: Double?

    /// The contexts that the configuration accepts, in tokens.
    static let contexts = 1024...1_048_576
    /// The context that servers offer at least, in tokens; used until a prompt has been measured.
    private static let leastContext = 2048
    /// The measured tokens for each usual one that are plausible.
    ///
    /// A server that counts fewer leaves out what it has read before.
    private static let scales = 0.5...6
    /// How much longer than measured another prompt may be.
    private static let margin = 1.15
    /// The part of an expected prompt that a server has to count; if it counts less, it has cut the prompt.
    private static let leastShare = 0.85

    /// A budget for a context in tokens, which is limited to `contexts`.
    init(context: Int) {
        self.context = min(max(context, Self.contexts.lowerBound), Self.contexts.upperBound)
    }

    /// The context for the next request.
    private var usable: Int { scale == nil ? min(context, Self.leastContext) : context }

    /// The longest answer to request, in tokens.
    var answer: Int { min(max(usable / 4, 256), 1024) }

    /// The longest prompt, in tokens.
    var prompt: Int { usable - answer }

    func fits(_ estimate: TokenEstimate) -> Bool {
        guard let scale else { return estimate.most <= prompt }
        return Double(estimate.usual) * scale * Self.margin <= Double(prompt)
    }

    /// Notes how many tokens a prompt had according to the server.
    ///
    /// - Returns: Whether the server can have read the whole prompt; if not, the context is reduced.
    mutating func note(_ measured: Int, for estimate: TokenEstimate) -> Bool {
        let measuredScale = Double(measured) / Double(max(1, estimate.usual))
        guard let scale else {
            if Self.scales.contains(measuredScale) { self.scale = measuredScale }
            return true
        }
        guard measuredScale >= scale * Self.leastShare else {
            // What fits into the smallest context was not cut: the server counts something else.
            guard estimate.most > Self.leastContext / 2 else { return true }
            shrink(to: max(measured, Self.leastContext))
            return false
        }
        self.scale = min(max(scale, measuredScale), Self.scales.upperBound)
        return true
    }

    /// Reduces the context, because the server refused or cut a prompt; by half if it does not say to what.
    mutating func shrink(to tokens: Int?) {
        let stated = tokens.flatMap { $0 < usable ? $0 : nil }
        context = max(stated ?? usable / 2, Self.contexts.lowerBound)
    }
}
