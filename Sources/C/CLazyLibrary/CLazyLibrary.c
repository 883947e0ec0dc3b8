#include "CLazyLibrary.h"

#include <dlfcn.h>

void *standup_lazy_find(struct standup_lazy_library *library, const char *function) {
    void *(*find)(const char *) = atomic_load(&library->find);
    if (find) return find(function);
    void *handle = atomic_load(&library->handle);
    if (!handle) {
        // Threads that come at once load the same one, which is counted.
        handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
        if (!handle) return NULL;
        atomic_store(&library->handle, handle);
    }
    return dlsym(handle, function);
}
