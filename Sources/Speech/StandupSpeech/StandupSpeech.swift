// One import for all that a program needs to recognize speech.

@_exported public import MeetingTiming
@_exported public import Sound
