import Foundation
import MeetingModel

/// Why a point of an answer is not used.
package enum PointRejection: String, Hashable, Sendable, CaseIterable {
    /// It is not as the schema says: an unknown kind, a missing, additional or wrong field.
    case malformed
    case uncited
    /// It cites a line, or continues a point, that the question does not have.
    case wrongCitation
    /// Its text is empty or too long.
    case text
    /// Fewer than a third of its words are in the lines that it cites, as in another language.
    case unrelated
    /// Its text has a name that the lines do not have.
    case strangeName
    case duplicate
    /// The answer has more points than a person can have made.
    case excess
}

/// The points of an answer, checked against its question.
struct AssistantAnswer: Hashable, Sendable {
    /// A point that passed.
    struct Found: Hashable, Sendable {
        let kind: Point.Kind
        let text: String
        /// The indices of the cited lines, in order; at least one.
        let lines: [Int]
        let continues: Point.ID?
    }

    /// The points that passed.
    private(set) var points: [Found] = []
    /// The others, by the reason.
    private(set) var rejected: [PointRejection: Int] = [:]

    /// Reads an answer; nil if it is not JSON with a list of points.
    ///
    /// Only what the question asked for is used, whatever the answer says: its text is checked, and its times are those
    /// of the lines that it cites.
    init?(_ text: String, to question: AssistantQuestion) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(Self.json(in: text).utf8)) else {
            return nil
        }
        let check = PointCheck(question)
        for (number, point) in answer.points.enumerated() {
            if number >= question.mostPoints {
                rejected[.excess, default: 0] += 1
                continue
            }
            switch check.result(point.content) {
            case .success(let found):
                let isNew = !points.contains { $0.kind == found.kind && $0.text.folded == found.text.folded }
                if isNew { points.append(found) } else { rejected[.duplicate, default: 0] += 1 }
            case .failure(let reason): rejected[reason.reason, default: 0] += 1
            }
        }
    }

    /// The JSON of an answer, without the thoughts of a model; in an answer with one block of Markdown, that block.
    private static func json(in text: String) -> Substring {
        var json = text.trimmed
        if json.hasPrefix("<think>"), let end = json.firstRange(of: "</think>") {
            json = json[end.upperBound...].trimmed
        }
        if json.hasPrefix("```"), json.hasSuffix("```"), json.count > 6, let line = json.firstIndex(of: "\n") {
            return json[line...].dropLast(3)
        }
        // Some models explain before or after it.
        let parts = json.hasPrefix("{") ? [] : json.split(separator: "```", omittingEmptySubsequences: false)
        if parts.count == 3, let line = parts[1].firstIndex(of: "\n") { json = parts[1][line...] }
        return json
    }
}

private struct Answer: Decodable {
    /// A point, or nil if it is not as the schema says.
    struct Item: Decodable {
        let content: AnsweredPoint?

        init(from decoder: any Decoder) throws { content = try? AnsweredPoint(from: decoder) }
    }

    let points: [Item]

    private enum Key: String, CodingKey { case points }

    init(from decoder: any Decoder) throws {
        points = try decoder.container(keyedBy: Key.self).decode([Item].self, forKey: .points)
    }
}

private struct AnsweredPoint: Decodable {
    let kind: String
    let text: String
    let lines: [Int]
    let continues: Int

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: AnyKey.self)
        let known: Set = ["kind", "text", "lines", "continues"]
        // Another field, such as `person`, would say what this point cannot.
        guard fields.allKeys.allSatisfy({ known.contains($0.stringValue) }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "unknown field"))
        }
        kind = try fields.decode(String.self, forKey: AnyKey(stringValue: "kind"))
        text = try fields.decode(String.self, forKey: AnyKey(stringValue: "text"))
        lines = try fields.decode([Int].self, forKey: AnyKey(stringValue: "lines"))
        continues = try fields.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: "continues")) ?? 0
    }
}

private struct Rejected: Error {
    let reason: PointRejection
}

private struct PointCheck {
    private let question: AssistantQuestion
    private let names: NameCheck

    /// The longest text of a point, in characters.
    private static let longestText = 300

    init(_ question: AssistantQuestion) {
        self.question = question
        names = NameCheck(question)
    }

    func result(_ point: AnsweredPoint?) -> Result<AssistantAnswer.Found, Rejected> {
        guard let point, let kind = Point.Kind(rawValue: point.kind), question.kinds.contains(kind) else {
            return .failure(Rejected(reason: .malformed))
        }
        guard !point.lines.isEmpty else { return .failure(Rejected(reason: .uncited)) }
        guard point.lines.allSatisfy({ (1...question.lines.count).contains($0) }),
            (0...question.openPoints.count).contains(point.continues)
        else { return .failure(Rejected(reason: .wrongCitation)) }
        let text = point.text.inOneLine
        guard !text.isEmpty, text.count <= Self.longestText else { return .failure(Rejected(reason: .text)) }
        let lines = Set(point.lines.map { $0 - 1 }).sorted()
        let open = point.continues > 0 ? question.openPoints[point.continues - 1] : nil
        guard isRelated(text, to: lines.flatMap(said(in:))) else { return .failure(Rejected(reason: .unrelated)) }
        // A point of the whole meeting belongs to whoever said its last line.
        if case .meeting = question.subject, let last = lines.last, !isRelated(text, to: said(in: last)) {
            return .failure(Rejected(reason: .unrelated))
        }
        guard !names.namesStranger(text, said: lines.flatMap(said(in:)) + [open?.text].compactMap(\.self)) else {
            return .failure(Rejected(reason: .strangeName))
        }
        return .success(.init(kind: kind, text: text, lines: lines, continues: open?.id))
    }

    /// What a line says; in the question about the whole meeting, with the name of its speaker.
    private func said(in line: Int) -> [String] {
        let text = question.lines[line].text
        guard case .meeting = question.subject else { return [text] }
        return [text, question.names[question.lines[line].attendee] ?? ""]
    }

    /// Whether at least a third of the words of a text were said.
    private func isRelated(_ text: String, to said: [String]) -> Bool {
        let said = Set(said.flatMap(\.stems))
        let stems = text.stems
        let common = stems.filter(said.contains).count
        return common > 0 && common * 3 >= stems.count
    }
}

extension String {
    /// The beginnings of its words, in lower case: forms of a word mostly differ at their ends.
    ///
    /// Four letters; two in scripts whose letters are syllables or words.
    fileprivate var stems: [Substring] {
        lowercased().split { !$0.isLetter && !$0.isNumber }
            .map { word in
                let isSyllabic = word.unicodeScalars.first.map { $0.value >= 0x2e80 } ?? false
                return word.prefix(isSyllabic ? 2 : 4)
            }
    }
}
