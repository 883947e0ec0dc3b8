// libpq, loaded on first use; if it is missing, PQlibVersion returns 0 and its other functions fail.

#ifndef STANDUP_POSTGRESQL_H
#define STANDUP_POSTGRESQL_H

// Debian's folder of headers is not where compilers look.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// The fields of an error, whose names are macros that Swift does not import.
enum {
    standup_pq_sqlstate = PG_DIAG_SQLSTATE,
    standup_pq_message = PG_DIAG_MESSAGE_PRIMARY,
};

#endif
