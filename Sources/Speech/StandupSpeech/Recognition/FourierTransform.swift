import Glibc

/// The discrete Fourier transform for sizes that are powers of two.
struct FourierTransform {
    let size: Int
    private let cosines: [Float]
    private let sines: [Float]
    private let reversed: [Int]

    /// Creates a transform; `size` is a power of two, at least 2.
    init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0, "the size is a power of two")
        self.size = size
        cosines = (0..<size / 2).map { Float(cos(-2 * Double.pi * Double($0) / Double(size))) }
        sines = (0..<size / 2).map { Float(sin(-2 * Double.pi * Double($0) / Double(size))) }
        let bits = size.trailingZeroBitCount
        reversed = (0..<size)
            .map { index in
                (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
            }
    }

    func forward(_ values: inout Spectrum) {
        transform(&values.real, &values.imaginary)
    }

    func inverse(_ values: inout Spectrum) {
        transform(&values.imaginary, &values.real)
        let scale = 1 / Float(size)
        for index in 0..<size {
            values.real[index] *= scale
            values.imaginary[index] *= scale
        }
    }

    private func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                for (index, other) in reversed.enumerated() where index < other {
                    real.swapAt(index, other)
                    imaginary.swapAt(index, other)
                }
                var half = 1
                while half < size {
                    butterflies(real, imaginary, half: half)
                    half *= 2
                }
            }
        }
    }

    private func butterflies(
        _ real: UnsafeMutableBufferPointer<Float>,
        _ imaginary: UnsafeMutableBufferPointer<Float>,
        half: Int
    ) {
        let stride = size / (2 * half)
        var start = 0
        while start < size {
            for offset in 0..<half {
                let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
                let (upper, lower) = (start + offset, start + offset + half)
                let productReal = real[lower] * cosine - imaginary[lower] * sine
                let productImaginary = real[lower] * sine + imaginary[lower] * cosine
                real[lower] = real[upper] - productReal
                imaginary[lower] = imaginary[upper] - productImaginary
                real[upper] += productReal
                imaginary[upper] += productImaginary
            }
            start += 2 * half
        }
    }
}

/// The complex numbers of a transform.
struct Spectrum {
    var real: [Float]
    var imaginary: [Float]

    /// Real values, padded with zeros.
    init(_ values: some Collection<Float>, size: Int) {
        real = Array(values) + [Float](repeating: 0, count: size - values.count)
        imaginary = [Float](repeating: 0, count: size)
    }

    /// The squared magnitude at an index.
    func power(_ index: Int) -> Float {
        real[index] * real[index] + imaginary[index] * imaginary[index]
    }
}
