/// The choice of microphone, call, loudspeaker and speech model.
package struct DevicesScreen: Hashable, Sendable, Codable {
    package struct Row: Hashable, Sendable, Codable {
        package var label: String
        /// Details: channels, sample rate, "default" and the like.
        var detail: String
        var isChosen: Bool
        /// Whether it is a speech model that is not installed.
        var isMissing: Bool = false
    }

    package var title: String
    var inputsTitle: String
    /// The microphones; `select` counts them first, then the calls, then the loudspeakers.
    package var inputs: [Row]
    var callsTitle: String
    /// The sources of a call.
    package var calls: [Row]
    var outputsTitle: String
    var outputs: [Row]
    var modelsTitle: String
    /// The speech models; `select` counts them last.
    package var models: [Row]
    var selected: Int
    /// The level of the chosen microphone, 0 to 1; nil while it is not captured.
    var level: Double?
    /// The status of the level: "speak to try it", "no sound comes", or a problem.
    var levelText: String
    /// "Looking for devices…", or why there are none.
    package var state: String?
}
