import StandupFeatures

extension Entry {
    /// Dialogs in front of any screen.
    static let others = [
        Entry("help", "All keys") { $0.perform(.help) },
        Entry("help-further", "All keys, scrolled down") { $0.perform(.help, .pageDown, .pageDown, .down) },
        Entry("help-in-meeting", "All keys, those of the running meeting first", at: .start("Engineering")) { scene in
            scene.perform(.start, .help)
        },
    ]
}
