import MeetingModel

/// The chunks after a WAV file's samples, with its tags and chapters.
///
/// A `cue ` chunk holds the frames, a `LIST` of `adtl` their labels, and a `LIST` of `INFO` title, date, artists and comment.
/// Audio editors put them there too, and readers skip unknown chunks.
struct WAVLabels {
    let bytes: [UInt8]

    /// Creates the chunks for tags whose chapters are frames of the file itself.
    init(_ tags: AudioTags) {
        let cues = tags.chapters.enumerated().map { (number: UInt32($0 + 1), chapter: $1) }
        var chunks: [[UInt8]] = []
        if !cues.isEmpty {
            let points = cues.flatMap { number, chapter in
                let frame = little(UInt32(clamping: chapter.frame))
                return little(number) + frame + Array("data".utf8) + little(UInt32(0)) + little(UInt32(0)) + frame
            }
            chunks.append(Self.chunk("cue ", little(UInt32(cues.count)) + points))
            let labels = cues.flatMap { number, chapter in
                Self.chunk("labl", little(number) + Array(chapter.name.utf8) + [0])
            }
            chunks.append(Self.chunk("LIST", Array("adtl".utf8) + labels))
        }
        let facts = [
            ("INAM", tags.title), ("ICRD", tags.date), ("IART", tags.artists.joined(separator: ", ")),
            ("ICMT", tags.comment),
        ]
        let information = facts.filter { !$1.isEmpty }.flatMap { Self.chunk($0, Array($1.utf8) + [0]) }
        if !information.isEmpty { chunks.append(Self.chunk("LIST", Array("INFO".utf8) + information)) }
        bytes = chunks.flatMap { $0 }
    }

    /// Appends the chunks to a complete WAV or RF64 file that ends with its 16-bit samples.
    func append(to file: borrowing SoundFile) throws(AudioError) {
        guard !bytes.isEmpty else { return }
        let end = try file.size()
        try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
            try file.write(UnsafeRawBufferPointer(bytes), at: end)
        }
        try WAVHeader(of: file).setSize(ofFile: end + Int64(bytes.count), in: file)
    }

    private static func chunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
        Array(id.utf8) + little(UInt32(content.count)) + content + [UInt8](repeating: 0, count: content.count % 2)
    }
}
