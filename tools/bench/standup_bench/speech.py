"""Word errors and speed of recognition, beside PocketSphinx's own command."""
import json
import math
import os
import re
import subprocess
import wave

from .processes import timed
from .program import VOICES, Program
from .table import Row, Section, percent


def words(text):
    """Words as they are compared: lower case, without punctuation."""
    return re.sub(r"[^a-z' ]+", " ", text.lower()).split()


def errors(expected, heard):
    """The least number of words to put in, take out or replace that makes one of the other."""
    row = list(range(len(heard) + 1))
    for index, word in enumerate(expected, 1):
        diagonal, row[0] = row[0], index
        for column, other in enumerate(heard, 1):
            diagonal, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, diagonal + (word != other))
    return row[-1]


def librivox():
    """Pairs of a file and what is said in it, from the package pocketsphinx-testdata."""
    listing = subprocess.run(["dpkg", "-L", "pocketsphinx-testdata"], stdout=subprocess.PIPE, check=True).stdout.decode()
    transcription = next(line for line in listing.splitlines() if line.endswith("librivox/transcription"))
    with open(transcription) as file:
        for line in file:
            text, _, name = line.strip().rpartition(" ")
            yield f"{os.path.dirname(transcription)}/{name.strip('()')}.wav", text.replace("<s>", "").replace("</s>", "")


def voices():
    """The same of the demo's voices."""
    with open(f"{VOICES}/demo.json") as file:
        for attendee in json.load(file)["attendees"]:
            yield f"{VOICES}/{attendee['file']}", " ".join(part["text"] for part in attendee["sentences"])


def duration(path):
    with wave.open(path) as file:
        return file.getnframes() / file.getframerate()


class Tally:
    def __init__(self):
        self.errors = self.words = 0
        self.cpu = self.wall = self.audio = 0.0

    def add(self, expected, heard, timing, audio, idle):
        self.errors += errors(words(expected), words(heard))
        self.words += len(words(expected))
        self.cpu += timing.cpu
        self.wall += max(0.0, timing.wall - idle)
        self.audio += audio

    @property
    def rate(self):
        return self.errors / self.words


def meeting(program, path):
    """A meeting in which a file is what the microphone hears: how long it took, and the words that it kept."""
    program.create("Speech", 1, max(10, math.ceil(duration(path) + 1)))
    timing = program.call("start", "Speech", "--clock", "virtual", "--headless", "--output", "none", "--recognizer",
                          "pocketsphinx", "--input", f"file:{path}")
    text = " ".join(part["text"] for part in program.latest()["transcript"])
    program.call("delete", "Speech", "--yes")
    return timing, text


def continuous(path):
    """The same by PocketSphinx's own command."""
    timing = timed(["pocketsphinx_continuous", "-infile", path, "-logfn", "/dev/null"])
    return timing, " ".join(timing.output.decode(errors="replace").split("\n"))


def silence(folder):
    path = f"{folder}/silence.wav"
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", None))
        file.writeframes(bytes(2 * 1600))
    return path


def joined(path, clips):
    """All clips in one file, with a second of silence after each, and what is said in it."""
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", None))
        for clip, _ in clips:
            with wave.open(clip) as part:
                if part.getparams()[:3] != (1, 2, 16_000):
                    raise RuntimeError(f"{clip} is not mono, 16 bit, 16 kHz")
                file.writeframes(part.readframes(part.getnframes()) + bytes(2 * 16_000))
    return path, " ".join(text for _, text in clips)


def section(options):
    rows, notes = [], []
    with Program(options.binary) as program:
        nothing = silence(program.folder)
        idle = [min((call().wall for _ in range(3))) for call in
                (lambda: meeting(program, nothing)[0], lambda: continuous(nothing)[0])]
        sets = []
        for name, clips in (("LibriVox clips", list(librivox())), ("demo voices", list(voices()))):
            whole = joined(f"{program.folder}/{len(sets)}.wav", clips)
            sets += [(f"{name}, each by itself", clips), (f"{name}, in one meeting", [whole])]
        for name, clips in sets:
            ours, theirs = Tally(), Tally()
            for path, expected in clips:
                audio = duration(path)
                timing, heard = meeting(program, path)
                ours.add(expected, heard, timing, audio, idle[0])
                timing, heard = continuous(path)
                theirs.add(expected, heard, timing, audio, idle[1])
            rows.append(Row(f"word errors, {name} ({ours.words} words, {ours.audio:.0f} s)", percent(ours.rate),
                            percent(theirs.rate), ours.rate / theirs.rate if theirs.rate else None,
                            "fewer, or none", ours.errors < theirs.errors or ours.errors == 0))
            for what, of in (("CPU with start-up", lambda tally: tally.cpu), ("wall without start-up",
                                                                              lambda tally: tally.wall)):
                factor, peer = of(ours) / ours.audio, of(theirs) / theirs.audio
                rows.append(Row(f"real-time factor, {name}, {what}", f"{factor:.3f}", f"{peer:.3f}",
                                factor / peer if peer else None, "no more than the peer", factor <= peer))
    notes.append("Each clip is a meeting on the virtual clock, recorded, transcribed and kept, with PocketSphinx as the "
                 "microphone's recogniser; the peer decodes the same file with the same model. Meetings last at least "
                 "10 s, the rest is silence; the factors count the clips' own time. A meeting on the virtual clock does not "
                 "know its microphone: it hears the first seconds twice, once to learn how speech sounds there. By itself "
                 "a clip is nearly all first seconds; with a known microphone nothing is heard twice.")
    notes.append(f"Start-up is what 0.1 s of silence takes: {idle[0] * 1000:.0f} ms, the peer {idle[1] * 1000:.0f} ms, "
                 "nearly all of it loading the model.")
    return Section("Word errors and speed of recognition", "`pocketsphinx_continuous`", rows, notes)
