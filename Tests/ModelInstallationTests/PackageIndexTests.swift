import StandupSpeech
import Testing
import TestSupport

@testable import standup

/// Python package indexes: pip's configuration, and their pages.
@Suite(.timeLimit(.minutes(10))) struct PackageIndexTests {
    private func index(_ environment: [String: String], _ files: [String: String] = [:]) -> [String] {
        PackageIndex(environment: environment) { files[$0] }.addresses
    }

    @Test func `The default is the public index`() {
        #expect(index([:]) == ["https://pypi.org/simple"])
    }

    @Test func `The environment overrides the user's file, which overrides the system's`() {
        let files = [
            "/etc/pip.conf": "[global]\nindex-url = https://system/simple/\n",
            "/h/.config/pip/pip.conf": "[global]\nindex_url: https://user/simple\n",
            "/own": "[global]\nindex-url=https://own/simple",
        ]
        #expect(index([:], files) == ["https://system/simple"])
        #expect(index(["HOME": "/h"], files) == ["https://user/simple"])
        #expect(index(["HOME": "/h", "PIP_CONFIG_FILE": "/own"], files) == ["https://own/simple"])
        #expect(index(["HOME": "/h", "PIP_CONFIG_FILE": "/dev/null"], files) == ["https://pypi.org/simple"])
        #expect(index(["HOME": "/h", "PIP_INDEX_URL": "https://variable"], files) == ["https://variable"])
    }

    @Test func `Extra indexes come after the first, and no-index disables all`() {
        let file = """
            # of the company
            [global]
            index-url = https://a/simple
            extra-index-url =
                https://b/simple
                https://c/simple/
            ; [install]
            [list]
            index-url = https://wrong
            """
        let files = ["/etc/pip.conf": file]
        #expect(index([:], files) == ["https://a/simple", "https://b/simple", "https://c/simple"])
        #expect(index(["PIP_EXTRA_INDEX_URL": "https://d"], files) == ["https://a/simple", "https://d"])
        #expect(index(["PIP_NO_INDEX": "1"], files) == [])
    }

    @Test func `A file is found by name, at any address`() throws {
        let page = """
            <!DOCTYPE html><html><body>
            <a href="../../files/a_b-0.9.whl#sha256=00">a_b-0.9.whl</a>
            <a data-requires-python="&gt;=3" href="../../files/a_b-1.0.whl?x=1&amp;y=2#sha256=00">a_b-1.0.whl</a>
            <a href='https://elsewhere/c%2Bd-1.0.whl'>c+d-1.0.whl</a>
            <a href="file:///etc/e-1.0.whl">e-1.0.whl</a>
            </body></html>
            """
        let server = try SpeechServerDouble { _, _ in .answer(200, page, type: "text/html") }
        let index = PackageIndex(environment: ["PIP_INDEX_URL": server.base + "/simple/"]) { _ in nil }
        func find(_ file: String) throws -> String {
            try index.find(file, of: "A_.b", in: index.addresses[0], CurlTransport(), .downloads)
        }
        #expect(try find("a_b-1.0.whl") == "http://127.0.0.1:\(server.port)/v1/files/a_b-1.0.whl?x=1&y=2")
        #expect(server.requests.map(\.path) == ["/v1/simple/a-b/"])
        #expect(server.requests.first?.headers["accept"] == "text/html")
        #expect(try find("c+d-1.0.whl") == "https://elsewhere/c%2Bd-1.0.whl")
        #expect(throws: InstallationError.source("it has no e-1.0.whl")) { try find("e-1.0.whl") }
    }

    @Test func `An index without the project, or an invalid page, is reported`() throws {
        let server = try SpeechServerDouble { _, number in
            number == 1 ? .answer(404, "no") : number == 2 ? .answer(200, "<a href=x") : .close
        }
        let index = PackageIndex(addresses: [server.base])
        for reason in ["HTTP status 404", "it has no a.whl", "server returned nothing (no headers, no data)"] {
            #expect(throws: InstallationError.source(reason)) {
                try index.find("a.whl", of: "a", in: server.base, CurlTransport(), .downloads)
            }
        }
    }
}
