import MeetingSocket
import Testing

@testable import Web

@Suite("The links and forms of the pages") struct PageLinkTests {
    /// All pages, each for those who may read it.
    static let cases: [(name: String, role: Role?)] = SamplePage.all.flatMap { page in
        guard let right = page.right else { return ([nil] + Role.allCases).map { (page.name, $0) } }
        return Role.allCases.filter { $0.may(right) }.map { (page.name, $0) }
    }

    private func elements(_ name: String, _ role: Role?) throws -> [(name: String, attributes: [String: String])] {
        let page = try #require(SamplePage.all.first { $0.name == name })
        return ParsedHTML.elements(of: try #require(ParsedHTML.parse(page: try page.bytes(role, "en"))))
    }

    @Test(arguments: cases)
    func `lead to addresses that the server has, and that the reader may use`(_ name: String, _ role: Role?) throws {
        for element in try elements(name, role) {
            for attribute in ["href", "src", "action"] {
                guard let link = element.attributes[attribute], !link.hasPrefix("#") else { continue }
                let target = String(link.prefix { $0 != "#" })
                let route = try #require(WebRoute(target: target), "\(link)")
                #expect(route.url.description.hasPrefix(target) || target.contains("?"), "\(link)")
                let method: WebMethod = element.attributes["method"] == "post" ? .post : .get
                switch route.access(method) {
                case .everybody: break
                case .right(let right): #expect(role?.may(right) == true, "\(link)")
                case .notAllowed: Issue.record("\(method) \(link)")
                }
            }
        }
    }

    @Test(arguments: cases)
    func `post only what the reader may do`(_ name: String, _ role: Role?) throws {
        let page = try #require(SamplePage.all.first { $0.name == name })
        let nodes = try #require(ParsedHTML.parse(page: try page.bytes(role, "en")))
        for form in ParsedHTML.forms(of: nodes) where form.method == "post" {
            let fields = FormFields(RelativeURL(["x"], query: form.fields).description.dropFirst(3).utf8)
            switch WebRoute(target: form.action) {
            case .command:
                let command = try #require(WebCommand(fields), "\(form)")
                #expect(role?.may(command.right) == true, "\(command)")
            case .correction: #expect(CorrectionForm(fields) != nil && role?.may(.correct) == true)
            case .update: #expect(UpdateForm(fields) != nil && role?.may(.writeUpdate) == true)
            case .voice: #expect(VoiceForm(fields) != nil && role?.may(.ownVoice) == true)
            case .points: #expect(fields["point"] != nil && role?.may(.markPoints) == true)
            case .join: #expect(form.fields.map(\.name) == ["secret"])
            default: Issue.record("no form posts to \(form.action)")
            }
        }
    }

    @Test(arguments: cases)
    func `have no id and no name of a field twice in a page or a form`(_ name: String, _ role: Role?) throws {
        let elements = try elements(name, role)
        let ids = elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for attribute in ["for", "aria-describedby", "aria-labelledby"] {
            for reference in elements.compactMap({ $0.attributes[attribute] }) { #expect(ids.contains(reference)) }
        }
    }
}
