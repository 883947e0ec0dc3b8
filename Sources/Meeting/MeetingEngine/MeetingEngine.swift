// One import for all that a program needs to hold a meeting.

@_exported public import MeetingHistory
@_exported public import MeetingModel
@_exported public import MeetingTiming
@_exported public import Sound
@_exported public import StandupSpeech
