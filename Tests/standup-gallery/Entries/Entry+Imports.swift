import StandupFeatures

extension Entry {
    /// The import of a file: its choice, and the form.
    static let imports = [
        Entry("import-files", "The choice of a file", at: recordings),
        Entry("import-narrowed", "The names with a text", at: recordings) { $0.type("call 2") },
        Entry("import-nothing-found", "No name with a text", at: recordings) { $0.type("xyz") },
        Entry("import-path", "A path that is typed", at: recordings) { $0.type("~/monday") },
        Entry("import-unreadable", "A folder that cannot be read", at: Place(.importing(folder: "/home/ann"))) {
            scene in
            scene.type("secret")
            scene.perform(.activate)
        },
        Entry("import-not-sound", "A file that cannot be imported", at: recordings) { scene in
            scene.type("two")
            scene.perform(.activate)
        },
        Entry("import-empty", "A folder without recordings", at: Place(.importing(folder: "/home/ann/Archive"))),
        Entry("import", "The choices for the recording of a call", at: call),
        Entry("import-new", "A new standup for a recording", at: Place(.importing(folder: "/home/ann"))) { scene in
            scene.type("monday")
            scene.perform(.activate)
        },
        Entry("import-errors", "What is wrong stands where it is", at: call) { scene in
            scene.perform(.deleteToStart, .down, .down)
            scene.type("x")
            scene.perform(.activate)
        },
        Entry(
            "import-speakers", "The choice of the file that says who spoke when",
            at: Place(
                .importing(
                    standup: "Engineering", folder: "/home/ann/Recordings", file: "call 1.wav", dialog: .speakers))),
        Entry(
            "import-standups", "The standups of another app",
            at: Place(.importing(folder: "/home/ann", file: "standups.json"))),
    ]

    private static let recordings = Place(.importing(folder: "/home/ann/Recordings"))
    private static let call = Place(
        .importing(standup: "Engineering", folder: "/home/ann/Recordings", file: "call 1.wav"))
}
