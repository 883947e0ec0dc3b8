#define _GNU_SOURCE
#include <CLazyLibrary.h>

#include <stdio.h>
#include <wchar.h>

#pragma GCC visibility push(hidden)
#include "CNCurses.h"
// Declared in term.h, which would also include termios.h.
extern int setupterm(const char *type, int descriptor, int *result);
extern char *tigetstr(const char *name);
extern int tigetnum(const char *name);
extern int tigetflag(const char *name);
#pragma GCC visibility pop

static struct standup_lazy_library library = {.name = "libncursesw.so.6"};

FORWARD_VOID(use_env, (bool uses), (uses))
FORWARD_VOID(use_tioctl, (bool uses), (uses))
FORWARD(int, setupterm, (const char *type, int descriptor, int *result), (type, descriptor, result), ERR)
FORWARD(char *, tigetstr, (const char *name), (name), NULL)
FORWARD(int, tigetnum, (const char *name), (name), 0)
FORWARD(int, tigetflag, (const char *name), (name), 0)
FORWARD(SCREEN *, newterm, (const char *type, FILE *output, FILE *input), (type, output, input), NULL)
FORWARD(int, endwin, (void), (), ERR)
FORWARD(int, start_color, (void), (), ERR)
FORWARD(int, use_default_colors, (void), (), ERR)
FORWARD(int, raw, (void), (), ERR)
FORWARD(int, noecho, (void), (), ERR)
FORWARD(int, nonl, (void), (), ERR)
FORWARD(int, intrflush, (WINDOW * window, bool flushes), (window, flushes), ERR)
FORWARD(int, keypad, (WINDOW * window, bool reads), (window, reads), ERR)
FORWARD(int, typeahead, (int descriptor), (descriptor), ERR)
FORWARD(int, curs_set, (int visibility), (visibility), ERR)
FORWARD(int, alloc_pair, (int foreground, int background), (foreground, background), ERR)
FORWARD(
    int, setcchar, (cchar_t * cell, const wchar_t *text, attr_t styles, short pair, const void *options),
    (cell, text, styles, pair, options), ERR
)
FORWARD(
    int, mvwadd_wchnstr, (WINDOW * window, int row, int column, const cchar_t *cells, int count),
    (window, row, column, cells, count), ERR
)
FORWARD(int, clearok, (WINDOW * window, bool clears), (window, clears), ERR)
FORWARD(int, wmove, (WINDOW * window, int row, int column), (window, row, column), ERR)
FORWARD(int, werase, (WINDOW * window), (window), ERR)
FORWARD(int, wnoutrefresh, (WINDOW * window), (window), ERR)
FORWARD(int, doupdate, (void), (), ERR)
FORWARD(int, resizeterm, (int height, int width), (height, width), ERR)

// A global of the library.
#define VARIABLE(type, name) (*(type *)FIND(#name))

bool standup_curses_is_installed(void) { return FIND("newterm") != NULL; }

bool standup_curses_open(const char *type) { return newterm(type, stdout, stdin) != NULL; }

int standup_curses_find(const char *type, int descriptor) {
    int result = -1;
    return setupterm(type, descriptor, &result) == OK ? 1 : (result == 1 ? 0 : result);
}

const char *standup_curses_string(const char *name) {
    char *const value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

int standup_curses_number(const char *name) {
    const int number = tigetnum(name);
    return number > 0 ? number : tigetflag(name) > 0;
}

static WINDOW *screen(void) { return VARIABLE(WINDOW *, stdscr); }

void standup_curses_prepare(void) {
    raw();
    noecho();
    nonl();
    intrflush(screen(), FALSE);
    keypad(screen(), TRUE);
    typeahead(-1);
    curs_set(0);
}

void standup_curses_cell(
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

void standup_curses_put(int row, const cchar_t *cells, int count) {
    mvwadd_wchnstr(screen(), row, 0, cells, count);
}

void standup_curses_show(int column, int row, bool everything) {
    if (everything) clearok(VARIABLE(WINDOW *, curscr), TRUE);
    curs_set(column >= 0);
    if (column >= 0) wmove(screen(), row, column);
    wnoutrefresh(screen());
    doupdate();
}

void standup_curses_erase(void) {
    werase(screen());
    wnoutrefresh(screen());
    doupdate();
}

void standup_curses_resize(int width, int height) {
    if (VARIABLE(int, LINES) != height || VARIABLE(int, COLS) != width) resizeterm(height, width);
}

int standup_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
