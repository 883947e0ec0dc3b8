/// Which of the server's recordings belongs to which input stream.
///
/// The server does not say it. A recording is matched when it is first seen at the source for which a stream was opened,
/// and keeps its stream from then on, wherever it is moved.
struct RecordingMatching {
    private var matched: [ObjectIdentifier: UInt32] = [:]

    /// The recording of each stream; a stream is missing while it cannot be told.
    ///
    /// `sources` are the source names of the recordings, by number; `streams` have the names of their devices.
    mutating func match(
        _ sources: [UInt32: String], to streams: [(key: ObjectIdentifier, device: String)]
    ) -> [ObjectIdentifier: UInt32] {
        let keys = Set(streams.map(\.key))
        matched = matched.filter { keys.contains($0.key) && sources[$0.value] != nil }
        for stream in streams where matched[stream.key] == nil {
            let own = free(sources).filter { sources[$0] == stream.device }
            if own.count == 1 { matched[stream.key] = own[0] }
        }
        let rest = streams.filter { matched[$0.key] == nil }
        let free = free(sources)
        if rest.count == 1, free.count == 1 { matched[rest[0].key] = free[0] }
        return matched
    }

    private func free(_ sources: [UInt32: String]) -> [UInt32] {
        sources.keys.filter { !matched.values.contains($0) }.sorted()
    }
}
