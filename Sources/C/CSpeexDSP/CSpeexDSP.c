#include <CLazyLibrary.h>

#include <stddef.h>

#pragma GCC visibility push(hidden)
#include "CSpeexDSP.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libspeexdsp.so.1"};

int standup_speexdsp_is_installed(void) {
    return FIND("speex_echo_state_init") != NULL;
}

FORWARD(SpeexEchoState *, speex_echo_state_init, (int frame_size, int filter_length), (frame_size, filter_length), NULL)
FORWARD_VOID(speex_echo_state_destroy, (SpeexEchoState * state), (state))
FORWARD(int, speex_echo_ctl, (SpeexEchoState * state, int request, void *value), (state, request, value), -1)
FORWARD_VOID(
    speex_echo_cancellation,
    (SpeexEchoState * state, const spx_int16_t *recording, const spx_int16_t *played, spx_int16_t *cleaned),
    (state, recording, played, cleaned)
)
