#ifndef CSTDERRFILTER_H
#define CSTDERRFILTER_H

/// Drops the messages of PortAudio, ALSA and mpg123 on standard error, from any thread; other text still appears.
/// Further calls do nothing. [any thread]
void standup_filter_stderr(void);

/// Drops the messages that ALSA, JACK and PortAudio print when they fail to open a device while listing them; other text
/// still appears. Call it once, before PortAudio. [any thread]
void standup_silence_audio_libraries(void);

#endif
