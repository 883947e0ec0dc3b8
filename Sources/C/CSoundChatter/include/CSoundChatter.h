#ifndef CSOUNDCHATTER_H
#define CSOUNDCHATTER_H

/// From now on drops what PortAudio, ALSA and mpg123 print to standard error, from whichever thread; what anybody else
/// prints there still gets there. Further calls do nothing. [any thread]
void standup_filter_sound_chatter(void);

/// Keeps what ALSA, JACK and PortAudio write to the screen off it, for the rest of the process: they report what they
/// try in vain while they look for devices. What anybody else writes to standard error still gets there. To be called
/// once, before PortAudio is. [any thread]
void standup_silence_sound_libraries(void);

#endif
