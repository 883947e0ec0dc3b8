import StandupFeatures
import Synchronization

/// The preferences of the application while it runs a launched meeting.
///
/// The command's devices apply until the user chooses others. The remembered place does not change.
final class LaunchPreferences: Preferences {
    private let preferences: any Preferences
    private let named: Mutex<[PreferenceKey: String]>

    init(_ preferences: any Preferences, sound: SoundOptions) {
        self.preferences = preferences
        var named: [PreferenceKey: String] = [:]
        named[.input] = sound.input
        named[.output] = sound.output
        self.named = Mutex(named)
    }

    func value(_ key: PreferenceKey) -> String? { named.withLock { $0[key] } ?? preferences.value(key) }

    func keep(_ value: String, for key: PreferenceKey) {
        guard key != .place else { return }
        named.withLock { $0[key] = nil }
        preferences.keep(value, for: key)
    }

    func path(of key: PreferenceKey) -> String? { preferences.path(of: key) }
}

/// Preferences that save nothing, so that `inspect` does not change the remembered screen.
struct ReadOnlyPreferences: Preferences {
    let preferences: any Preferences

    func value(_ key: PreferenceKey) -> String? { preferences.value(key) }

    func keep(_ value: String, for key: PreferenceKey) {}

    func path(of key: PreferenceKey) -> String? { preferences.path(of: key) }
}
