import StandupSpeech

/// Converts the voice model CAM++ from PyTorch's format to ours.
///
/// Batch normalizations after a linear layer or a convolution become part of its weights and bias, the others a scale
/// and a shift. The weights of a convolution are ordered as their inputs are in memory: by mel band, time and channel.
struct VoiceConversion {
    private let file: TorchFile
    private var tensors: [(name: String, dimensions: [Int], numbers: [Float])] = []

    init(weights path: String) throws(InstallationError) {
        file = try TorchFile(path: path)
        try addHead()
        try addFolded(
            "tdnn", "xvector.tdnn.linear", "xvector.tdnn.nonlinear.batchnorm", Kernel(128, 320, [5], bands: 10))
        var channels = 128
        for (block, layers) in [(1, 12), (2, 24), (3, 16)] {
            for layer in 1...layers {
                try addLayer("block\(block).\(layer)", "xvector.block\(block).tdnnd\(layer)", channels)
                channels += 32
            }
            let (name, source) = ("transit\(block)", "xvector.transit\(block)")
            try addScaled("\(name).norm", "\(source).nonlinear.batchnorm", channels)
            try add("\(name).weight", "\(source).linear.weight", Kernel(channels / 2, channels, [1]))
            channels /= 2
        }
        try addScaled("out.norm", "xvector.out_nonlinear.batchnorm", channels)
        try addFolded(
            "dense", "xvector.dense.linear", "xvector.dense.nonlinear.batchnorm", Kernel(192, 2 * channels, [1]),
            isAffine: false)
    }

    func write(to path: String) throws(InstallationError) {
        var output = try OutputFile(path: path)
        try output.write([VoiceModel.magic, VoiceModel.version, tensors.count].flatMap(\.littleEndianBytes))
        for tensor in tensors {
            let head = [tensor.dimensions.count, tensor.name.utf8.count, 0] + tensor.dimensions.reversed()
            try output.write(head.flatMap(\.littleEndianBytes) + Array(tensor.name.utf8))
            try output.write(tensor.numbers.map(\.bitPattern.littleEndian).withUnsafeBytes { Array($0) })
        }
        try output.finish()
    }

    /// The dimensions of a layer's weights.
    private struct Kernel {
        let outputs: Int
        let inputs: Int
        /// The steps in each dimension over which it reaches.
        let reach: [Int]
        /// The mel bands of each channel that its inputs are, in the order of the source.
        let bands: Int

        init(_ outputs: Int, _ inputs: Int, _ reach: [Int], bands: Int = 1) {
            (self.outputs, self.inputs, self.reach, self.bands) = (outputs, inputs, reach, bands)
        }

        var dimensions: [Int] { [outputs, inputs] + reach }
        var taps: Int { reach.reduce(1, *) }

        /// The weights with all inputs of a step after each other, by mel band and channel.
        func ordered(_ weights: [Float]) -> [Float] {
            guard taps > 1 else { return weights }
            var ordered = weights
            for output in 0..<outputs {
                let row = output * inputs * taps
                for input in 0..<inputs {
                    let place = input % bands * (inputs / bands) + input / bands
                    for tap in 0..<taps { ordered[row + tap * inputs + place] = weights[row + input * taps + tap] }
                }
            }
            return ordered
        }
    }

    private mutating func addHead() throws(InstallationError) {
        try addFolded("head.conv1", "head.conv1", "head.bn1", Kernel(32, 1, [3, 3]))
        let kernel = Kernel(32, 32, [3, 3])
        for block in ["head.layer1.0", "head.layer1.1", "head.layer2.0", "head.layer2.1"] {
            for number in 1...2 {
                try addFolded("\(block).conv\(number)", "\(block).conv\(number)", "\(block).bn\(number)", kernel)
            }
            guard block.hasSuffix("0") else { continue }
            try addFolded(
                "\(block).shortcut", "\(block).shortcut.0", "\(block).shortcut.1", Kernel(32, 32, [1, 1]))
        }
        try addFolded("head.conv2", "head.conv2", "head.bn2", kernel)
    }

    private mutating func addLayer(_ name: String, _ source: String, _ channels: Int) throws(InstallationError) {
        try addScaled("\(name).norm", "\(source).nonlinear1.batchnorm", channels)
        try addFolded(
            "\(name).linear", "\(source).linear1", "\(source).nonlinear2.batchnorm", Kernel(128, channels, [1]))
        try add("\(name).local.weight", "\(source).cam_layer.linear_local.weight", Kernel(32, 128, [3]))
        for (number, kernel) in [(1, Kernel(64, 128, [1])), (2, Kernel(32, 64, [1]))] {
            let layer = "\(source).cam_layer.linear\(number)"
            try add("\(name).context\(number).weight", "\(layer).weight", kernel)
            let bias = try file.numbers("\(layer).bias", [kernel.outputs])
            tensors.append(("\(name).context\(number).bias", [kernel.outputs], bias))
        }
    }

    private mutating func add(_ name: String, _ source: String, _ kernel: Kernel) throws(InstallationError) {
        let weights = kernel.ordered(try file.numbers(source, kernel.dimensions))
        tensors.append((name, [kernel.outputs, kernel.inputs * kernel.taps], weights))
    }

    private mutating func addFolded(
        _ name: String, _ source: String, _ norm: String, _ kernel: Kernel, isAffine: Bool = true
    ) throws(InstallationError) {
        let (scale, shift) = try normalization(norm, kernel.outputs, isAffine: isAffine)
        var weights = kernel.ordered(try file.numbers("\(source).weight", kernel.dimensions))
        let row = kernel.inputs * kernel.taps
        for place in weights.indices { weights[place] = Float(Double(weights[place]) * scale[place / row]) }
        tensors.append(("\(name).weight", [kernel.outputs, row], weights))
        tensors.append(("\(name).bias", [kernel.outputs], shift.map { Float($0) }))
    }

    private mutating func addScaled(_ name: String, _ norm: String, _ count: Int) throws(InstallationError) {
        let (scale, shift) = try normalization(norm, count, isAffine: true)
        tensors.append(("\(name).scale", [count], scale.map { Float($0) }))
        tensors.append(("\(name).shift", [count], shift.map { Float($0) }))
    }

    /// The scale and the shift that are equal to a batch normalization.
    private func normalization(
        _ name: String, _ count: Int, isAffine: Bool
    ) throws(InstallationError) -> (scale: [Double], shift: [Double]) {
        let numbers = { (part: String) throws(InstallationError) in
            try file.numbers("\(name).\(part)", [count]).map { Double($0) }
        }
        var scale = try numbers("running_var").map { 1 / ($0 + 1e-5).squareRoot() }
        if isAffine { scale = zip(scale, try numbers("weight")).map { $0 * $1 } }
        var shift = zip(try numbers("running_mean"), scale).map { -$0 * $1 }
        if isAffine { shift = zip(shift, try numbers("bias")).map { $0 + $1 } }
        return (scale, shift)
    }
}
