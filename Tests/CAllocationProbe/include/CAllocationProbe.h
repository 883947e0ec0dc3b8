#ifndef CALLOCATIONPROBE_H
#define CALLOCATIONPROBE_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this build; sanitizers bring a malloc of their own.
bool standup_probe_works(void);

/// Starts counting this thread's calls of malloc and its relatives, free included, from zero.
void standup_probe_arm(void);

/// Stops counting and returns the count.
int64_t standup_probe_disarm(void);

#endif
