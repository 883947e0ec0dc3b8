"""How slow the machine is while it is tortured: what the program cannot do better than the machine."""
import os
import tempfile
import threading
import time

TICK = 0.05  # seconds
LOOK = 5  # ticks between two looks at the disk


class Slowness:
    """Watches how late a thread wakes up and how long the disk takes for a small file, for as long as the block lasts.

    What a program is to have done within a second on a machine that is not busy, it is given that much longer for."""

    def __init__(self):
        self.late, self.ended, self.lock = [], threading.Event(), threading.Lock()

    def __enter__(self):
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def watch(self):
        with tempfile.TemporaryFile() as file:
            tick = 0
            while not self.ended.is_set():
                begun = time.monotonic()
                self.ended.wait(TICK)
                late = time.monotonic() - begun - TICK
                if (tick := tick + 1) % LOOK == 0:
                    begun = time.monotonic()
                    os.pwrite(file.fileno(), bytes(4096), 4096 * (tick % 64))
                    os.fdatasync(file.fileno())
                    late += time.monotonic() - begun
                with self.lock:
                    self.late.append((time.monotonic(), max(0.0, late)))

    def since(self, instant):
        """The worst lateness since an instant, in seconds."""
        with self.lock:
            return max((late for at, late in self.late if at >= instant), default=0.0)

    @property
    def worst(self):
        return self.since(0.0)
