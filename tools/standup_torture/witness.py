"""What a source of the sound server delivers, recorded by another program beside standup."""
import array
import math
import subprocess
import threading
import time

from . import signal_source

BLOCK = signal_source.RATE // 100  # frames
LEVEL = 1000
PAUSE = 0.25  # seconds


class Witness:
    """Records a source, and notes when its sound came.

    A silence in a recording is standup's fault only while the source had sound: two players may cancel each other, and a
    busy server may deliver nothing."""

    def __init__(self, source, environment):
        # With the latency of the players, so that the server treats the loudspeaker as without a witness.
        self.process = subprocess.Popen(
            ["parec", "--raw", "--format=s16le", f"--rate={signal_source.RATE}", "--channels=1", "--latency-msec=100",
             f"--device={source}"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.chunks = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        while chunk := self.process.stdout.read1(1 << 16):
            self.chunks.append((time.monotonic(), chunk))

    def stop(self):
        """Ends it, before its source is removed: the server would give it another one."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()

    def heard(self):
        """From when to when there was sound, as instants of the monotonic clock."""
        return heard(self.chunks)


def heard(chunks):
    """The stretches of time with sound in chunks that came at these instants."""
    found, end = [], -math.inf
    for arrival, chunk in list(chunks):
        samples = array.array("h", chunk[:len(chunk) // 2 * 2])
        begun = arrival - len(samples) / signal_source.RATE
        # Chunks follow one another, however unevenly they come, unless the source has paused.
        if abs(begun - end) < PAUSE:
            begun = end
        end = begun + len(samples) / signal_source.RATE
        for start in range(0, len(samples), BLOCK):
            part = samples[start:start + BLOCK]
            if max(part) >= LEVEL or min(part) <= -LEVEL:
                at = begun + start / signal_source.RATE
                found.append((at, at + len(part) / signal_source.RATE))
    return found


def union(*stretches):
    """Stretches of time joined to those that do not overlap."""
    joined = []
    for start, end in sorted(stretch for some in stretches for stretch in some):
        if joined and start <= joined[-1][1] + 0.001:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def common(some, others):
    """The parts of some stretches that are in others too, which do not overlap."""
    parts = [(max(start, begin), min(end, stop)) for start, end in some for begin, stop in others]
    return [(start, end) for start, end in parts if end > start]
