internal import Glibc

package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes in network order: 4 or 16.
    package let bytes: [UInt8]

    /// Reads an address without brackets or a port; an IPv4 address mapped into IPv6 becomes one of IPv4.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45 else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, String(text), &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, String(text), &six) == 1 {
            let all = withUnsafeBytes(of: six) { Array($0) }
            let isMapped = all[..<10].allSatisfy { $0 == 0 } && all[10...11] == [0xff, 0xff]
            bytes = isMapped ? Array(all[12...]) : all
        } else {
            return nil
        }
    }

    /// Reads the host of a URL, in which an IPv6 address has brackets; nil if it is a name.
    package init?(host: String) {
        self.init(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
    }

    package var isVersion6: Bool { bytes.count == 16 }

    package var isLoopback: Bool {
        isVersion6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 : bytes[0] == 127
    }

    /// Whether it stands for all addresses of this machine.
    var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    package var description: String {
        var text = [CChar](repeating: 0, count: 64)
        _ = bytes.withUnsafeBytes { inet_ntop(isVersion6 ? AF_INET6 : AF_INET, $0.baseAddress, &text, 64) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package var host: String { isVersion6 ? "[\(self)]" : description }

    /// What failed attempts are counted by: the address, or the network of an IPv6 one, since a machine has a whole one.
    package var client: String {
        isVersion6 ? bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") : description
    }
}
