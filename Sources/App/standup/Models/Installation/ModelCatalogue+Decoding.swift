extension CatalogueModel: Decodable {
    private enum Key: String, CodingKey {
        case name, family, languages, licence, measured, sources
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decode(String.self, forKey: .name)
        family = try values.decode(String.self, forKey: .family)
        languages = try values.decode([String].self, forKey: .languages)
        licence = try values.decode(String.self, forKey: .licence)
        measured = try values.decodeIfPresent(Measured.self, forKey: .measured)
        sources = try values.decode([ModelSource].self, forKey: .sources)
        guard name.isFileName, family.isFileName else {
            throw DecodingError.dataCorrupted(forKey: Key.name, in: values, "not a name, \(name)")
        }
        guard !sources.isEmpty, !languages.isEmpty else {
            throw DecodingError.dataCorrupted(forKey: Key.sources, in: values, "\(name) has no source or language")
        }
        if let measured {
            guard measured.cpu.count == 2, (measured.cpu + [measured.wordErrors]).allSatisfy({ (0...100).contains($0) })
            else { throw DecodingError.dataCorrupted(forKey: Key.measured, in: values, "impossible numbers, \(name)") }
        }
    }
}

extension ExpectedFile: Decodable {
    private enum Key: String, CodingKey {
        case size, sha1, sha256
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        size = try values.decode(Int.self, forKey: .size)
        let sha1 = try values.decodeIfPresent(String.self, forKey: .sha1).flatMap { Checksum(.sha1, $0) }
        let sha256 = try values.decodeIfPresent(String.self, forKey: .sha256).flatMap { Checksum(.sha256, $0) }
        guard let checksum = sha256 ?? sha1 else {
            throw DecodingError.dataCorrupted(forKey: Key.sha256, in: values, "a file without a checksum")
        }
        self.checksum = checksum
        guard (1...Self.limit).contains(size) else {
            throw DecodingError.dataCorrupted(forKey: Key.size, in: values, "an impossible size, \(size)")
        }
    }

    /// The maximum size in bytes, far above that of any model.
    private static let limit = 64 << 30
}

extension ModelSource.Download: Decodable {
    private enum Key: String, CodingKey {
        case name = "file"
        case addresses, project
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decode(String.self, forKey: .name)
        expected = try ExpectedFile(from: decoder)
        addresses = try values.decodeIfPresent([String].self, forKey: .addresses) ?? []
        project = try values.decodeIfPresent(String.self, forKey: .project)
        guard name.isFileName, project?.isFileName != false else {
            throw DecodingError.dataCorrupted(forKey: Key.name, in: values, "not a name, \(name)")
        }
        guard !addresses.isEmpty || project != nil else {
            throw DecodingError.dataCorrupted(forKey: Key.addresses, in: values, "\(name) has no address")
        }
    }
}

extension ModelSource: Decodable {
    private enum Key: String, CodingKey {
        case format, files, weights, vocabulary, result
    }

    private enum Format: String, Decodable {
        case ggml, ctranslate2, pytorch
    }

    private struct Weights: Decodable {
        let entries: [String]
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        downloads = try values.decode([Download].self, forKey: .files)
        guard let first = downloads.first else {
            throw DecodingError.dataCorrupted(forKey: Key.files, in: values, "a source without files")
        }
        switch try values.decode(Format.self, forKey: .format) {
        case .ggml:
            content = .model
            result = first.expected
        case .ctranslate2:
            content = .ctranslate2(
                weights: try values.decode(Weights.self, forKey: .weights).entries,
                assembled: try values.decode(ExpectedFile.self, forKey: .weights),
                vocabulary: try values.decode(String.self, forKey: .vocabulary))
            result = try values.decode(ExpectedFile.self, forKey: .result)
        case .pytorch:
            content = .pytorch(
                weights: try values.decode(Weights.self, forKey: .weights).entries,
                assembled: try values.decode(ExpectedFile.self, forKey: .weights))
            result = try values.decode(ExpectedFile.self, forKey: .result)
        }
    }
}

extension DecodingError {
    fileprivate static func dataCorrupted<Key: CodingKey>(
        forKey key: Key, in values: KeyedDecodingContainer<Key>, _ text: String
    ) -> DecodingError {
        .dataCorruptedError(forKey: key, in: values, debugDescription: text)
    }
}

extension String {
    /// Whether it is a plain file name, safe for paths and display.
    var isFileName: Bool {
        let isSafe = { (byte: UInt8) in
            (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
                || "._-+".utf8.contains(byte)
        }
        return (1...200).contains(utf8.count) && !hasPrefix(".") && !hasPrefix("-") && utf8.allSatisfy(isSafe)
    }
}
