// Loads a library when one of its functions is first called. A sound server's library depends on twenty others and
// libcurl on thirty; loading them at every start would slow down commands that need neither.
//
// A source file that replaces a library defines `library` and, with the macros, a wrapper for each function, with the
// function's own name. If the library is missing, a wrapper performs its failure statement. The file includes the
// library's header with hidden visibility, so that the library's own calls do not reach the wrappers.

#ifndef STANDUP_LAZY_LIBRARY_H
#define STANDUP_LAZY_LIBRARY_H

#include <stdatomic.h>

struct standup_lazy_library {
    const char *name;
    // Another path to try; NULL if there is none. Both may begin with $ORIGIN, the program's folder.
    const char *installed;
    _Atomic(void *) handle;
    // Looks up the functions instead of the library; NULL except in tests.
    void *(*_Atomic find)(const char *function);
};

// A function or variable of the library, which is loaded if necessary; NULL if there is none. `cache` stores it.
// [any thread]
void *standup_lazy_find(struct standup_lazy_library *library, const char *symbol, _Atomic(void *) *cache);

// The same for a file that defines `library`.
#define FIND(symbol) \
    ({ \
        static _Atomic(void *) cache; \
        standup_lazy_find(&library, symbol, &cache); \
    })

#define FORWARD(result, name, parameters, arguments, failure) \
    result name parameters { \
        result(*function) parameters = (result(*) parameters)FIND(#name); \
        return function ? function arguments : failure; \
    }

#define FORWARD_VOID(name, parameters, arguments) \
    void name parameters { \
        void(*function) parameters = (void(*) parameters)FIND(#name); \
        if (function) function arguments; \
    }

#endif
