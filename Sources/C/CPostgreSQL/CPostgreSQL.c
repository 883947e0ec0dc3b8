#include <CLazyLibrary.h>

#pragma GCC visibility push(hidden)
#include "CPostgreSQL.h"
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libpq.so.5"};

FORWARD(int, PQlibVersion, (void), (), 0)
FORWARD_VOID(PQfreemem, (void *memory), (memory))

// Connection parameters
FORWARD(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error), NULL)
FORWARD(PQconninfoOption *, PQconninfo, (PGconn *connection), (connection), NULL)
FORWARD_VOID(PQconninfoFree, (PQconninfoOption *options), (options))

// Connections
FORWARD(
    PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expands),
    (keywords, values, expands), NULL
)
FORWARD(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection), PGRES_POLLING_FAILED)
FORWARD(ConnStatusType, PQstatus, (const PGconn *connection), (connection), CONNECTION_BAD)
FORWARD(
    PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection), PQTRANS_UNKNOWN
)
FORWARD(int, PQsocket, (const PGconn *connection), (connection), -1)
FORWARD(char *, PQerrorMessage, (const PGconn *connection), (connection), NULL)
FORWARD(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection), 0)
FORWARD(int, PQconnectionUsedPassword, (const PGconn *connection), (connection), 0)
FORWARD(int, PQbackendPID, (const PGconn *connection), (connection), 0)
FORWARD(int, PQserverVersion, (const PGconn *connection), (connection), 0)
FORWARD(int, PQsslInUse, (PGconn *connection), (connection), 0)
FORWARD(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), (connection, verbosity), 0)
FORWARD(
    PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context),
    (connection, receiver, context), NULL
)
FORWARD(int, PQsetnonblocking, (PGconn *connection, int value), (connection, value), -1)
FORWARD_VOID(PQfinish, (PGconn *connection), (connection))

// Statements
FORWARD(int, PQsendQuery, (PGconn *connection, const char *statements), (connection, statements), 0)
FORWARD(
    int, PQsendQueryParams,
    (PGconn *connection, const char *statement, int count, const Oid *types, const char *const *values,
     const int *lengths, const int *formats, int result),
    (connection, statement, count, types, values, lengths, formats, result), 0
)
FORWARD(int, PQsetSingleRowMode, (PGconn *connection), (connection), 0)
FORWARD(int, PQflush, (PGconn *connection), (connection), -1)
FORWARD(int, PQconsumeInput, (PGconn *connection), (connection), 0)
FORWARD(int, PQisBusy, (PGconn *connection), (connection), 0)
FORWARD(PGnotify *, PQnotifies, (PGconn *connection), (connection), NULL)

// Results
FORWARD(PGresult *, PQgetResult, (PGconn *connection), (connection), NULL)
FORWARD_VOID(PQclear, (PGresult *result), (result))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *result), (result), PGRES_FATAL_ERROR)
FORWARD(char *, PQresultErrorField, (const PGresult *result, int field), (result, field), NULL)
FORWARD(int, PQntuples, (const PGresult *result), (result), 0)
FORWARD(int, PQnfields, (const PGresult *result), (result), 0)
FORWARD(Oid, PQftype, (const PGresult *result, int column), (result, column), 0)
FORWARD(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column), 1)
FORWARD(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column), 0)
FORWARD(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column), NULL)
