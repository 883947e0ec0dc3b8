// ncurses, loaded on first use. Neither it nor these functions are thread-safe.

#ifndef STANDUP_NCURSES_H
#define STANDUP_NCURSES_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

// Globals, macros and types that Swift cannot import.

/// Whether the library is available.
bool standup_curses_is_installed(void);

/// Opens the terminal at standard input and output with the description of a type; false if that lacks required
/// capabilities.
bool standup_curses_open(const char *type);

/// Looks up a terminal's description: 1 if found, 0 if unknown or too generic, -1 if there is no terminal database.
int standup_curses_find(const char *type, int descriptor);

/// A string capability of the terminal's description; NULL if it is missing.
const char *standup_curses_string(const char *name);

/// A numeric capability of the terminal's description, or 1 for a flag; 0 if it is missing.
int standup_curses_number(const char *name);

/// Sets the terminal's modes: raw keys without line buffering, no echo, a hidden cursor.
void standup_curses_prepare(void);

enum {
    standup_bold = 1,
    standup_dim = 2,
    standup_underline = 4,
    standup_reverse = 8,
};

/// Makes a cell of a character with its combining marks. Colors are the terminal's color numbers, -1 for its default.
void standup_curses_cell(
    cchar_t *cell, const uint32_t *scalars, int count, int attributes, int foreground, int background
);

/// A cell of a character without combining marks, in the styles and colors of another cell.
static inline cchar_t standup_curses_letter(cchar_t cell, uint32_t scalar) {
    for (int i = 1; i < CCHARW_MAX; i++) cell.chars[i] = 0;
    cell.chars[0] = (wchar_t)scalar;
    return cell;
}

/// Writes cells at the start of a row.
void standup_curses_put(int row, const cchar_t *cells, int count);

/// Sends the changes, or the whole screen if `everything`; hides the cursor if its column is negative.
void standup_curses_show(int column, int row, bool everything);

/// Clears the screen.
void standup_curses_erase(void);

/// Sets the terminal size that ncurses uses.
void standup_curses_resize(int width, int height);

/// The columns of a character in this locale, according to the C library and ncurses; -1 if it is not printable.
int standup_curses_width(uint32_t scalar);

#endif
