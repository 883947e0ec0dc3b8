/// Conversion to 16-bit samples, the format of recordings and recognizers.
package enum PCM16 {
    /// The nearest 16-bit sample to a value of -1 to 1; clips values outside, and NaN becomes 0.
    @inlinable
    package static func sample(_ value: Float) -> Int16 {
        // Comparisons with NaN are false, so NaN would reach the conversion below, which traps.
        guard !value.isNaN else { return 0 }
        return Int16((min(max(value, -1), 1) * 32_767).rounded())
    }

    /// Converts as many samples as fit into `output`, and returns their number.
    @inlinable
    @discardableResult
    package static func encode(
        _ input: UnsafeBufferPointer<Float>,
        into output: UnsafeMutableBufferPointer<Int16>
    ) -> Int {
        let count = min(input.count, output.count)
        for index in 0..<count { output[index] = sample(input[index]) }
        return count
    }
}
