void standup_realtime_placeholder(void);
