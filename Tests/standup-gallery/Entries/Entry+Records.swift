import MeetingEngine
import MeetingModel
import Sound
import StandupFeatures
import StandupSpeech

extension Entry {
    /// A running meeting.
    static let records = [
        record("record", "The second speaks, and there is time") { scene in
            scene.run { speakSecond(&$0) }
        },
        record("record-first", "It has just begun, and nobody has said anything") { _ in },
        record("record-warning", "The slot ends soon") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.pass(.seconds(148))
            }
        },
        record("record-overtime", "The slot is over") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.pass(.seconds(200))
            }
        },
        record("record-last", "The last one speaks") { scene in
            scene.run { meeting in
                for _ in 0..<3 {
                    meeting.pass(.seconds(150))
                    meeting.perform(.timer(.next))
                }
                meeting.pass(.seconds(60))
                meeting.hear("we are nearly through")
            }
        },
        record("record-paused", "Off the record") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.perform(.timer(.pause(.user)))
                meeting.pass(.seconds(30))
            }
        },
        record("record-korean", "Names in Hangul", of: SampleHistory.product) { scene in
            scene.run { meeting in
                meeting.pass(.seconds(150))
                meeting.perform(.timer(.next))
                meeting.pass(.seconds(43))
            }
        },
        record("record-one", "One attendee", of: SampleHistory.support) { scene in
            scene.run { $0.pass(.seconds(20)) }
        },
        record("record-twelve", "Twelve attendees, one of them absent", of: SampleHistory.large) { scene in
            scene.run { meeting in
                for _ in 0..<4 {
                    meeting.pass(.seconds(250))
                    meeting.perform(.timer(.next))
                }
                meeting.perform(.timer(.absent(Attendee.ID(rawValue: "Person 8"))))
                meeting.pass(.seconds(100))
                meeting.hear("there is nothing in my way", partial: "except that")
            }
        },
        record("record-updates", "Somebody absent has written, and somebody present", of: SampleHistory.engineering) {
            scene in
            scene.run { meeting in
                meeting.perform(.timer(.absent(SampleHistory.engineering.attendees[1].id)))
                meeting.pass(.seconds(160))
                meeting.hear("i finished the login page")
                meeting.perform(.timer(.next))
                meeting.write(SampleHistory.waitingUpdates(of: SampleHistory.engineering))
            }
        },
        record("record-choosing", "Somebody is chosen to be absent or to come later", of: SampleHistory.large) {
            scene in
            scene.perform(.down, .down, .down)
        },
        record("record-chosen", "One of four is chosen, and the words stay") { scene in
            scene.run { speakSecond(&$0) }
            scene.perform(.down, .down)
        },
        record("record-long-names", "Names wider than the window", of: SampleHistory.long) { scene in
            scene.run { meeting in
                meeting.pass(.seconds(10))
                meeting.hear("yesterday i finished the login page and found out why the tests were slow")
            }
        },
        record("record-invitation", "A link is shown, and the countdown goes on") { scene in
            scene.run { speakSecond(&$0) }
            scene.perform(.invite)
        },
        record("record-muted", "The ding is silenced") { $0.perform(.mute) },
        record("record-flash", "The speaker has just changed") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.perform(.timer(.next))
                meeting.pass(.milliseconds(100))
            }
        },
        record("record-last-words", "What the speaker said last time", meetings: 4) { scene in
            scene.run { speakSecond(&$0) }
        },
        record("record-points", "Open points of the speaker, one of them a blocker of three meetings") { scene in
            scene.run { speakSecond(&$0, openPoints: 3) }
            scene.perform(.markDone)
        },
        record("record-points-marked", "All open points of the speaker are marked") { scene in
            scene.run { speakSecond(&$0, openPoints: 5) }
            scene.perform(.markDone, .markOpen, .markOpen, .markDropped, .markDone)
        },
        record("record-noted", "With a private note, which nobody else reads") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.perform(.note("Ask Dana about the release, and whether the room is free tomorrow."))
            }
        },
        record("record-note", "The note is typed") { scene in
            scene.perform(.note)
            scene.type("Ask Dana about the release.")
        },
        record("record-question", "Whether to end it") { scene in
            scene.run { speakSecond(&$0) }
            scene.perform(.end)
        },
        record("record-question-last", "Next was said on the last one", of: SampleHistory.support) { scene in
            scene.perform(.nextSpeaker)
        },
        record("record-suspend", "Whether to stop the program, while the meeting goes on") { scene in
            scene.run { speakSecond(&$0) }
            scene.perform(.suspend)
        },
        record("record-device-lost", "The microphone is gone") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.status.isMicrophoneLost = true
                meeting.status.level = nil
            }
            scene.receive(
                .meetingEvent(
                    MeetingEvent(at: .seconds(300), kind: .deviceLost(device: "Built-in Audio Analog Stereo"))))
        },
        record("record-microphone-gone", "The microphone that was chosen is gone") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.status.isMicrophoneLost = true
                meeting.status.isMicrophoneChosen = true
                meeting.status.level = nil
            }
            scene.receive(.meetingEvent(MeetingEvent(at: .seconds(300), kind: .deviceLost(device: "Desk headset"))))
        },
        record("record-recognizer-failed", "The recognizer has failed") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.status.isTranscribing = false
            }
            scene.receive(
                .meetingEvent(
                    MeetingEvent(
                        at: .seconds(300),
                        kind: .recognizerFailed(.failed(name: "PocketSphinx", reason: "the model cannot be read")))))
        },
        record("record-without-microphone", "Nothing is recorded") { scene in
            scene.run { meeting in
                meeting.pass(.seconds(10))
                meeting.status.isRecording = false
                meeting.status.isTranscribing = false
                meeting.status.microphone = nil
                meeting.status.level = nil
            }
        },
        record("record-ending", "It is over, and the rest is being written") { scene in
            scene.run { meeting in
                speakSecond(&meeting)
                meeting.perform(.timer(.ask))
                meeting.perform(.timer(.answer(.save)))
                meeting.status.isEnding = true
            }
        },
    ]

    private static func record(
        _ name: String, _ shows: String, of standup: Standup = SampleHistory.engineering, meetings: Int = 0,
        _ change: @escaping @Sendable (inout Scene) -> Void
    ) -> Entry {
        Entry(name, shows, World([standup], meetings: meetings), at: .start(standup.title)) { scene in
            scene.perform(.start)
            change(&scene)
        }
    }

    private static func speakSecond(_ meeting: inout RunningSample, openPoints: Int = 0) {
        meeting.pass(.seconds(30))
        meeting.hear(
            "yesterday i finished the login page and found out why the tests were slow",
            "today i look at what the customers wrote about the new form")
        meeting.pass(.seconds(130))
        meeting.perform(.timer(.next))
        meeting.status.openPoints = SampleHistory.openPoints(openPoints, of: meeting.status.timer.speaker)
        meeting.pass(.seconds(90))
        meeting.hear("there is nothing in my way", partial: "but the server needs")
    }
}
