#pragma once

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

// From term.h, which would bring the whole of termios.h into this module, and so out of everybody else's.
extern int setupterm(const char *type, int descriptor, int *result);

// Globals, macros and types that another language cannot name. ncurses is not thread-safe, nor are these.

/// Opens the terminal at standard input and output; false if its description does not do.
static inline bool standup_curses_open(void) { return newterm(NULL, stdout, stdin) != NULL; }

/// Looks a terminal's description up: 1 if there is one, 0 if it is unknown or too general, -1 if there are none at all.
static inline int standup_curses_find(const char *type, int descriptor) {
    int result = -1;
    return setupterm(type, descriptor, &result) == OK ? 1 : (result == 1 ? 0 : result);
}

/// A string of the terminal's description; NULL if it has none of that name.
static inline const char *standup_curses_string(const char *name) {
    char *const value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

/// A number of the terminal's description, also where a flag means 1; 0 if it has none of that name.
static inline int standup_curses_number(const char *name) {
    const int number = tigetnum(name);
    return number > 0 ? number : tigetflag(name) > 0;
}

/// Sets the terminal's modes: keys come one by one and as they are, nothing is echoed, the cursor is hidden.
static inline void standup_curses_prepare(void) {
    raw();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    typeahead(-1);
    curs_set(0);
}

enum {
    standup_bold = 1,
    standup_dim = 2,
    standup_underline = 4,
    standup_reverse = 8,
};

/// Makes a cell of a letter with its marks. Colours are numbers as the description counts them, -1 for the terminal's own.
static inline void standup_curses_cell(
    cchar_t *cell, const uint32_t *scalars, int count, int attributes, int foreground, int background
) {
    wchar_t text[CCHARW_MAX + 1];
    if (count > CCHARW_MAX) count = CCHARW_MAX;
    for (int i = 0; i < count; i++) text[i] = (wchar_t)scalars[i];
    text[count] = 0;
    attr_t styles = A_NORMAL;
    if (attributes & standup_bold) styles |= A_BOLD;
    if (attributes & standup_dim) styles |= A_DIM;
    if (attributes & standup_underline) styles |= A_UNDERLINE;
    if (attributes & standup_reverse) styles |= A_REVERSE;
    int pair = foreground < 0 && background < 0 ? 0 : alloc_pair(foreground, background);
    if (pair < 0) pair = 0;
    setcchar(cell, text, styles, (short)(pair < 0x7fff ? pair : 0), pair < 0x7fff ? NULL : &pair);
}

/// A cell of a letter that needs no marks, in the styles and colours of another cell.
static inline cchar_t standup_curses_letter(cchar_t cell, uint32_t scalar) {
    for (int i = 1; i < CCHARW_MAX; i++) cell.chars[i] = 0;
    cell.chars[0] = (wchar_t)scalar;
    return cell;
}

/// Puts cells at the beginning of a row.
static inline void standup_curses_put(int row, const cchar_t *cells, int count) {
    mvwadd_wchnstr(stdscr, row, 0, cells, count);
}

/// Sends what changed, and all of it if `everything`; the cursor shows at a place, unless its column is negative.
static inline void standup_curses_show(int column, int row, bool everything) {
    if (everything) clearok(curscr, TRUE);
    curs_set(column >= 0);
    if (column >= 0) wmove(stdscr, row, column);
    wnoutrefresh(stdscr);
    doupdate();
}

/// Empties the screen.
static inline void standup_curses_erase(void) {
    werase(stdscr);
    wnoutrefresh(stdscr);
    doupdate();
}

/// Tells ncurses how large the terminal is now.
static inline void standup_curses_resize(int width, int height) {
    if (LINES != height || COLS != width) resizeterm(height, width);
}

/// How many columns the C library, and ncurses with it, gives a letter in this locale; -1 if it has none.
static inline int standup_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
