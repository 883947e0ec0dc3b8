import StandupFeatures
import Synchronization

/// What the application remembers while it holds an ordered meeting.
///
/// The devices that the command names count until others are chosen. Where the application was left stays as it was.
final class OrderMemory: Memory {
    private let memory: any Memory
    private let named: Mutex<[MemoryKey: String]>

    init(_ memory: any Memory, sound: SoundOptions) {
        self.memory = memory
        var named: [MemoryKey: String] = [:]
        named[.input] = sound.input
        named[.output] = sound.output
        self.named = Mutex(named)
    }

    func value(_ key: MemoryKey) -> String? { named.withLock { $0[key] } ?? memory.value(key) }

    func keep(_ value: String, for key: MemoryKey) {
        guard key != .place else { return }
        named.withLock { $0[key] = nil }
        memory.keep(value, for: key)
    }
}
