@testable import StandupSpeech
import Testing

struct `The features of a voice` {
    /// 50 ms of noise, a square wave and a slope.
    private static let sound: [Int16] = {
        var state: UInt32 = 1
        return (0..<800)
            .map { index in
                state = (state &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
                return Int16(state >> 16 & 0xfff) - 2048 + (index / 37 % 2 == 1 ? 3000 : -3000) + Int16(index)
            }
    }()

    /// What kaldi-native-fbank 1.23.0 computes of it, from samples divided by 32768, with `dither` and `energy_floor` 0,
    /// `window_type` povey, `num_bins` 80, `low_freq` 20 and `high_freq` 0; less the mean of each band.
    private static let reference: [Float] = [
        0.2580, -2.0879, -0.2627, 0.6585, -0.0970, -0.0028, 0.0304, 0.0851, 0.2127, 0.7921, -0.4986, -0.0699,
        1.0467, 0.3872, -1.3178, -1.0175, -0.1500, -0.7136, -0.2735, -0.0401, 0.1084, 0.4582, 0.9884, -0.0326,
        0.2459, 0.3140, 0.1795, 0.4806, 0.2261, -0.1157, 0.1117, 0.4863, 0.2778, -0.3245, -0.3951, 0.2899,
        0.6757, -0.6252, -1.3371, 0.2275, -0.1194, 0.4758, 0.1220, -0.1925, -0.1888, -0.3741, -0.4484, 0.0270,
        0.8104, -0.3167, 0.1894, 0.7296, 0.1599, 0.4898, 0.2291, 0.4626, 0.3716, -0.0443, 0.3225, 0.4168,
        -0.3549, -0.0767, -0.3080, -0.2546, -0.5934, -0.2836, -0.5852, -0.7006, -0.0073, 0.1288, -0.2433, -0.7242,
        -0.0575, -0.2757, -0.3592, -0.1408, -0.1149, 0.0091, 0.3295, 1.0059, 1.7077, 2.1833, 0.1124, 0.7430,
        -0.1523, -0.0952, -0.0698, -0.0677, -0.1798, -0.8318, 0.1945, 0.9750, 1.5762, 1.2554, 1.6295, 0.4066,
        -0.2924, 0.1179, -0.0767, -0.0041, 0.0607, -0.0110, -0.1277, 0.3764, -0.4036, -0.0393, -0.0461, -0.3516,
        -0.2971, 0.1865, -0.0544, -1.1512, -0.2232, 0.0147, -0.0767, 0.0693, -0.2487, 0.9193, 0.8350, -0.0587,
        -0.1930, -0.1615, -0.4932, -0.2035, 0.2970, 0.1234, 0.3288, 0.0410, -0.1165, 0.7481, 0.5124, -0.0382,
        0.4875, -0.5720, -0.3709, -0.2192, -0.3613, -0.5336, -0.5930, -0.1500, 0.4341, 0.0725, 0.2327, -0.2473,
        0.4395, -0.2026, 0.4658, 0.1879, 0.1270, -0.2012, 0.2663, 0.5602, -0.0330, 0.0436, 0.2903, 0.4418,
        0.7158, 0.4020, -0.0425, -1.2299, -1.9657, -0.0953, 0.1503, -1.4015, 0.2493, 0.0980, 0.0394, -0.0174,
        -0.0328, 0.0397, 0.3041, -0.9052, -2.6229, -1.6426, -0.3117, 0.6109, 0.4424, 0.5958, 0.3502, 0.0442,
        -0.1692, -0.4473, -0.8607, -0.3439, 0.1577, -0.2747, -0.1333, -0.1289, 0.0710, -0.0708, -0.0573, 0.6649,
        -0.0547, 0.3098, 0.4718, -0.3592, -0.4270, -0.2941, 0.5020, -0.1688, 0.3124, -0.3143, 0.3713, 0.3960,
        -0.1081, 0.2507, 0.1196, -0.0680, -0.6939, -0.4315, -0.7018, -0.6915, -0.6475, 0.0822, 0.1419, -0.2434,
        -0.0103, 0.5779, 0.2704, -0.2669, -0.0792, 0.0041, 0.0753, 0.5019, 0.1539, 0.4862, 0.1194, 0.5127,
        -0.1198, 0.0724, -0.0230, 0.1640, 0.0905, 0.2321, 0.0688, -0.3010, -0.6010, -0.4111, -0.2870, 0.2240,
    ]

    @Test func `equal Kaldi's`() {
        let features = VoiceFeatures().features(of: Self.sound)
        #expect(features.count == Self.reference.count)
        let largest = zip(features, Self.reference).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 1e-3, "\(largest)")
    }

    @Test func `count whole frames only, and are finite for silence`() {
        let features = VoiceFeatures()
        let counts = [0, 399, 400, 559, 560].map { features.features(of: Array(repeating: 0, count: $0)).count / 80 }
        #expect(counts == [0, 0, 1, 1, 2])
        #expect(features.features(of: Array(repeating: 7, count: 560)).allSatisfy { $0 == 0 })
    }
}

struct `The embedding of a voice` {
    private func embedding(_ change: (inout [Float]) -> Void, model: String = "a") -> VoiceEmbedding? {
        var values = [Float](repeating: 0, count: VoiceEmbedding.size)
        change(&values)
        return VoiceEmbedding(values, model: model)
    }

    @Test func `has a length of 1, and is compared by its direction`() throws {
        let right = try #require(embedding { $0[0] = 5 })
        let up = try #require(embedding { $0[1] = 0.001 })
        let left = try #require(embedding { $0[0] = -1 })
        #expect(right.values[0] == 1)
        #expect(right.similarity(to: right) == 1)
        #expect(right.similarity(to: up) == 0)
        #expect(right.similarity(to: left) == -1)
        let other = try #require(embedding({ $0[0] = 5 }, model: "b"))
        #expect(right.similarity(to: other) == nil)
    }

    @Test func `needs 192 finite numbers that are not all 0`() {
        #expect(embedding { _ in } == nil)
        #expect(embedding { $0[3] = .nan } == nil)
        #expect(embedding { $0[3] = .infinity } == nil)
        #expect(embedding { $0[3] = .greatestFiniteMagnitude } == nil)
        #expect(embedding { $0.removeLast() } == nil)
    }
}
