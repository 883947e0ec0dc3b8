/// The pickle of a model CAM++ in PyTorch's format, whose tensors all have their numbers from one small storage.
struct SmallTorchModel {
    /// The numbers of the storage: as many as the largest tensor has.
    static let numbers: [Float] = (0..<524_288).map { Float($0 % 97) + 1 }

    /// The names of the tensors and their dimensions.
    var tensors: [(String, [Int])] = {
        func norm(_ name: String, _ count: Int, isAffine: Bool = true) -> [(String, [Int])] {
            (["running_mean", "running_var"] + (isAffine ? ["weight", "bias"] : [])).map { ("\(name).\($0)", [count]) }
        }
        var all = [("head.conv1.weight", [32, 1, 3, 3])] + norm("head.bn1", 32)
        for block in ["layer1.0", "layer1.1", "layer2.0", "layer2.1"] {
            for number in 1...2 {
                all += [("head.\(block).conv\(number).weight", [32, 32, 3, 3])] + norm("head.\(block).bn\(number)", 32)
            }
            guard block.hasSuffix("0") else { continue }
            all += [("head.\(block).shortcut.0.weight", [32, 32, 1, 1])] + norm("head.\(block).shortcut.1", 32)
        }
        all += [("head.conv2.weight", [32, 32, 3, 3])] + norm("head.bn2", 32)
        all += [("xvector.tdnn.linear.weight", [128, 320, 5])] + norm("xvector.tdnn.nonlinear.batchnorm", 128)
        var channels = 128
        for (block, layers) in [(1, 12), (2, 24), (3, 16)] {
            for number in 1...layers {
                let layer = "xvector.block\(block).tdnnd\(number)"
                all += norm("\(layer).nonlinear1.batchnorm", channels)
                all += [("\(layer).linear1.weight", [128, channels, 1])] + norm("\(layer).nonlinear2.batchnorm", 128)
                all.append(("\(layer).cam_layer.linear_local.weight", [32, 128, 3]))
                all += [
                    ("\(layer).cam_layer.linear1.weight", [64, 128, 1]), ("\(layer).cam_layer.linear1.bias", [64]),
                ]
                all += [("\(layer).cam_layer.linear2.weight", [32, 64, 1]), ("\(layer).cam_layer.linear2.bias", [32])]
                channels += 32
            }
            let transit = "xvector.transit\(block)"
            all += norm("\(transit).nonlinear.batchnorm", channels)
            channels /= 2
            all.append(("\(transit).linear.weight", [channels, 2 * channels, 1]))
        }
        all += norm("xvector.out_nonlinear.batchnorm", channels)
        return all + [("xvector.dense.linear.weight", [192, 1024, 1])]
            + norm("xvector.dense.nonlinear.batchnorm", 192, isAffine: false)
    }()
    /// The index of each tensor's first number.
    var offset = 0
    /// What its tensors are created by.
    var function = "torch._utils\n_rebuild_tensor_v2\n"
    /// The type of its storage.
    var type = "torch\nFloatStorage\n"

    /// The encoded pickle.
    var pickle: [UInt8] {
        var bytes: [UInt8] = [0x80, 2] + Array("}(".utf8)
        for (name, dimensions) in tensors {
            let strides = dimensions.indices.map { dimensions[($0 + 1)...].reduce(1, *) }
            bytes += Self.text(name) + Array("c\(function)((".utf8) + Self.text("storage") + Array("c\(type)".utf8)
            bytes += Self.text("0") + Self.text("cpu") + Self.number(Self.numbers.count) + Array("tQ".utf8)
            bytes += Self.number(offset) + Self.tuple(dimensions) + Self.tuple(strides)
            bytes += [0x89] + Array("ccollections\nOrderedDict\n)RtR".utf8)
        }
        return bytes + Array("u.".utf8)
    }

    static func text(_ text: String) -> [UInt8] { [UInt8(ascii: "X")] + words(text.utf8.count) + Array(text.utf8) }

    static func number(_ number: Int) -> [UInt8] { [UInt8(ascii: "J")] + words(number) }

    private static func tuple(_ numbers: [Int]) -> [UInt8] {
        [UInt8(ascii: "(")] + numbers.flatMap(number) + [UInt8(ascii: "t")]
    }

    private static func words(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
