// Libraries that are loaded when one of their functions is first called: with a sound server's come twenty others, with
// curl's thirty, which would make every start of a program slower that needs neither.
//
// A file that stands for a library defines `library` and, by the macros, the functions that are used, under their own
// names. Without the library each does what is given as its failure. It includes the library's header with hidden
// visibility: the definitions are for this program alone, not for the library, which calls its functions by these names.

#ifndef STANDUP_LAZY_LIBRARY_H
#define STANDUP_LAZY_LIBRARY_H

#include <stdatomic.h>

struct standup_lazy_library {
    const char *name;
    // Where else the file may be; NULL if the name is enough. Both may begin with $ORIGIN, the program's folder.
    const char *installed;
    _Atomic(void *) handle;
    // What finds the functions in place of the library; NULL except in tests.
    void *(*_Atomic find)(const char *function);
};

// A function or variable of the library, which is loaded if it is not yet; NULL if there is none. `cache` keeps it.
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
