"""A program on a pseudoterminal: when it draws, how much, and how soon after a key."""
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from .processes import die_with_parent

ROWS, COLUMNS = 30, 100
QUIET = 0.03  # a frame is whole when so many seconds bring no more of it
QUERIES = {b"\x1b[c": b"\x1b[?1;2c", b"\x1b[>c": b"\x1b[>0;0;0c", b"\x1b[6n": b"\x1b[1;1R", b"\x1b[5n": b"\x1b[0n"}
ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()*+][0-9A-Za-z]|[=>78DEHMNOcZ])")


class Terminal:
    """A program that runs on a terminal of 100 by 30, from its start to the end of the block."""

    def __init__(self, command, environment):
        self.command = command
        self.environment = {**environment, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLUMNS": str(COLUMNS),
                            "LINES": str(ROWS)}
        self.sent = 0

    def __enter__(self):
        self.started = time.perf_counter()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            die_with_parent()
            # The size is there before the program looks.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            with contextlib.suppress(OSError):
                os.execvpe(self.command[0], self.command, self.environment)
            os._exit(127)
        return self

    def __exit__(self, *_):
        # What is measured has been measured: how the program takes its end is no matter.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            self.read(0.05)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def read(self, timeout):
        """What comes next within a time, and when it came; nothing if none did or the program has ended."""
        if not select.select([self.descriptor], [], [], max(0, timeout))[0]:
            return b"", time.perf_counter()
        try:
            data = os.read(self.descriptor, 1 << 16)
        except OSError:
            data = b""
        now = time.perf_counter()
        if not data:
            time.sleep(0.01)
        self.sent += len(data)
        for query, answer in QUERIES.items():
            if query in data:
                os.write(self.descriptor, answer)
        return data, now

    def frame(self, patience=5.0, quiet=QUIET, expected=None):
        """The next frame, and when its last byte came; nothing if none begins in time.

        With `expected` it is whole when that text has been drawn."""
        drawn, last = b"", None
        deadline = time.perf_counter() + patience
        while True:
            wait = deadline - time.perf_counter() if last is None or not seen(drawn, expected) else \
                last + quiet - time.perf_counter()
            if wait <= 0:
                return (drawn, last) if last is not None and seen(drawn, expected) else (drawn, None)
            data, now = self.read(wait)
            if data:
                drawn, last = drawn + data, now

    def press(self, key, patience=0.5):
        """Seconds from a key to the last byte of the frame that it causes; nothing if it causes none."""
        before = time.perf_counter()
        os.write(self.descriptor, key)
        drawn, last = self.frame(patience)
        return (last - before if last else None), drawn

    def watch(self, seconds):
        """The frames of a stretch of time, as pairs of time and bytes; what comes within 2 ms is one frame."""
        frames, end = [], time.perf_counter() + seconds
        while (rest := end - time.perf_counter()) > 0:
            data, now = self.read(rest)
            if not data:
                continue
            if frames and now - frames[-1][0] < 0.002:
                frames[-1] = (now, frames[-1][1] + len(data))
            else:
                frames.append((now, len(data)))
        return frames


def seen(drawn, expected):
    return expected is None or expected in ESCAPES.sub(b"", drawn)
