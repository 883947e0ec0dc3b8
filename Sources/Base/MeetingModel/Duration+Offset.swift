extension Duration {
    /// Parses an offset in a recording: `83`, `83.5`, `1:23`, `1:23.5`, `1:02:03,250`; nil if malformed.
    ///
    /// Minutes and seconds after a colon have two digits and are below 60. Digits below a nanosecond are ignored.
    package init?(offset text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let fraction = seconds.count > 1 ? seconds[1] : "0"
        guard let whole = seconds.first, let billionths = Self.billionths(fraction) else { return nil }
        var total: Int64 = 0
        for (index, part) in (parts.dropLast() + [whole]).enumerated() {
            guard let number = Self.number(part), index == 0 || part.utf8.count == 2 && number < 60 else { return nil }
            total = total * 60 + number
        }
        self = .seconds(total) + .nanoseconds(billionths)
    }

    /// Parses one to nine digits.
    private static func number(_ digits: some StringProtocol) -> Int64? {
        guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(digits)
    }

    private static func billionths(_ digits: some StringProtocol) -> Int64? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return number(String((digits + "000000000").prefix(9)))
    }
}
