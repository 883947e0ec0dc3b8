#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CPulse.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libpulse.so.0"};

FORWARD(const char *, pa_get_library_version, (void), (), "is not installed")

FORWARD(pa_mainloop *, pa_mainloop_new, (void), (), NULL)
FORWARD_VOID(pa_mainloop_free, (pa_mainloop * loop), (loop))
FORWARD(pa_mainloop_api *, pa_mainloop_get_api, (pa_mainloop * loop), (loop), NULL)
FORWARD(int, pa_mainloop_iterate, (pa_mainloop * loop, int block, int *result), (loop, block, result), -1)
FORWARD(int, pa_mainloop_prepare, (pa_mainloop * loop, int timeout), (loop, timeout), -1)
FORWARD(int, pa_mainloop_poll, (pa_mainloop * loop), (loop), -1)
FORWARD(int, pa_mainloop_dispatch, (pa_mainloop * loop), (loop), -1)

FORWARD(pa_context *, pa_context_new, (pa_mainloop_api * loop, const char *name), (loop, name), NULL)
FORWARD_VOID(pa_context_unref, (pa_context * context), (context))
FORWARD(
    int, pa_context_connect,
    (pa_context * context, const char *server, pa_context_flags_t flags, const pa_spawn_api *spawn),
    (context, server, flags, spawn), -1
)
FORWARD_VOID(pa_context_disconnect, (pa_context * context), (context))
FORWARD(pa_context_state_t, pa_context_get_state, (const pa_context *context), (context), PA_CONTEXT_FAILED)
FORWARD_VOID(
    pa_context_set_subscribe_callback, (pa_context * context, pa_context_subscribe_cb_t callback, void *data),
    (context, callback, data)
)
FORWARD(
    pa_operation *, pa_context_subscribe,
    (pa_context * context, pa_subscription_mask_t mask, pa_context_success_cb_t callback, void *data),
    (context, mask, callback, data), NULL
)
FORWARD(
    pa_operation *, pa_context_get_server_info, (pa_context * context, pa_server_info_cb_t callback, void *data),
    (context, callback, data), NULL
)
FORWARD(
    pa_operation *, pa_context_get_source_info_list,
    (pa_context * context, pa_source_info_cb_t callback, void *data), (context, callback, data), NULL
)
FORWARD(
    pa_operation *, pa_context_get_source_output_info_list,
    (pa_context * context, pa_source_output_info_cb_t callback, void *data), (context, callback, data), NULL
)
FORWARD(
    pa_operation *, pa_context_move_source_output_by_name,
    (pa_context * context, uint32_t index, const char *source, pa_context_success_cb_t callback, void *data),
    (context, index, source, callback, data), NULL
)
FORWARD(const char *, pa_proplist_gets, (const pa_proplist *list, const char *key), (list, key), NULL)
FORWARD(
    pa_operation *, pa_context_get_sink_info_list, (pa_context * context, pa_sink_info_cb_t callback, void *data),
    (context, callback, data), NULL
)
FORWARD(
    pa_operation *, pa_context_get_sink_input_info_list,
    (pa_context * context, pa_sink_input_info_cb_t callback, void *data), (context, callback, data), NULL
)

FORWARD(
    pa_operation_state_t, pa_operation_get_state, (const pa_operation *operation), (operation),
    PA_OPERATION_CANCELLED
)
FORWARD_VOID(pa_operation_cancel, (pa_operation * operation), (operation))
FORWARD_VOID(pa_operation_unref, (pa_operation * operation), (operation))
