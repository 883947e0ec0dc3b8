#include "CLazyLibrary.h"

#include <dlfcn.h>

static void *load(struct standup_lazy_library *library) {
    void *handle = atomic_load(&library->handle);
    if (handle) return handle;
    // Concurrent threads load the same library; dlopen counts references.
    handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (!handle && library->installed) handle = dlopen(library->installed, RTLD_NOW | RTLD_LOCAL);
    if (handle) atomic_store(&library->handle, handle);
    return handle;
}

void *standup_lazy_find(struct standup_lazy_library *library, const char *symbol, _Atomic(void *) *cache) {
    void *(*find)(const char *) = atomic_load(&library->find);
    if (find) return find(symbol);
    void *found = atomic_load_explicit(cache, memory_order_acquire);
    if (found) return found;
    void *handle = load(library);
    if (!handle) return NULL;
    found = dlsym(handle, symbol);
    atomic_store_explicit(cache, found, memory_order_release);
    return found;
}
