import Foundation
import MeetingHistory
import MeetingModel
import Testing

@Suite struct `Transcripts as data` {
    @Test func `csv has a header, one row for each utterance, and lines that end as RFC 4180 says`() throws {
        let date = "2026-02-04T09:30:00.125+01:00"
        #expect(
            try Sample.text(.csv)
                == [
                    "date,title,speaker,start,end,text,how",
                    "\"\(date)\",\"Daily\",\"Ann\",0.400,2.300,\"the login page works\",\"said\"",
                    "\"\(date)\",\"Daily\",\"Ann\",3.000,4.400,\"nothing blocks me\",\"said\"",
                    "\"\(date)\",\"Daily\",\"Bob\",9.000,9.900,\"search works\",\"said\"", "",
                ].joined(separator: "\r\n"))
    }

    @Test(arguments: [
        ("say \"hi\", ok", "\"say \"\"hi\"\", ok\""), ("a\nb", "\"a b\""), ("=1+1", "\"'=1+1\""),
        (" @x", "\" '@x\""), ("-5 degrees", "\"'-5 degrees\""), ("+x", "\"'+x\""), ("a - b", "\"a - b\""),
        ("a;=1", "\"a;'=1\""), ("a;\"=1", "\"a;\"\"'=1\""), ("\t=x", "\" '=x\""), ("＝x", "\"'＝x\""), ("", "\"\""),
    ])
    func `csv quotes texts, and disarms formulas`(text: String, field: String) {
        #expect(CSV.Field.text(text).description == field)
    }

    @Test(
        arguments: [
            (0, "0.000"), (1.2345, "1.235"), (-0.5, "-0.500"), (28_800.0004, "28800.000"), (.nan, ""), (.infinity, ""),
        ] as [(Double, String)])
    func `csv has numbers that need no quotes`(number: Double, field: String) {
        #expect(CSV.Field.number(number).description == field)
    }

    @Test(arguments: nastyTexts)
    func `csv survives a round trip, except for disarmed formulas`(text: String) throws {
        let meeting = Sample.meeting(names: (text, "Bob"), [Sample.utterance(Sample.ann, 0, text)])
        let rows = try parseCSV(Sample.text(.csv, meeting))
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0.count == 7 })
        #expect(rows[1][5].replacing("'", with: "") == DisplayText(text).description.replacing("'", with: ""))
        #expect(!"=+-@".contains(rows[1][5].first ?? "x"))
    }

    @Test func `json has a version, the words with their times, and times with a zone`() throws {
        let json = try #require(try object(Sample.text(.json)))
        #expect(json["version"] as? Int == 1)
        #expect(json["startedAt"] as? String == "2026-02-04T09:30:00.125+01:00")
        #expect(json["note"] == nil)
        #expect(json["recording"] == nil)
        let transcript = try #require(json["transcript"] as? [[String: Any]])
        let words = try #require(transcript[1]["words"] as? [[String: Any]])
        #expect(words.map { $0["text"] as? String } == ["nothing", "blocks", "me"])
        #expect(words.map { $0["start"] as? Double } == [3, 3.5, 4])
        let bob = try #require(try object(Sample.text(.json, of: Sample.bob)))
        #expect((bob["turns"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Bob"])
        #expect((bob["attendees"] as? [Any])?.count == 3)
    }

    @Test(arguments: nastyTexts + ["plain"])
    func `json matches the published schema`(text: String) throws {
        var meeting = Sample.meeting(title: text, names: (text, "Bob"), [Sample.utterance(Sample.ann, 0, text)])
        meeting.pauses.append(Pause(at: .zero, duration: .seconds(1), reason: .suspend))
        meeting.marks = [PassageMark(start: .zero, end: .seconds(1))]
        let schema = try #require(try object(String(contentsOfFile: schemaPath, encoding: .utf8)))
        let json = try JSONSerialization.jsonObject(with: Data(Sample.text(.json, meeting).utf8))
        #expect(Schema(root: schema).faults(json, schema, "$") == [])
    }

    @Test func `the schema's reader finds violations`() throws {
        let schema = try #require(try object(String(contentsOfFile: schemaPath, encoding: .utf8)))
        var json = try #require(try object(Sample.text(.json)))
        json["version"] = 2
        json["state"] = "over"
        json["duration"] = -1.0
        json["gaps"] = nil
        json["transcript"] = [["attendee": 5]]
        let faults = Schema(root: schema).faults(json, schema, "$")
        for place in [
            "$.version", "$.state", "$.duration", "$.gaps", "$.transcript[0].attendee", "$.transcript[0].text",
        ] {
            #expect(faults.contains { $0.hasPrefix(place + " ") }, "\(faults)")
        }
    }

    private var schemaPath: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path + "/docs/schema/meeting-export-1.json"
    }

    private func object(_ text: String) throws -> [String: Any]? {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }
}

/// Rows and fields, by the book; anything else is an error.
private func parseCSV(_ file: String) throws -> [[String]] {
    var rows: [[String]] = []
    var rest = Array(file.unicodeScalars)[...]
    while !rest.isEmpty {
        var row: [String] = []
        while true {
            var field = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                while let scalar = rest.popFirst() {
                    if scalar == "\"" {
                        guard rest.first == "\"" else { break }
                        rest.removeFirst()
                    }
                    field.append(scalar)
                }
            } else {
                while let scalar = rest.first, !",\r".unicodeScalars.contains(scalar) {
                    try #require(scalar != "\"" && scalar != "\n")
                    field.append(rest.removeFirst())
                }
            }
            row.append(String(field))
            guard rest.first == "," else { break }
            rest.removeFirst()
        }
        try #require(rest.popFirst() == "\r" && rest.popFirst() == "\n")
        rows.append(row)
    }
    return rows
}

/// As much of JSON Schema as the published one uses.
private struct Schema {
    let root: [String: Any]

    func faults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        var faults: [String] = []
        if let reference = schema["$ref"] as? String {
            let name = reference.components(separatedBy: "/").last ?? ""
            guard let target = (root["$defs"] as? [String: [String: Any]])?[name] else {
                return [place + " no such ref"]
            }
            faults += self.faults(value, target, place)
        }
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] }
        if let types, !types.contains(where: { isOf($0, value) }) { faults.append("\(place) is not \(types)") }
        if let constant = schema["const"] as? NSObject, constant != value as? NSObject {
            faults.append("\(place) is not \(constant)")
        }
        if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "") {
            faults.append("\(place) is none of \(values)")
        }
        if let number = value as? Double {
            if let least = schema["minimum"] as? Double, number < least { faults.append("\(place) is too small") }
            if let most = schema["maximum"] as? Double, number > most { faults.append("\(place) is too big") }
        }
        if let least = schema["minLength"] as? Int, (value as? String)?.count ?? least < least {
            faults.append("\(place) is too short")
        }
        if let object = value as? [String: Any] {
            for key in schema["required"] as? [String] ?? [] where object[key] == nil {
                faults.append("\(place).\(key) is missing")
            }
            for (key, part) in schema["properties"] as? [String: [String: Any]] ?? [:] {
                if let value = object[key] { faults += self.faults(value, part, "\(place).\(key)") }
            }
        }
        if let values = value as? [Any], let items = schema["items"] as? [String: Any] {
            for (index, value) in values.enumerated() { faults += self.faults(value, items, "\(place)[\(index)]") }
        }
        return faults
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "number": value is NSNumber
        case "null": value is NSNull
        default: false
        }
    }
}
