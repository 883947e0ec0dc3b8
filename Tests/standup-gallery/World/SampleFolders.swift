import MeetingModel
import StandupFeatures
import TestSupport

/// Folders with files to import.
enum SampleFolders {
    private static let noon = SampleHistory.start

    /// A home with recordings, hard names and a folder that cannot be read.
    static let folders = InMemoryFolders([
        "/home/ann": .folder([
            .init("Archive", .folder), .init("Recordings", .folder), .init("secret", .folder),
            .init("standups.json", .file, modified: noon), .init("monday.flac", .file, modified: noon),
        ]),
        "/home/ann/secret": .unreadable("Permission denied"),
        "/home/ann/Archive": .folder([]),
        "/home/ann/Recordings": .folder(
            [
                .init("2026", .folder), .init("회의 녹음.wav", .file, modified: noon),
                .init("פגישה.mp3", .file, modified: noon), .init("🚀 launch.ogg", .file, modified: noon),
                .init("two\nlines.wav", .file, modified: noon), .init("lost.wav", .brokenLink),
                .init("planning.csv", .file, modified: noon),
                .init(
                    "the planning meeting of the whole department with all guests from the other offices.opus", .file,
                    modified: noon + .seconds(86_400)),
            ]
                + (1...40).map { .init("call \($0).wav", .file, modified: noon + .seconds(3600 * Int64($0))) }),
    ])

    /// What these files contain.
    static let contents: FixedBackend.Contents = [
        "/home/ann/standups.json": .success(.standups(standups: 3, meetings: 41)),
        "/home/ann/Recordings/call 1.wav": .success(
            .recording(.init(duration: .seconds(754), channels: 2, title: "call 1", date: "2026-02-03 10:30"))),
        "/home/ann/Recordings/two\nlines.wav": .failure(
            .other("cannot read the recording two lines.wav (it holds no sound); use wav, flac, ogg, opus, mp3 or aiff")
        ),
    ]
}
