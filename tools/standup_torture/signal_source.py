"""A sound of which every frame says where it belongs, and where the frames of a recording come from."""
import array
import dataclasses
import math
import random
import wave

RATE = 48_000
MARK = 16  # frames; so many are in one place of the source only
MOST_UNPLACED = 2_000
PERIODS = (96, 64, 80, 48, 60)  # frames of the tones: 500, 750, 600, 1000 and 800 Hz


def noise(seconds, seed=1):
    """Frames of 16 bits, all of them half as loud as can be, which standup keeps bit for bit."""
    count = seconds * RATE
    bits = int.from_bytes(random.Random(seed).randbytes(2 * count), "little")
    return (bits & int.from_bytes(b"\xff\x3f" * count, "little")).to_bytes(2 * count, "little")


def tone(seconds, number=0):
    """Frames of 16 bits that are never silent for long, whatever a sound server does to them.

    The tones of different numbers do not cancel each other: two of one frequency do, half a period apart."""
    frames = PERIODS[number % len(PERIODS)]
    period = array.array("h", (round(8000 * math.sin(2 * math.pi * frame / frames)) for frame in range(frames)))
    return period.tobytes() * (seconds * RATE // frames)


def silences(frames, rate=RATE, level=1000, shortest=0.03):
    """From when to when it is quieter than a level, in seconds, where that is longer than a tone's pauses."""
    samples = array.array("h")
    samples.frombytes(frames)
    block, since, found = rate // 200, None, []
    for start in range(0, len(samples), block):
        part = samples[start:start + block]
        is_silent = max(part) < level and min(part) > -level
        if is_silent and since is None:
            since = start / rate
        elif not is_silent and since is not None:
            found.append((since, start / rate))
            since = None
    if since is not None:
        found.append((since, len(samples) / rate))
    return [(begin, end) for begin, end in found if end - begin >= shortest]


def together(*channels):
    """The channels by turns."""
    samples = array.array("h", bytes(len(channels) * len(channels[0])))
    for number, frames in enumerate(channels):
        samples[number::len(channels)] = array.array("h", frames)
    return samples.tobytes()


def channel(frames, index, channels):
    """The frames of one channel of a recording."""
    samples = array.array("h")
    samples.frombytes(frames)
    return samples[index::channels].tobytes()


def index(sources, place):
    """In which of several sources, one after the other, a place is."""
    for number, source in enumerate(sources):
        if place < len(source) // 2:
            return number
        place -= len(source) // 2
    return len(sources) - 1


def clicks(seconds, seed):
    """A short noise in each second."""
    click = noise(1, seed)[:2 * RATE // 200]
    return (click + bytes(2 * RATE - len(click))) * seconds


def onsets(frames, level=2000):
    """The frames at which sounds begin, each after a tenth of a second of silence."""
    samples = array.array("h")
    samples.frombytes(frames)
    found, last = [], -RATE
    for frame, sample in enumerate(samples):
        if abs(sample) > level:
            if frame - last > RATE // 10:
                found.append(frame)
            last = frame
    return found


def write(path, frames, rate=RATE, channels=1):
    with wave.open(path, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(frames)


@dataclasses.dataclass(frozen=True)
class Stretch:
    """Frames of a recording that follow one another in the source too; `place` is where, None for silence."""
    start: int
    place: int | None
    frames: int

    @property
    def end(self):
        return self.start + self.frames


def alike(one, at, other, place):
    """How many frames of one, from a frame on, are those of the other from a place on."""
    most = min(len(one) // 2 - at, len(other) // 2 - place)
    low, high = 0, most
    if one[2 * at:2 * (at + most)] == other[2 * place:2 * (place + most)]:
        return most
    while low < high:
        middle = (low + high + 1) // 2
        if one[2 * at:2 * (at + middle)] == other[2 * place:2 * (place + middle)]:
            low = middle
        else:
            high = middle - 1
    return low


def find(source, mark, after):
    """The first frame from one on where the source has these frames; None if nowhere."""
    at = source.find(mark, 2 * after)
    while at > 0 and at % 2:
        at = source.find(mark, at + 1)
    return None if at < 0 else at // 2


def stretches(recorded, source):
    """The stretches of a recording, and how many of its frames are neither silence nor in the source, in this order."""
    total, at, after, found, unplaced = len(recorded) // 2, 0, 0, [], 0
    silence = bytes(len(recorded))
    while at < total and unplaced < MOST_UNPLACED:
        silent = alike(recorded, at, silence, 0)
        if silent >= MARK or at + silent == total:
            found.append(Stretch(at, None, silent))
            at += silent
            continue
        mark = recorded[2 * at:2 * (at + MARK)]
        # The last few frames may stand in many places: they go where they would if they went on.
        place = after if alike(recorded, at, source, after) == total - at else find(source, mark, after)
        if place is None:
            unplaced += 1
            at += 1
            continue
        frames = alike(recorded, at, source, place)
        found.append(Stretch(at, place, frames))
        at, after = at + frames, place + frames
    return found, unplaced + total - at
