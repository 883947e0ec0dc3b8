import StandupFeatures

extension SampleHistory {
    /// The minutes as each of three destinations would get them; the template of one is broken.
    static let previews = [
        PostPreview(
            destination: "team", service: "slack",
            message: .success([
                "*Engineering*, 2026-03-06 09:00", "", "*Ann*", "• done: Yesterday I finished the login page.",
                "• plan: Look at what the customers wrote about the new form", "", "*Dana*",
                "> I'm with the customers.",
                "• blocker: The server needs more memory, so I can't move the database and everything that depends on it.",
            ])),
        PostPreview(
            destination: "json", service: "json",
            message: .success([
                "{", "  \"title\": \"Engineering\",", "  \"points\": [",
                "    {\"kind\": \"done\", \"name\": \"Ann\", \"text\": \"Yesterday I finished the login page.\"},",
                "    {\"kind\": \"blocker\", \"name\": \"Dana\", \"text\": \"The server needs more memory.\"}", "  ]",
                "}",
            ])),
        PostPreview(
            destination: "board", service: "matrix",
            message: .failure(.other("template /home/ann/board.txt has no end of {{#people}}; add {{/people}}"))),
    ]
}
