/// The choice of microphone and loudspeaker.
package struct DevicesScreen: Hashable, Sendable, Codable {
    /// A device.
    package struct Row: Hashable, Sendable, Codable {
        /// What people call it.
        package var label: String
        /// Channels and rate, "default" and the like.
        package var detail: String
        /// Whether it is the one that is used.
        package var isChosen: Bool

        /// A row.
        package init(label: String, detail: String, isChosen: Bool) {
            self.label = label
            self.detail = detail
            self.isChosen = isChosen
        }
    }

    /// The heading.
    package var title: String
    /// The heading above the microphones.
    package var inputsTitle: String
    /// The microphones; `select` counts in them and goes on in the loudspeakers.
    package var inputs: [Row]
    /// The heading above the loudspeakers.
    package var outputsTitle: String
    /// The loudspeakers.
    package var outputs: [Row]
    /// The row that the keys work on.
    package var selected: Int
    /// The level of the microphone that is chosen, 0 to 1; nil while it is not heard.
    package var level: Double?
    /// What the level means: "speak to try it", "no sound comes", a problem.
    package var levelText: String
    /// "Looking for devices…", or why there are none.
    package var state: String?

    /// The screen.
    package init(
        title: String, inputsTitle: String, inputs: [Row], outputsTitle: String, outputs: [Row], selected: Int,
        level: Double? = nil, levelText: String, state: String? = nil
    ) {
        self.title = title
        self.inputsTitle = inputsTitle
        self.inputs = inputs
        self.outputsTitle = outputsTitle
        self.outputs = outputs
        self.selected = selected
        self.level = level
        self.levelText = levelText
        self.state = state
    }
}
