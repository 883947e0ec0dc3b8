#include "CRealtimeAudio.h"
void standup_realtime_placeholder(void) {}
