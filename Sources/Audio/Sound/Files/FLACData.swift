import CSndFile

/// FLAC encoding in memory, without temporary files.
package enum FLACData {
    /// Encodes mono samples at a rate, in Hz.
    package static func encode(_ samples: [Int16], sampleRate: Int) throws(AudioError) -> [UInt8] {
        var memory = MemoryFile()
        // FLAC needs about half the size of PCM for speech.
        memory.bytes.reserveCapacity(samples.count)
        try withUnsafeMutablePointer(to: &memory) { memory throws(AudioError) in
            var access = SF_VIRTUAL_IO(
                get_filelen: { MemoryFile.length(of: $0) },
                seek: { MemoryFile.seek(to: $0, from: $1, in: $2) },
                read: { MemoryFile.read(into: $0, $1, from: $2) },
                write: { MemoryFile.write($0, $1, to: $2) },
                tell: { MemoryFile.position(in: $0) })
            var info = SF_INFO()
            info.samplerate = Int32(clamping: sampleRate)
            info.channels = 1
            info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
            guard let handle = sf_open_virtual(&access, Int32(SFM_WRITE), &info, memory) else {
                throw .cannotWrite(path: "FLAC", reason: soundFileReason(nil))
            }
            let count = samples.withUnsafeBufferPointer { samples in
                samples.isEmpty ? 0 : sf_write_short(handle, samples.baseAddress, sf_count_t(samples.count))
            }
            let problem = count == samples.count ? nil : soundFileReason(handle)
            let closed = sf_close(handle)
            if let problem { throw .cannotWrite(path: "FLAC", reason: problem) }
            guard closed == 0 else { throw .cannotWrite(path: "FLAC", reason: "the encoder failed") }
        }
        return memory.bytes
    }
}

/// A memory buffer that libsndfile writes to like a file.
private struct MemoryFile {
    var bytes: [UInt8] = []
    var position = 0

    static func memory(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Self>? {
        context?.assumingMemoryBound(to: Self.self)
    }

    static func length(of context: UnsafeMutableRawPointer?) -> sf_count_t {
        sf_count_t(memory(context)?.pointee.bytes.count ?? 0)
    }

    static func position(in context: UnsafeMutableRawPointer?) -> sf_count_t {
        sf_count_t(memory(context)?.pointee.position ?? 0)
    }

    static func seek(
        to offset: sf_count_t, from origin: Int32, in context: UnsafeMutableRawPointer?
    ) -> sf_count_t {
        guard let memory = memory(context) else { return -1 }
        let start =
            switch origin {
            case SEEK_CUR: memory.pointee.position
            case SEEK_END: memory.pointee.bytes.count
            default: 0
            }
        memory.pointee.position = max(0, start + Int(offset))
        return sf_count_t(memory.pointee.position)
    }

    static func read(
        into bytes: UnsafeMutableRawPointer?, _ count: sf_count_t, from context: UnsafeMutableRawPointer?
    ) -> sf_count_t {
        guard let memory = memory(context), let bytes else { return 0 }
        let part = memory.pointee.bytes.dropFirst(memory.pointee.position).prefix(Int(count))
        UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)).copyBytes(from: part)
        memory.pointee.position += part.count
        return sf_count_t(part.count)
    }

    static func write(
        _ bytes: UnsafeRawPointer?, _ count: sf_count_t, to context: UnsafeMutableRawPointer?
    ) -> sf_count_t {
        guard let memory = memory(context), let bytes, count > 0 else { return 0 }
        let source = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        let position = memory.pointee.position
        let covered = max(0, min(source.count, memory.pointee.bytes.count - position))
        // libsndfile seeks back only to update its header, never past the end.
        guard position <= memory.pointee.bytes.count else { return 0 }
        memory.pointee.bytes.replaceSubrange(position..<position + covered, with: source)
        memory.pointee.position += source.count
        return count
    }
}
