// ncurses, loaded when it is first used. It is not thread-safe, nor is what is here.

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

// Globals, macros and types that another language cannot name.

/// Whether the library is there.
bool standup_curses_is_installed(void);

/// Opens the terminal at standard input and output; false if its description does not do.
bool standup_curses_open(void);

/// Looks a terminal's description up: 1 if there is one, 0 if it is unknown or too general, -1 if there are none at all.
int standup_curses_find(const char *type, int descriptor);

/// A string of the terminal's description; NULL if it has none of that name.
const char *standup_curses_string(const char *name);

/// A number of the terminal's description, also where a flag means 1; 0 if it has none of that name.
int standup_curses_number(const char *name);

/// Sets the terminal's modes: keys come one by one and as they are, nothing is echoed, the cursor is hidden.
void standup_curses_prepare(void);

enum {
    standup_bold = 1,
    standup_dim = 2,
    standup_underline = 4,
    standup_reverse = 8,
};

/// Makes a cell of a letter with its marks. Colours are numbers as the description counts them, -1 for the terminal's own.
void standup_curses_cell(
    cchar_t *cell, const uint32_t *scalars, int count, int attributes, int foreground, int background
);

/// A cell of a letter that needs no marks, in the styles and colours of another cell.
static inline cchar_t standup_curses_letter(cchar_t cell, uint32_t scalar) {
    for (int i = 1; i < CCHARW_MAX; i++) cell.chars[i] = 0;
    cell.chars[0] = (wchar_t)scalar;
    return cell;
}

/// Puts cells at the beginning of a row.
void standup_curses_put(int row, const cchar_t *cells, int count);

/// Sends what changed, and all of it if `everything`; the cursor shows at a place, unless its column is negative.
void standup_curses_show(int column, int row, bool everything);

/// Empties the screen.
void standup_curses_erase(void);

/// Tells ncurses how large the terminal is now.
void standup_curses_resize(int width, int height);

/// How many columns the C library, and ncurses with it, gives a letter in this locale; -1 if it has none.
int standup_curses_width(uint32_t scalar);

#endif
