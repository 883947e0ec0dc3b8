/// Samples of 16 bits, as recordings hold them and recognisers hear them.
package enum PCM16 {
    /// The nearest 16-bit sample to one between -1 and 1; what is beyond is clipped, what is no number is silence.
    @inlinable
    package static func sample(_ value: Float) -> Int16 {
        // Comparisons with NaN are false, so it falls through both and would trap below.
        guard !value.isNaN else { return 0 }
        return Int16((min(max(value, -1), 1) * 32_767).rounded())
    }

    /// Puts as many samples as fit into `output`, and returns how many.
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
