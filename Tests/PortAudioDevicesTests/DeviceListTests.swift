import Sound
import Testing

@testable import StandupAudio

struct DeviceListTests {
    private static func device(
        _ name: String,
        _ direction: AudioDevice.Direction,
        label: String = "",
        isDefault: Bool = false
    ) -> AudioDevice {
        AudioDevice(
            number: 0,
            name: name,
            label: label,
            direction: direction,
            channels: 2,
            sampleRate: 48_000,
            isDefault: isDefault
        )
    }

    private let list = DeviceList([
        device("speaker", .output, label: "Built-in Audio", isDefault: true),
        device("desk", .input, label: "USB Microphone"),
        device("4", .input, label: "Odd one"),
        device("lid", .input, label: "Built-in Audio", isDefault: true),
        device("4", .output),
        device("desk", .output),
    ])

    @Test func `Devices are numbered from 1, microphones first, in the order found`() {
        #expect(list.devices.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(list.devices.map(\.name) == ["desk", "4", "lid", "speaker", "4", "desk"])
        #expect(list.devices.map(\.direction) == [.input, .input, .input, .output, .output, .output])
    }

    @Test(
        arguments: [
            ("desk", .input, 1), ("desk", .output, 6), ("USB Microphone", .input, 1), ("Built-in Audio", .input, 3),
            ("Built-in Audio", .output, 4), ("1", .input, 1), ("3", .input, 3), ("6", .output, 6),
            // A name takes precedence over a number.
            ("4", .input, 2), ("4", .output, 5), ("5", .output, 5),
            ("default", .input, 3), ("default", .output, 4), ("Default", .input, 3),
        ] as [(String, AudioDevice.Direction, Int)]
    )
    func `A device is selected by name, label or number`(
        text: String,
        direction: AudioDevice.Direction,
        number: Int
    ) throws {
        #expect(try list.device(DeviceSelection(text), direction).number == number)
    }

    @Test(
        arguments: [
            ("nosuch", .input), ("speaker", .input), ("lid", .output), ("6", .input), ("1", .output), ("0", .input),
            ("7", .output), ("-1", .input), ("DESK", .input), ("none", .output), ("silence", .input),
            ("file:x", .input),
        ] as [(String, AudioDevice.Direction)]
    )
    func `An unknown device of that direction is refused, with its name`(
        text: String,
        direction: AudioDevice.Direction
    ) {
        #expect(throws: AudioError.noDevice(direction, name: text)) {
            try list.device(DeviceSelection(text), direction)
        }
    }

    @Test func `Without a default, the first device of a direction is selected`() throws {
        let list = DeviceList([Self.device("a", .output), Self.device("b", .input), Self.device("c", .input)])
        #expect(try list.device(.systemDefault, .input).name == "b")
        #expect(throws: AudioError.noDevice(.input, name: "default")) {
            try DeviceList([Self.device("a", .output)]).device(.systemDefault, .input)
        }
    }

    @Test func `Capture tries the device's own rate and mono first`() {
        let formats = StreamFormat.capture(Self.device("desk", .input))
        #expect(formats.first == StreamFormat(sampleRate: 48_000, channels: 1))
        #expect(formats.contains(StreamFormat(sampleRate: 44_100, channels: 2)))
        #expect(Set(formats).count == formats.count)
    }

    @Test
    func `Playback tries the rate of the cues and stereo first, and no more channels than the device has`() {
        let mono = AudioDevice(
            number: 1,
            name: "m",
            label: "",
            direction: .output,
            channels: 1,
            sampleRate: 16_000,
            isDefault: false
        )
        let stereo = StreamFormat.playback(Self.device("speaker", .output), cueRate: 44_100)
        #expect(stereo.first == StreamFormat(sampleRate: 44_100, channels: 2))
        let formats = StreamFormat.playback(mono, cueRate: 44_100)
        #expect(formats.first == StreamFormat(sampleRate: 44_100, channels: 1))
        #expect(formats.allSatisfy { $0.channels == 1 })
        #expect(formats.contains(StreamFormat(sampleRate: 16_000, channels: 1)))
    }
}
