import Foundation
import Testing

@testable import Localization

/// The language that a tag names.
func tag(_ name: String) throws -> LanguageTag {
    try #require(LanguageTag(name))
}

/// The languages that tags name.
func tags(_ names: [String]) throws -> [LanguageTag] {
    try names.map(tag)
}

extension Localizer {
    /// The text of a key that need not be in the catalogues of the program.
    func callAsFunction(_ key: String, _ substitutions: [String: Substitution] = [:]) -> String {
        self(Message(key, substitutions))
    }
}

/// The folder with the package's manifest.
let packageFolder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

/// A test's private folder, removed at its end.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "localization-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Data(text.utf8), to: name)
    }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return file.path
    }
}
