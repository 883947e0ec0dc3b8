import MeetingHistory

@testable import Team

/// The address of a team's server, and the values that such a server, or an impostor, sends.
enum TeamServerFuzzing {
    /// Reads an address if the first byte is even, otherwise a value, whose type the second byte chooses.
    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first, first % 2 == 1 else {
            return try readAddress(String(decoding: bytes.dropFirst(), as: UTF8.self))
        }
        let types: [UInt32] = [16, 17, 19, 20, 21, 23, 25, 1009, 1016, 2278, 0]
        let type = types[Int(bytes.dropFirst().first ?? 0) % types.count]
        let value = Array(bytes.dropFirst(2)).withUnsafeBytes { PostgreSQLValue(type: type, $0) }
        guard let value else { return }
        let again = (value.encoded ?? []).withUnsafeBytes { PostgreSQLValue(type: value.type, $0) }
        try require(again == value || value == .null, "\(value) is sent as \(String(describing: again))")
    }

    /// No address holds a password, and none of another machine is used without verified TLS.
    private static func readAddress(_ text: String) throws {
        guard let address = try attempt({ try PostgreSQLAddress(text) }) else { return }
        try requireLine(address.server)
        let values = Dictionary(address.parameters.map { ($0.keyword, $0.value) }) { $1 }
        try require(values["password"] == nil && values["sslpassword"] == nil, "a password in \(text.debugDescription)")
        let hosts = (values["hostaddr"] ?? "").isEmpty ? (values["host"] ?? "").split(separator: ",") : []
        let isElsewhere = hosts.contains { $0.first?.isLetter == true && $0 != "localhost" }
        try require(!isElsewhere || values["sslmode"] == "verify-full", "no verified TLS to \(text.debugDescription)")
    }
}
