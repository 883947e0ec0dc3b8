import MeetingModel
import Sound
import Testing

@testable import StandupFeatures

@Suite("Addresses of places")
struct AddressTests {
    static let texts: [(String, Place)] = [
        ("standups", .list()),
        ("search", Place(.search())),
        (
            "search?words=login%20page&standup=Web&person=Ann&days=7",
            Place(.search(words: "login page", standup: "Web", person: "Ann", days: 7))
        ),
        (
            "search?words=a&since=2026-01-31&until=14d&any=yes&points=yes&dialog=until",
            Place(
                .searching(
                    PlaceInSearch(
                        words: "a", since: "2026-01-31", until: "14d", matchesAny: true, findsPoints: true,
                        dialog: .until)))
        ),
        ("standups?task=yes", Place(.list(), isTaskShown: true)),
        ("standup/3/meeting/1?find=a%26b&dialog=find", .meeting("3", meeting: "1", dialog: .find, find: "a&b")),
        (
            "standup/3/meeting/1?compared=1:3&dialog=compare",
            .meeting("3", meeting: "1", dialog: .compare, compared: ComparedTranscripts(from: 1, to: 3))
        ),
        ("standups?filter=x&attendee=Ann", .list(filter: "x", attendee: "Ann")),
        ("standups?filter=a%20%26%20b%3Dc%3F", .list(filter: "a & b=c?")),
        ("standups/add", .add()),
        ("standups/add?focus=title", .add(focus: .title)),
        ("devices", .devices),
        ("import", Place(.importing())),
        ("import?folder=/home/ann/my%20sound", Place(.importing(folder: "/home/ann/my sound"))),
        (
            "standup/3/import?folder=/tmp&file=a%26b.wav&dialog=speakers",
            Place(.importing(standup: "3", folder: "/tmp", file: "a&b.wav", dialog: .speakers))
        ),
        ("standup/3", .standup("3")),
        ("standup/Caf%C3%A9%2Fteam", .standup("Café/team")),
        ("standup/3/edit", .edit("3")),
        ("standup/3/edit?focus=attendee:2", .edit("3", focus: .attendee(2))),
        ("standup/3/edit?focus=slot-end", .edit("3", focus: .slotEnd)),
        ("standup/Daily/start", .start("Daily")),
        ("standup/Daily/record", .record("Daily")),
        ("standup/Daily/invitation", .invitation("Daily")),
        ("standup/3/meeting/1", .meeting("3", meeting: "1")),
        ("standup/3/meeting/0a-b?utterance=4", .meeting("3", meeting: "0a-b", utterance: 4)),
        (
            "standup/3/meeting/1?play=1:23&speed=1.5&speaker=Ann&channel=call",
            .meeting(
                "3", meeting: "1",
                playback: PlaybackPlace(from: .seconds(83), speed: PlaybackSpeed(1.5), speaker: "Ann", channel: .call))
        ),
        ("standup/3/meeting/1?play=0:00", .meeting("3", meeting: "1", playback: PlaybackPlace())),
        ("standups?filter=x&dialog=filter", .list(filter: "x", dialog: .filter)),
        ("standups?dialog=delete:3", .list(dialog: .delete("3"))),
        ("standups/add?focus=title&dialog=discard", .add(focus: .title, dialog: .discard)),
        ("standup/3?last=30&dialog=export", .standup("3", last: 30, dialog: .export([]))),
        ("standup/3?dialog=export:0a,1b", .standup("3", dialog: .export(["0a", "1b"]))),
        ("standup/3/invitation?dialog=invitations", Place(.invitation("3", dialog: .invitations))),
        ("standup/3?dialog=delete", .standup("3", dialog: .delete)),
        ("standup/3?dialog=update:Ann", .standup("3", dialog: .update("Ann"))),
        ("standup/3?dialog=remove:Ann", .standup("3", dialog: .removeAttendee("Ann"))),
        ("standup/3?dialog=delete-meeting:1", .standup("3", dialog: .deleteMeeting("1"))),
        ("standup/3/edit?dialog=changed", .edit("3", dialog: .changed)),
        ("standup/3/start?dialog=microphone", .start("3", dialog: .microphone)),
        ("standup/3/record?dialog=end", .record("3", dialog: .end)),
        ("standup/3/watch", Place(.watch("3"))),
        ("standup/3/meeting/1?utterance=4&dialog=move", .meeting("3", meeting: "1", utterance: 4, dialog: .move)),
        ("standup/3/devices", Place(.devices(.standup("3")))),
        ("standup/3/start/devices", Place(.devices(.start("3")))),
        ("standups?question=unreadable", Place(.list(), question: .unreadable)),
        (
            "standup/3?dialog=delete&question=interrupted:0a-b&help=yes",
            Place(.standup("3", dialog: .delete), question: .interrupted("0a-b"), isHelpOpen: true)
        ),
    ]

    @Test(arguments: texts)
    func `are texts that are read back unchanged`(address: String, place: Place) throws {
        #expect(place.address == address)
        #expect(try Place(address: address) == place)
    }

    @Test func `have alternative notations with the same meaning`() throws {
        #expect(try Place(address: "standups?attendee=Ann&filter=") == .list(attendee: "Ann"))
        #expect(try Place(address: "standups?") == .list())
        #expect(try Place(address: "standup/3/edit?focus=attendee%3A2") == .edit("3", focus: .attendee(2)))
        #expect(try Place(address: "standup/회의") == .standup("회의"))
        #expect(try Place(address: "standup/%ed%9a%8c") == .standup("회"))
    }

    @Test(
        arguments: [
            ("", AddressError.unknown("")), ("nowhere", .unknown("nowhere")), ("standup", .unknown("standup")),
            ("standup/", .unknown("standup/")), ("standup//edit", .unknown("standup//edit")),
            ("standups/", .unknown("standups/")), ("standups/add/x", .unknown("standups/add/x")),
            ("standup/3/fly", .unknown("standup/3/fly")), ("standup/3/meeting", .unknown("standup/3/meeting")),
            ("standup/3/meeting/", .unknown("standup/3/meeting/")), ("Devices", .unknown("Devices")),
            ("standup/%4", .malformedEscape("standup/%4")), ("standup/%zz", .malformedEscape("standup/%zz")),
            ("standup/%ff", .malformedEscape("standup/%ff")),
            ("standups?filter=%", .malformedEscape("standups?filter=%")),
            ("standups?color=red", .unknownParameter("color", "standups?color=red")),
            ("devices?focus=title", .unknownParameter("focus", "devices?focus=title")),
            ("standups?filter=a&filter=b", .repeatedParameter("filter", "standups?filter=a&filter=b")),
            ("standups/add?focus=color", .unknownField("color", "standups/add?focus=color")),
            ("standups/add?focus=attendee:-1", .unknownField("attendee:-1", "standups/add?focus=attendee:-1")),
            (
                "standups/add?focus=attendee:99999999999999999999",
                .unknownField("attendee:99999999999999999999", "standups/add?focus=attendee:99999999999999999999")
            ),
            ("standup/3/meeting/1?utterance=x", .notANumber("x", "standup/3/meeting/1?utterance=x")),
            ("search?days=3", .notAPeriod("3", "search?days=3")), ("search?days=x", .notAPeriod("x", "search?days=x")),
            ("standup/3/meeting/1?play=soon", .notPlayback("soon", "standup/3/meeting/1?play=soon")),
            ("standup/3/meeting/1?play=1&speed=9", .notPlayback("9", "standup/3/meeting/1?play=1&speed=9")),
            ("standup/3/meeting/1?play=1&channel=x", .notPlayback("x", "standup/3/meeting/1?play=1&channel=x")),
            ("standup/3/meeting/1?speed=1", .unknownParameter("speed", "standup/3/meeting/1?speed=1")),
            ("devices?dialog=delete", .unknownDialog("delete", "devices?dialog=delete")),
            ("search?dialog=delete", .unknownDialog("delete", "search?dialog=delete")),
            ("search?since=soon", .notADay("soon", "search?since=soon")),
            ("search?any=no", .notAFlag("any", "search?any=no")),
            ("standup/3/meeting/1?compared=1", .notComparable("1", "standup/3/meeting/1?compared=1")),
            ("standup/3/meeting/1?compared=1:-2", .notComparable("1:-2", "standup/3/meeting/1?compared=1:-2")),
            ("standups?task=1", .notAFlag("task", "standups?task=1")),
            ("standup/3?dialog=discard", .unknownDialog("discard", "standup/3?dialog=discard")),
            ("standup/3?dialog=delete-meeting:", .unknownDialog("delete-meeting:", "standup/3?dialog=delete-meeting:")),
            ("standups?dialog=delete", .unknownDialog("delete", "standups?dialog=delete")),
            ("standups?question=end", .unknownDialog("end", "standups?question=end")),
            ("standups?help=no", .notAFlag("help", "standups?help=no")),
            ("standup/3/meeting/1?utterance=-1", .notANumber("-1", "standup/3/meeting/1?utterance=-1")),
        ])
    func `that cannot be read give an error with the problem, the address and the remedy`(
        address: String, error: AddressError
    ) throws {
        #expect(throws: error) { try Place(address: address) }
        #expect(error.description.contains(DisplayText(quoting: address).description))
        #expect(error.description.split(separator: "; ").count == 2)
    }

    @Test func `an error contains no control characters of the address`() {
        let error = #expect(throws: AddressError.self) { try Place(address: "x\u{1b}]0;evil\u{7}\n") }
        #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }

    @Test func `any place comes back from its address`() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            let place = Place.random(using: &generator)
            let address = place.address
            #expect(try Place(address: address) == place, "\(address)")
            #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "\(address)")
        }
    }

    @Test
    func `every dialog of every screen, the application's questions and the help come back from their addresses`()
        throws
    {
        let routes: [Place.Route] =
            [nil, ListDialog.filter, .delete("é/3:?")].map { .list(filter: "a&b", attendee: "Ann", dialog: $0) }
            + [DevicesOrigin.list, .standup("3"), .start("Café")].map { .devices($0) }
            + ([nil] + FormDialog.allCases).map { .add(focus: .vocabulary, dialog: $0) }
            + ([nil] + FormDialog.allCases).map { .edit("3", focus: .attendee(1), dialog: $0) }
            + [
                nil, PageDialog.delete, .export([]), .export(["0a", "é,%:"]), .deleteMeeting("0a:%"), .update(nil),
                .update("Ann: é"),
            ].map { .standup("3", dialog: $0) }
            + ([nil] + SearchDialog.allCases).map { .searching(PlaceInSearch(person: "Ann", dialog: $0)) }
            + ([nil] + InvitationDialog.allCases).map { .invitation("3", dialog: $0) }
            + ([nil] + StartDialog.allCases).map { .start("3", dialog: $0) }
            + ([nil] + RecordDialog.allCases).map { .record("3", dialog: $0) }
            + ([nil] + MeetingDialog.allCases).map {
                .meeting("3", meeting: "1", utterance: 4, dialog: $0, transcript: 2)
            }
        for route in routes {
            for question in [nil, Place.Question.unreadable, .interrupted("0a:b")] {
                for (isHelpOpen, isTaskShown) in [(false, false), (true, false), (false, true)] {
                    let place = Place(route, question: question, isHelpOpen: isHelpOpen, isTaskShown: isTaskShown)
                    #expect(try Place(address: place.address) == place, "\(place.address)")
                }
            }
        }
    }

    @Test func `random bytes are read or refused, and never trap`() {
        var generator = SeededGenerator(seed: 12)
        let pieces = Array("standups/add?focus=attendee:2&filter=%ed%9a%8cmeeting/utterance=4devices#\u{0}é회".utf8)
        for _ in 0..<8000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                    : UInt8.random(in: 0...255, using: &generator)
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
        for _ in 0..<2000 {
            var bytes = Array(Place.random(using: &generator).address.utf8)
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// A parsed address means the same after it is written and read again.
    private func check(_ address: String) {
        guard let place = try? Place(address: address) else { return }
        let again = try? Place(address: place.address)
        #expect(again == place)
    }
}

extension Place {
    /// Any place.
    static func random(using generator: inout SeededGenerator) -> Place {
        let (text, other) = (randomText(using: &generator), randomText(using: &generator))
        let focus = Bool.random(using: &generator) ? FormFocus.random(using: &generator) : nil
        let number = Bool.random(using: &generator) ? Int.random(in: 0...Int.max, using: &generator) : nil
        let route: Route =
            switch Int.random(in: 0..<9, using: &generator) {
            case 0:
                .list(
                    filter: number == nil ? nil : text, attendee: focus == nil ? nil : other,
                    dialog: [nil, .filter, .delete(other)].randomElement(using: &generator) ?? nil)
            case 1:
                .devices([.list, .standup(text), .start(text)].randomElement(using: &generator) ?? .list)
            case 2: .add(focus: focus, dialog: .random(using: &generator))
            case 3:
                .standup(
                    text, last: number,
                    dialog: [nil, .delete, .deleteMeeting(other), .export([other, text])].randomElement(
                        using: &generator) ?? nil)
            case 4: .edit(text, focus: focus, dialog: .random(using: &generator))
            case 5: .start(text, dialog: .random(using: &generator))
            case 7:
                .searching(
                    PlaceInSearch(
                        words: text, standup: focus == nil ? nil : other, person: number == nil ? nil : text,
                        since: number == nil ? nil : "today", until: focus == nil ? nil : "14d",
                        matchesAny: number == nil, findsPoints: focus == nil, dialog: .random(using: &generator)))
            case 6: .record(text, dialog: .random(using: &generator))
            default:
                .meeting(
                    text, meeting: other, utterance: number, dialog: .random(using: &generator), transcript: number,
                    find: focus == nil ? nil : text, compared: number.map { ComparedTranscripts(from: $0, to: 2) })
            }
        return Place(
            route, question: [nil, nil, .unreadable, .interrupted(text)].randomElement(using: &generator) ?? nil,
            isHelpOpen: Bool.random(using: &generator), isTaskShown: Bool.random(using: &generator))
    }

    /// One to ten characters, with those that mean something in addresses among them.
    private static func randomText(using generator: inout SeededGenerator) -> String {
        let special = Array("/?&=%:#+ .~\u{0}\u{7f}\n\"é회👩‍👩‍👧")
        var text = ""
        for _ in 0..<Int.random(in: 1...10, using: &generator) {
            if Bool.random(using: &generator) {
                text.append(special[Int.random(in: 0..<special.count, using: &generator)])
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10ffff, using: &generator)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text.isEmpty ? "x" : text
    }
}

extension Optional where Wrapped: CaseIterable {
    /// Any case, or none.
    fileprivate static func random(using generator: inout SeededGenerator) -> Self {
        Bool.random(using: &generator) ? nil : Wrapped.allCases.randomElement(using: &generator)
    }
}

extension FormFocus {
    /// Any field.
    static func random(using generator: inout SeededGenerator) -> FormFocus {
        let fields: [FormFocus] = [
            .title, .length, .theme, .language, .slotEnd, .timeSharing, .warnings, .warningSounds, .vocabulary,
            .attendee(Int.random(in: 0...Int.max, using: &generator)),
        ]
        return fields[Int.random(in: 0..<fields.count, using: &generator)]
    }
}
