import Foundation
import Localization
import MeetingModel
import Testing

@Suite struct `A localizer` {
    static let english = """
        list:
          empty: No standups yet
          attendees:
            one: "%{count} attendee"
            other: "%{count} attendees"
        record:
          speaking: "%{name} speaks, and %{name} goes on"
          absent: Nobody
        """
    static let german = """
        list:
          empty: Noch keine Standups
          attendees:
            one: "%{count} Person"
            other: "%{count} Personen"
        record:
          speaking: "%{name} spricht, und %{name} spricht weiter"
        """

    static func localizer(_ languages: String...) throws -> Localizer {
        let texts = ["en": english, "de": german]
        let catalogues = try languages.map { name in
            let tag = try #require(LanguageTag(name))
            return try Catalogue(yaml: try #require(texts[tag.language]), language: tag, path: "\(name).yaml")
        }
        return Localizer(catalogues: catalogues, zone: .fixed(secondsFromUTC: 0))
    }

    @Test func `finds texts by their keys`() throws {
        let localizer = try Self.localizer("en")
        #expect(localizer("list.empty") == "No standups yet")
        #expect(try Self.localizer("de", "en")("list.empty") == "Noch keine Standups")
    }

    @Test func `fills a placeholder in any position`() throws {
        let localizer = try Self.localizer("en")
        #expect(localizer("record.speaking", ["name": .text("Ann")]) == "Ann speaks, and Ann goes on")
    }

    @Test func `does not expand placeholders inside values`() throws {
        let localizer = try Self.localizer("en")
        let text = localizer("record.speaking", ["name": .text("%{name} %{count}"), "count": .count(7)])
        #expect(text == "%{name} %{count} speaks, and %{name} %{count} goes on")
    }

    @Test func `lets no control sequence through`() throws {
        let localizer = try Self.localizer("en")
        let text = localizer("record.speaking", ["name": .text("Ann\u{1b}[2J\nBen")])
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!localizer.list(["Ann\u{1b}[2J"]).contains("\u{1b}"))
    }

    @Test(arguments: [(1, "1 attendee"), (0, "0 attendees"), (2, "2 attendees"), (1200, "1,200 attendees")])
    func `chooses the plural form by the count and writes it as the language does`(count: Int, text: String) throws {
        #expect(try Self.localizer("en")("list.attendees", ["count": .count(count)]) == text)
    }

    @Test func `falls back to the next language for a missing text`() throws {
        let localizer = try Self.localizer("de", "en")
        #expect(localizer("record.absent") == "Nobody")
    }

    @Test func `shows the key of a missing text`() throws {
        let localizer = try Self.localizer("en")
        #expect(localizer("list.nothing") == "list.nothing")
        #expect(localizer("record.speaking") == "%{name} speaks, and %{name} goes on")
        #expect(localizer("list.attendees") == "%{count} attendees")
        #expect(Localizer(catalogues: [])("list.empty") == "list.empty")
    }
}
