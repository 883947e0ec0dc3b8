import MeetingModel
import Testing

@testable import Web

@Suite("The writer of markup") struct HTMLWriterTests {
    /// Texts that would be markup, an attribute, a script or an address if they were not escaped.
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)' autofocus='",
        "\"\u{301} onfocus=alert(1) autofocus x=\"\u{301}", "<\u{338}b>", "&\u{301}lt;", "&lt;b&gt;", "&#60;b&#62;",
        "&amp", "]]>",
        "</title><script>", "</textarea>", "</noscript><p>", "<!--", "--><b>", "javascript:alert(1)", "{{title}}",
        "\u{202e}evil\u{202c}", "👩‍👩‍👧‍👦 가족 العائلة", "`${alert(1)}`", "\u{feff}<b>", "a\u{0}b", "", " ", "\n\n<",
    ]

    private func written(_ node: HTMLNode) -> [UInt8] {
        var writer = HTMLWriter()
        node.write(to: &writer)
        return writer.bytes
    }

    private func escaped(_ text: String) -> String {
        var writer = HTMLWriter()
        writer.writeEscaped(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: hostile)
    func `shows every text as it was written`(_ text: String) throws {
        let shown = text.replacing("\u{0}", with: "\u{fffd}")
        let node = HTMLTag.span(.set(.title, text), .data("x", text), .class(text)) { text }
        let parsed = try #require(ParsedHTML.parse(written(node)))
        let attributes = ["title": shown, "data-x": shown, "class": shown]
        #expect(parsed == [.element("span", attributes, shown.isEmpty ? [] : [.text(shown)])])
    }

    @Test func `escapes a quotation mark before a combining mark, for which a comparison of characters is blind`() {
        #expect(
            escaped("\"\u{301}<\u{301}>\u{338}&\u{301}'\u{301}")
                == "&quot;\u{301}&lt;\u{301}&gt;\u{338}&amp;\u{301}&#39;\u{301}")
    }

    @Test func `replaces what HTML does not allow, and keeps its neighbors`() {
        var expected: [UInt32: Bool] = [:]
        let edges: [UInt32] = [0xa0, 0xd7ff, 0xe000, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0x1fffd, 0x20000, 0x10fffd]
        for value in UInt32(0)...0x9f { expected[value] = true }
        for value in edges { expected[value] = true }
        for range in [0...0x1f, 0x7f...0x9f, 0xfdd0...0xfdef] as [ClosedRange<UInt32>] {
            for value in range { expected[value] = false }
        }
        for plane in UInt32(0)...16 {
            (expected[plane << 16 + 0xfffe], expected[plane << 16 + 0xffff]) = (false, false)
        }
        (expected[0x09], expected[0x0a]) = (true, true)
        for value in [0x22, 0x26, 0x27, 0x3c, 0x3e] as [UInt32] { expected[value] = nil }
        for (value, isKept) in expected {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(String.UnicodeScalarView([scalar])) + "b"
            #expect(
                escaped(text).unicodeScalars.elementsEqual((isKept ? text : "a\u{fffd}b").unicodeScalars), "\(value)")
        }
    }

    @Test func `writes the same bytes for the same value, also for a text of a million bytes`() throws {
        let text = String(repeating: "<é\">", count: 200_000)
        let node = HTMLTag.span { text }
        let bytes = written(node)
        #expect(bytes == written(node))
        #expect(ParsedHTML.parse(bytes) == [.element("span", [:], [.text(text)])])
    }

    @Test func `does not let a parser drop the first line break of a text area`() {
        #expect(written(HTMLTag.textarea { "\na" }) == Array("<textarea>\n\na</textarea>\n".utf8))
    }

    @Test(
        arguments: [
            (0.0, "0"), (1, "1"), (-1.5, "-1.5"), (33.333333, "33.33"), (0.05, "0.05"), (0.004, "0"), (.nan, "0"),
            (.infinity, "0"), (1e300, "0"),
        ])
    func `writes numbers with at most two decimal places`(_ number: Double, _ text: String) {
        #expect(HTMLAttribute.set(.x, number).value == text)
    }

    @Test func `has no element and no attribute that runs or loads something, and no address but relative ones`() {
        for name in [
            "script", "style", "iframe", "object", "embed", "base", "link", "meta", "template", "image", "use",
        ] {
            #expect(HTMLTag(rawValue: name) == nil)
        }
        for name in ["style", "srcdoc", "http-equiv", "content", "formaction", "href", "src", "xlink:href", "onclick"] {
            #expect(HTMLAttribute.Name(rawValue: name) == nil)
        }
        #expect(HTMLAttribute.link(.href, RelativeURL(["javascript:alert(1)"])).value == "/javascript%3Aalert%281%29")
    }

    @Test(arguments: hostile)
    func `writes a page whose head holds no text but the title`(_ text: String) throws {
        var document = HTMLDocument(language: text, title: text, bodyClass: text, body: [HTMLTag.main { text }])
        document.reload = 5
        let bytes = document.bytes
        #expect(bytes.starts(with: "<!DOCTYPE html>\n<html ".utf8))
        let parsed = try #require(ParsedHTML.parse(Array(bytes.dropFirst("<!DOCTYPE html>\n".utf8.count))))
        let elements = ParsedHTML.elements(of: parsed)
        #expect(
            elements.map(\.name) == [
                "html", "head", "meta", "meta", "meta", "meta", "meta", "title", "link", "link", "script", "noscript",
                "meta", "body", "main",
            ])
        #expect(
            elements.compactMap { $0.attributes["src"] ?? $0.attributes["href"] } == [
                "/icon.svg", "/style.css", "/script.js",
            ])
    }
}
