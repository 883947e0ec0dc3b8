package import Localization
import MeetingModel
import Sound

extension DeviceChooser {
    package func content(_ localizer: Localizer) -> Screen.Content {
        .devices(
            DevicesScreen(
                title: localizer(.devicesTitle), inputsTitle: localizer(.devicesMicrophones),
                inputs: rows(.input, localizer),
                callsTitle: standup.map { localizer(.devicesCallsOf(title: .text($0.title))) }
                    ?? localizer(.devicesCalls),
                calls: rows(.call, localizer), outputsTitle: localizer(.devicesLoudspeakers),
                outputs: rows(.output, localizer), modelsTitle: modelsTitle(localizer), models: modelScreens(localizer),
                selected: selected, level: level, levelText: levelText(localizer), state: state(localizer)))
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? { modelDialog(localizer) }

    private func rows(_ role: DeviceRole, _ localizer: Localizer) -> [DevicesScreen.Row] {
        rows(role).map { screen($0, isChosen: $0.isSelected(by: chosen(role)), localizer) }
    }

    private func screen(_ row: DeviceRow, isChosen: Bool, _ localizer: Localizer) -> DevicesScreen.Row {
        DevicesScreen.Row(label: row.label(localizer), detail: detail(row, localizer), isChosen: isChosen)
    }

    private func detail(_ row: DeviceRow, _ localizer: Localizer) -> String {
        if row.isAway { return localizer(.devicesAway) }
        if row.selection == .none {
            switch row.role {
            case .input: return localizer(.devicesNothingRecorded)
            case .call: return ""
            case .output: return localizer(.devicesNothingHeard)
            }
        }
        if row.selection == .loudspeakerMonitor, row.device == nil { return localizer(.devicesNoMonitor) }
        guard let device = row.device, row.selection != .systemDefault, row.selection != .loudspeakerMonitor
        else { return "" }
        let rate = device.sampleRate / 1000
        let format = localizer(
            .devicesFormat(
                count: .count(device.channels), rate: .number(rate, fractionDigits: rate == rate.rounded() ? 0 : 1)))
        return device.isDefault ? localizer(.devicesFormatDefault(format: .text(format))) : format
    }

    private var level: Double? {
        if case .level(let level, _) = microphone { return level }
        return nil
    }

    private func levelText(_ localizer: Localizer) -> String {
        switch microphone {
        case .nothing: devices == nil ? "" : localizer(.devicesNothingRecorded)
        case .opening: localizer(.devicesOpening)
        case .level(_, let silent): silent < Self.hintAfter ? localizer(.devicesSpeak) : localizer(.devicesNoSound)
        case .failed(let error): Message(error).text(localizer)
        }
    }

    private func state(_ localizer: Localizer) -> String? {
        switch devices {
        case nil: localizer(.devicesLoading)
        case .failure(let error): Message(error).text(localizer)
        case .success(let devices):
            if devices.isEmpty {
                localizer(.devicesEmpty)
            } else if case .failure(let problem) = models {
                Message(problem).text(localizer)
            } else {
                nil
            }
        }
    }
}
