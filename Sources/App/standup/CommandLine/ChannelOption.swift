public import ArgumentParser
public import MeetingModel
import Sound

/// The option of `export`, `play`, `import` and `transcribe` that selects one side of a call.
struct ChannelOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only the room or the call of a recording with both. Default: both.", valueName: "channel"))
    var channel: AudioChannel?
}

extension AudioChannel: ExpressibleByArgument {
    /// Checks that a sound file has a channel for the room and one for the call.
    func check(channelsOf path: String, _ count: Int) throws(Failure) {
        guard count != 2 else { return }
        throw Failure(
            .notFound,
            "\(DisplayText(quoting: path)) has \(count) channel\(count == 1 ? "" : "s"), not a room and a call; "
                + "leave out --channel")
    }
}

extension Meeting {
    /// Checks that the recording has a channel for the room and one for the call, if one of them is wanted.
    func check(_ channel: AudioChannel?) throws(Failure) {
        guard channel != nil, let recording, recording.channels < 2 else { return }
        throw Failure(.notFound, "\(DisplayText(quoting: title)) was recorded without a call; leave out --channel")
    }
}

extension Recording {
    /// What to read of the recording: a channel, or all of it; nil if it has one channel.
    func choice(_ channel: AudioChannel?) -> ChannelChoice? {
        channels > 1 ? ChannelChoice(channel) : nil
    }
}
