import Presentation

/// In JSON, a content is an object with one key, the name of the screen: `{"list": {…}}`.
extension Screen.Content: Codable {
    private enum Name: String, CodingKey {
        case list
        case standup
        case form
        case start
        case record
        case meeting
        case replace
        case export
        case post
        case files
        case importing = "import"
        case devices
        case invitation
        case search
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        guard let name = container.allKeys.first, container.allKeys.count == 1 else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not one screen")
            throw DecodingError.dataCorrupted(context)
        }
        switch name {
        case .list: self = .list(try container.decode(ListScreen.self, forKey: name))
        case .standup: self = .standup(try container.decode(StandupScreen.self, forKey: name))
        case .form: self = .form(try container.decode(FormScreen.self, forKey: name))
        case .start: self = .start(try container.decode(StartScreen.self, forKey: name))
        case .record: self = .record(try container.decode(RecordScreen.self, forKey: name))
        case .meeting: self = .meeting(try container.decode(MeetingScreen.self, forKey: name))
        case .replace: self = .replace(try container.decode(ReplaceScreen.self, forKey: name))
        case .export: self = .export(try container.decode(ExportScreen.self, forKey: name))
        case .post: self = .post(try container.decode(PostScreen.self, forKey: name))
        case .files: self = .files(try container.decode(FilesScreen.self, forKey: name))
        case .importing: self = .importing(try container.decode(ImportScreen.self, forKey: name))
        case .devices: self = .devices(try container.decode(DevicesScreen.self, forKey: name))
        case .invitation: self = .invitation(try container.decode(InvitationScreen.self, forKey: name))
        case .search: self = .search(try container.decode(SearchScreen.self, forKey: name))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        switch self {
        case .list(let screen): try container.encode(screen, forKey: .list)
        case .standup(let screen): try container.encode(screen, forKey: .standup)
        case .form(let screen): try container.encode(screen, forKey: .form)
        case .start(let screen): try container.encode(screen, forKey: .start)
        case .record(let screen): try container.encode(screen, forKey: .record)
        case .meeting(let screen): try container.encode(screen, forKey: .meeting)
        case .replace(let screen): try container.encode(screen, forKey: .replace)
        case .export(let screen): try container.encode(screen, forKey: .export)
        case .post(let screen): try container.encode(screen, forKey: .post)
        case .files(let screen): try container.encode(screen, forKey: .files)
        case .importing(let screen): try container.encode(screen, forKey: .importing)
        case .devices(let screen): try container.encode(screen, forKey: .devices)
        case .invitation(let screen): try container.encode(screen, forKey: .invitation)
        case .search(let screen): try container.encode(screen, forKey: .search)
        }
    }
}
