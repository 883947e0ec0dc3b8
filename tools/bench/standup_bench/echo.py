"""What the echo of a call does to the words of a meeting: far words that are doubled, near words that are lost."""
import json
import os
import tempfile
import wave

import numpy

from .corpus import librivox, prompts, voices, words
from .program import Program
from .recognizers import model_file
from .table import Row, Section, percent

RATE = 16_000
# How long a room reverberates, by 60 dB, in milliseconds; and the voice in the room against the echo, in decibels.
ROOMS = [20, 60, 120, 200]
LEVELS = [0, -6, -12]
LIBRARY = "libspeexdsp.so.1"


def read(path):
    with wave.open(path) as file:
        if file.getparams()[:3] != (1, 2, RATE):
            raise RuntimeError(f"{path} is not mono, 16 bit, 16 kHz")
        return numpy.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float) / 32768


def write(path, samples):
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", None))
        file.writeframes(numpy.clip(numpy.round(samples * 32767), -32768, 32767).astype("<i2").tobytes())


def level(samples):
    """The RMS of speech: of the blocks of 100 ms that are at most 20 dB below the loudest."""
    power = (samples[:len(samples) // 1600 * 1600].reshape(-1, 1600) ** 2).mean(1)
    return numpy.sqrt(power[power > power.max() / 100].mean())


def clip(path, text):
    samples = read(path)
    return samples / level(samples) * 10 ** (-23 / 20), words(text)


def response(milliseconds, seed):
    """A room: the direct sound, six early reflections, and noise that decays by 60 dB; half the energy is direct."""
    generator = numpy.random.default_rng(seed)
    count = int(milliseconds * RATE / 1000)
    tail = generator.standard_normal(count) * 10 ** (-3 * numpy.arange(count) / count)
    tail[0] = 0
    tail *= 0.5 / numpy.sqrt((tail ** 2).sum())
    tail[0] = 1
    for _ in range(6):
        tail[generator.integers(1, max(2, count // 4))] += generator.choice([-1, 1]) * generator.uniform(0.1, 0.4)
    return tail


class Scene:
    """A meeting: passages in which the call speaks alone, then passages in which both speak at once."""

    def __init__(self, room, clips, near, count):
        self.passages, far_parts, near_parts = [], [], []
        position = 0
        index = ROOMS.index(room)
        for number in range(count):
            there, here = clips[(4 * number + index) % len(clips)], near[number % len(near)]
            if number % 2:
                there, here = here, there
            decibels = LEVELS[(number + index) % len(LEVELS)]
            for is_double in (False, True):
                # The room begins while the call speaks.
                begin = int(0.8 * RATE)
                length = max(len(there[0]), (len(here[0]) + begin) if is_double else 0) + int(1.5 * RATE)
                far_part, near_part = numpy.zeros(length), numpy.zeros(length)
                far_part[:len(there[0])] = there[0]
                if is_double:
                    near_part[begin:begin + len(here[0])] = here[0] * 10 ** ((decibels - 3) / 20)
                far_parts.append(far_part)
                near_parts.append(near_part)
                self.passages.append({
                    "start": position / RATE, "end": (position + length) / RATE, "far": there[1],
                    "near": here[1] if is_double else [], "level": decibels if is_double else None})
                position += length
        self.call, near = numpy.concatenate(far_parts), numpy.concatenate(near_parts)
        # The loudspeaker is 40 ms late, and 3 dB quieter in the microphone than on the call.
        echo = numpy.convolve(self.call, response(room, room))
        echo = numpy.concatenate([numpy.zeros(int(0.04 * RATE)), echo])[:len(self.call)]
        echo *= level(self.call) * 10 ** (-3 / 20) / level(echo)
        noise = numpy.random.default_rng(room).standard_normal(len(near)) * 10 ** (-62 / 20)
        self.room, self.alone = near + echo + noise, near + noise


def hold(options, environment, folder, room, call):
    """The words of the room and their times, after a meeting with these files."""
    write(f"{folder}/room.wav", room)
    write(f"{folder}/call.wav", call)
    with Program(options.binary, environment) as program:
        program.create("Daily", 1, int(len(room) / RATE))
        program.call("start", "Daily", "--headless", "--clock", "virtual", "--sample-rate", str(RATE),
                     "--input", f"file:{folder}/room.wav", "--call", f"file:{folder}/call.wav", "--output", "none",
                     "--recognizer", "whisper:base")
        meeting = json.loads(program.call("meeting", "latest", "--json").output)
    return [((word["start"] + word["end"]) / 2, part) for utterance in meeting["transcript"]
            if utterance["channel"] == "room" for word in utterance["words"] for part in words(word["text"])]


def common(first, second):
    """The places in both of the longest sequence of words that both have."""
    table = numpy.zeros((len(first) + 1, len(second) + 1), int)
    for row, word in enumerate(first):
        for column, other in enumerate(second):
            table[row + 1, column + 1] = (table[row, column] + 1 if word == other
                                          else max(table[row, column + 1], table[row + 1, column]))
    row, column, pairs = len(first), len(second), []
    while row and column:
        if first[row - 1] == second[column - 1] and table[row, column] == table[row - 1, column - 1] + 1:
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif table[row - 1, column] >= table[row, column - 1]:
            row -= 1
        else:
            column -= 1
    return pairs


class Tally:
    def __init__(self):
        self.far = self.doubled = 0
        self.near = dict.fromkeys(LEVELS, 0)
        self.lost = dict.fromkeys(LEVELS, 0)

    def add(self, passage, heard, alone):
        """Counts one passage: what was heard of the room in it, and what is heard of it without the call."""
        def inside(found):
            return [word for time, word in found if passage["start"] <= time < passage["end"]]
        heard, alone = inside(heard), inside(alone)
        self.far += len(passage["far"])
        if passage["level"] is None:
            self.doubled += len(heard)
            return
        kept = common(alone, heard)
        self.near[passage["level"]] += len(alone)
        self.lost[passage["level"]] += len(alone) - len(kept)
        # What is neither the room's counts as doubled where the call has it in the same order.
        own = {place for _, place in kept} | {place for _, place in common(passage["near"], heard)}
        self.doubled += len(common([word for place, word in enumerate(heard) if place not in own], passage["far"]))


def section(options):
    environment = {**os.environ}
    environment["XDG_DATA_HOME"] = os.path.dirname(os.path.dirname(os.path.dirname(model_file("base"))))
    tallies = [Tally(), Tally()]
    seconds = 0
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        # A file that is no library hides the one that is installed.
        hidden = f"{folder}/without"
        os.mkdir(hidden)
        open(f"{hidden}/{LIBRARY}", "w").close()
        without = {**environment, "LD_LIBRARY_PATH": hidden}
        clips = [clip(path, text) for path, text in prompts(folder)]
        near = [clip(path, text) for path, text in [*librivox(), *voices()]]
        for room in ROOMS[1::2] if options.quick else ROOMS:
            scene = Scene(room, clips, near, 3 if options.quick else 8)
            seconds += len(scene.room) / RATE
            alone = hold(options, environment, folder, scene.alone, numpy.zeros(len(scene.call)))
            for tally, of in zip(tallies, (environment, without)):
                heard = hold(options, of, folder, scene.room, scene.call)
                for passage in scene.passages:
                    tally.add(passage, heard, alone)
    ours, peer = tallies
    rows = [Row("far words doubled", percent(ours.doubled / ours.far), percent(peer.doubled / peer.far), None, "< 1 %",
                ours.doubled < 0.01 * ours.far)]
    for decibels in LEVELS:
        lost, other = (tally.lost[decibels] / max(tally.near[decibels], 1) for tally in tallies)
        has_aim = decibels > -12
        rows.append(Row(f"near words lost where both speak, at {decibels} dB", percent(lost), percent(other), None,
                        "≤ 5 %" if has_aim else "", lost <= 0.05 if has_aim else None))
    return Section("The echo of a call", "without the canceller", rows, [
        f"{seconds / 60:.1f} min of meetings on the virtual clock, with Whisper base: {ours.far} words of the call, "
        f"{sum(ours.near.values())} of the room. Rooms that reverberate for {', '.join(map(str, ROOMS))} ms (`--quick`: 60 "
        "and 200 ms); the loudspeaker is 40 ms late and 3 dB quieter in the microphone than on the call. Voices: Asterisk's, "
        "LibriVox's and the demo's.",
        "In turn the call speaks alone, and both speak at once, the room by 0, 6 or 12 dB quieter than the echo. Doubled: "
        "words on the room's side while the call speaks alone, and words there that only the call has, in the same order, "
        "while both speak. Lost: words that are recognized of the room without the call, and not with it.",
        "Without the canceller, words that both sides have at the same time are still left out, so few are doubled; what "
        "the room says is lost with them.",
        "libwebrtc-audio-processing 0.3 was measured beside libspeexdsp 1.2.1, with Whisper tiny.en, a room of 60 ms and 57 "
        "near words where both speak: it doubled 2 words and lost 31, libspeexdsp doubled 6 and lost 4. After learning the "
        "first four seconds in advance, libspeexdsp doubled none and lost 2.",
    ])
