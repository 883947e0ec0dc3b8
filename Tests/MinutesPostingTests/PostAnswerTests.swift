import Testing
import TestSupport

@testable import Minutes
@testable import StandupSpeech

/// What the services answer, and what that means.
@Suite(.timeLimit(.minutes(5))) struct `A destination of minutes` {
    private func destination(_ service: PostService) -> PostDestination {
        var destination = PostDestination(name: "here", service: service)
        destination.room = "!ab/c:example.org"
        return destination
    }

    private func post(
        _ service: PostService, to server: SpeechServerDouble, key: String? = nil,
        timeLimits: HTTPTimeLimits = HTTPTimeLimits(response: .seconds(60))
    ) throws -> PostOutcome {
        let access = PostClient.Access(
            address: try SecretAddress(server.base + "/T0SECRETTOKEN"), key: key.flatMap { APIKey($0) })
        return PostClient(timeLimits: timeLimits).send(
            try standardContent(sampleMessage(), for: service), to: destination(service), with: access,
            transaction: "txn 1")
    }

    private static let cases: [(PostService, SpeechServerDouble.Reply, PostOutcome)] = [
        (.slack, .answer(200, "ok", type: "text/html"), .sent),
        (.slack, .answer(200, "invalid_payload"), .refused("it answers: invalid_payload")),
        (.slack, .answer(200, "<html>Log in</html>"), .refused("it answers 200 with a web page; check the address")),
        (.slack, .answer(404, "no_service"), .refused("status 404: no_service")),
        (
            .slack, .answer(403, "action_prohibited"),
            .refused("it rejects the address or the key, status 403: action_prohibited")
        ),
        (.slack, .answer(410, "channel_is_archived"), .refused("status 410: channel_is_archived")),
        (.slack, .answer(429, "rate_limited", headers: ["Retry-After: 30"]), .later("it is busy", after: .seconds(30))),
        (.slack, .answer(500, "rollup_error"), .later("status 500: rollup_error", after: nil)),
        (.slack, .answer(503, "", headers: ["Retry-After: 7"]), .later("status 503", after: .seconds(7))),
        (.slack, .answer(504, ""), .unknown("status 504")),
        (
            .slack, .answer(302, "", headers: ["Location: http://127.0.0.1:1/elsewhere"]),
            .refused("it redirects to another address, which is not followed")
        ),
        (.slack, .answer(400, "no such path"), .refused("status 400, with an answer of 12 bytes")),
        (.mattermost, .answer(200, "ok"), .sent),
        (
            .mattermost,
            .answer(
                400, #"{"id":"web.incoming_webhook.text.app_error","message":"No text specified","status_code":400}"#),
            .refused("status 400: web.incoming_webhook.text.app_error")
        ),
        (.mattermost, .answer(200, #"{"message":"Unable","status_code":500}"#), .refused("it answers with an error")),
        (.json, .answer(204, ""), .sent),
        (.json, .answer(200, ""), .sent), (.json, .answer(202, "Accepted\n"), .sent), (.json, .answer(200, "1"), .sent),
        (.json, .answer(200, "OK"), .sent), (.json, .answer(200, "[]"), .sent),
        (.json, .answer(200, "<html></html>"), .refused("it answers 200 with a web page; check the address")),
        (.json, .answer(200, "Please log in"), .refused("it answers 200 with no JSON; check the address")),
        (.json, .answer(200, #"{"error":null,"ok":true}"#), .sent),
        (.json, .answer(200, #"{"ok":false,"error":"no such team"}"#), .refused("it answers with an error")),
        (.json, .answer(200, #"{"error":{"code":3}}"#), .refused("it answers with an error")),
        (.matrix, .answer(200, #"{"event_id":"$1"}"#), .sent),
        (.matrix, .answer(200, "{}"), .refused("its answer has no event; check the server")),
        (
            .matrix, .answer(403, #"{"errcode":"M_FORBIDDEN","error":"not in the room"}"#),
            .refused("it rejects the address or the key, status 403: M_FORBIDDEN")
        ),
        (
            .matrix, .answer(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}"#),
            .later("it is busy", after: .milliseconds(1500))
        ),
    ]

    @Test(arguments: cases.indices)
    func `answers, and the answer is understood`(index: Int) throws {
        let (service, reply, outcome) = Self.cases[index]
        let server = try SpeechServerDouble { _, _ in reply }
        #expect(try post(service, to: server) == outcome)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: PostService.allCases.filter { $0 != .command }, [200, 400, 403, 500, 504])
    func `shows and stores no part of the address that it answers with`(service: PostService, status: Int) throws {
        let secret = "T0SECRETTOKEN"
        let forms = [
            secret, secret.lowercased(), String(secret.prefix(8)), secret.map(String.init).joined(separator: " "),
            "%54%30SECRETTOKEN", String(secret.reversed()), "t0_secret_token", "no_service\(secret)",
        ]
        for form in forms {
            for body in [
                form, #"{"error":"\#(form)","errcode":"\#(form)","id":"\#(form)","message":"\#(form)","ok":false}"#,
            ] {
                let server = try SpeechServerDouble { _, _ in .answer(status, body) }
                let reason =
                    switch try post(service, to: server) {
                    case .refused(let reason), .later(let reason, _), .unknown(let reason): reason
                    case .sent: ""
                    }
                #expect(
                    !reason.isEmpty && !reason.contains(form) && !reason.lowercased().contains("secret"), "\(reason)")
            }
        }
    }

    @Test func `gets JSON in one POST`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        #expect(try post(.slack, to: server) == .sent)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/v1/T0SECRETTOKEN")
        #expect(request.headers["content-type"] == "application/json; charset=utf-8")
        #expect(try JSON(String(decoding: request.body, as: UTF8.self))["text"]?.text?.contains("Daily") == true)
    }

    @Test func `of Matrix gets a PUT with the room, the transaction id and the token`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(200, #"{"event_id":"$1"}"#) }
        #expect(try post(.matrix, to: server, key: "syt_1") == .sent)
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT" && request.headers["authorization"] == "Bearer syt_1")
        #expect(
            request.path
                == "/v1/T0SECRETTOKEN/_matrix/client/v3/rooms/%21ab%2Fc%3Aexample.org/send/m.room.message/txn%201"
        )
    }

    @Test(arguments: [SpeechServerDouble.Reply.close, .half("ok"), .stuck("ok"), .nothing, .endless])
    func `whose answer is lost may have the minutes`(reply: SpeechServerDouble.Reply) throws {
        let server = try SpeechServerDouble { _, _ in reply }
        let limits = HTTPTimeLimits(stall: .milliseconds(200), response: .milliseconds(200))
        guard case .unknown = try post(.slack, to: server, timeLimits: limits) else {
            return #expect(Bool(false), "no answer is unknown")
        }
        try eventually("the request") { server.requests.count == 1 }
    }

    @Test func `that cannot be reached does not have the minutes`() throws {
        let server = try SpeechServerDouble { _, _ in .answer(200, "ok") }
        server.stop()
        let outcome = try post(.slack, to: server)
        guard case .later(let reason, after: nil) = outcome else { return #expect(outcome == .sent) }
        #expect(!reason.contains("SECRET") && !reason.contains("127.0.0.1"))
    }

    @Test(arguments: [
        ("http://example.org/x", SecretAddress.Problem.plain), ("ftp://example.org/x", .notAnAddress),
        ("hooks.slack.com", .notAnAddress), ("https://", .notAnAddress), ("", .notAnAddress),
    ])
    func `needs an encrypted address, which is never shown`(address: String, problem: SecretAddress.Problem) throws {
        #expect(throws: problem) { try SecretAddress(address) }
        let secret = try SecretAddress("http://example.org/T0SECRETTOKEN", plainHosts: ["example.org"])
        #expect("\(secret) \(String(reflecting: secret))" == "(address) (address)")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("SECRET"))
    }
}
