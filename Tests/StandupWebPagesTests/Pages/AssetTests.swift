import Assets
import MeetingModel
import MeetingSocket
import Testing
import TestSupport

@testable import StandupFeatures
@testable import Web

@Suite("The files of the pages") struct AssetTests {
    private func text(_ asset: WebAsset) throws -> String { try read(AssetFolder.locate(asset.path)) }

    @Test func `include a script of at most 21 kB`() throws {
        #expect(try bytes(of: AssetFolder.locate(WebAsset.script.path)).count <= 21_000)
    }

    @Test(arguments: WebAsset.allCases)
    func `never make markup of a text, and get nothing from anywhere else`(_ asset: WebAsset) throws {
        let text = try text(asset)
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc", ".style",
            "setAttribute('style", "setAttribute('on", "setAttribute('href", "setAttribute('src", "import ", "@import",
            "url(", "https:", "//cdn", "javascript:", "<script",
        ] {
            #expect(!text.contains(word), "\(word) in \(asset)")
        }
        let address = "http://www.w3.org/2000/svg"
        #expect(!text.replacing(address, with: "").contains("http:"))
    }

    @Test(arguments: Theme.allCases)
    func `include a style with the colors of all themes, on which the text is readable`(_ theme: Theme) throws {
        let hex = String(theme.color.hex, radix: 16)
        let color = "#" + String(repeating: "0", count: 6 - hex.count) + hex
        let text = theme.hasLightText ? "#fff" : "#000"
        #expect(try self.text(.style).contains(".theme-\(theme.rawValue) { --accent: \(color); --on-accent: \(text);"))
        #expect(contrast(theme.color, theme.hasLightText ? RGB(0xffffff) : RGB(0)) >= 4.5)
    }

    /// The contrast of two colors, as WCAG 2 defines it.
    private func contrast(_ first: RGB, _ second: RGB) -> Double {
        func luminance(_ color: RGB) -> Double {
            func linear(_ value: Int) -> Double {
                let part = Double(value) / 255
                return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
            }
            return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
        }
        let (light, dark) = (max(luminance(first), luminance(second)), min(luminance(first), luminance(second)))
        return (light + 0.05) / (dark + 0.05)
    }

    /// A number to the power of 2.4: its square, and its fifth root squared.
    private func power(_ base: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
        return base * base * root * root
    }

    @Test func `include a script that finds its parts in the live page`() throws {
        let script = try text(.script)
        let page = try #require(SamplePage.all.first { $0.name == "live" })
        let elements = ParsedHTML.elements(of: try #require(ParsedHTML.parse(page: try page.bytes(.speak, "en"))))
        let ids = Set(elements.compactMap { $0.attributes["id"] })
        let wanted = script.matches(of: /byId\('([a-zA-Z-]+)'\)/).map { String($0.1) }
        #expect(wanted.count > 10)
        for id in wanted where !["secret", "joining", "play", "update"].contains(id) {
            #expect(ids.contains(id), "\(id)")
        }
        for id in [
            "place", "next", "recording", "consent", "noLines", "elapsed", "remaining", "turn-text", "turn-label",
            "here",
            "turn-alert",
        ] {
            #expect(ids.contains(id), "\(id)")
        }
        let data = Set(elements.flatMap { $0.attributes.keys.filter { $0.hasPrefix("data-") } })
        for name in script.matches(of: /texts\.([a-zA-Z]+)/).map({ String($0.1) }) {
            let attribute = "data-" + name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
            #expect(data.contains(attribute), "\(attribute)")
        }
    }

    @Test(arguments: LiveCondition.allCases)
    func `include a script with the same conditions as the page`(_ condition: LiveCondition) throws {
        let script = try text(.script)
        let body = try #require(script.firstRange(of: "function conditions"))
        #expect(script[body.lowerBound...].prefix(1200).contains(try Regex("\\b\(condition.rawValue)\\b")))
    }

    @Test func `are allowed by the policy, and nothing else is`() {
        let policy = ResponsePolicy.contentSecurity
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
        #expect(policy.contains("require-trusted-types-for 'script'; trusted-types 'none'"))
    }
}
