"""Who is named by voice: interjections in other people's turns, owners of turns, guests; and what that costs in a meeting."""
import collections
import glob
import json
import os
import queue
import random
import re
import statistics
import struct
import subprocess
import tempfile
import threading
import time
import zlib

import numpy

from .corpus import file_of_package, librivox
from .diarization import excerpts
from .echo import RATE, response, write
from .live import SETTLED, Meeting, both
from .peers import CACHE
from .processes import cpu_time, die_with_parent, family, proportional
from .program import Program
from .recognizers import model_file
from .rooms import scaled
from .table import Row, Section, megabytes, percent
from .transcribe import reading

# Those of them whose voices were not used for the thresholds.
KTUBERLING = ["da", "el", "fr", "lt", "sl", "wa"]
TUXPAINT = ["bg", "da", "es", "ro"]
QUEEN = ["BOB", "CHEF", "DEATH", "FRANK", "IAN", "JOE", "KLUNK", "LOLA", "MAN", "ORACLE", "SEC", "SPARKY"]
ROOMS = ["clean", "reverberant", "noisy"]
SIZES = [3, 5, 8]
LEARNED, TESTED = 24, 32  # seconds of each person, at most
LEAST = 10.2  # seconds from which a profile is used, and a little more
AFTER_PAUSE, INSIDE = [1.0, 2.0], [0.7, 1.0, 2.0]  # seconds
LEVEL = -26  # dBFS
TRIALS = 12  # of each kind and length in a corpus and a room


def unpacked(package):
    """The folder with a package's files. They are not installed, since they come with or for games."""
    folder = f"{CACHE}/{package}"
    if not os.path.exists(folder):
        os.makedirs(CACHE, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as download:
            subprocess.run(["apt-get", "--quiet", "download", package], cwd=download, stdout=subprocess.DEVNULL, check=True)
            archive, = os.listdir(download)
            subprocess.run(["dpkg-deb", "-x", f"{download}/{archive}", f"{download}/files"], check=True)
            os.rename(f"{download}/files", folder)
    return f"{folder}/usr/share"


def decoded(paths, telephone=False, form=None):
    """Files one after the other; `telephone` leaves what a telephone transmits, so that microphones differ less."""
    inputs = [argument for path in paths for argument in [*(["-f", form] if form else []), "-i", path]]
    parts = "".join(f"[{index}:a]aformat=s16:16000:mono[p{index}];" for index in range(len(paths)))
    names = "".join(f"[p{index}]" for index in range(len(paths)))
    rates = "aresample=8000,aresample=16000" if telephone else "anull"
    output = subprocess.run(
        ["ffmpeg", "-loglevel", "error", *inputs, "-filter_complex", f"{parts}{names}concat=n={len(paths)}:v=0:a=1,{rates}",
         "-f", "s16le", "-"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
    return numpy.frombuffer(output, "<i2").astype(float) / 32768


def speech(samples):
    """A sound without pauses of more than 0.24 s, at one level."""
    blocks = samples[:len(samples) // 320 * 320].reshape(-1, 320)
    power = (blocks ** 2).mean(1)
    loud = numpy.flatnonzero(power > numpy.percentile(power, 95) / 1000)
    kept = numpy.zeros(len(blocks), bool)
    kept[loud] = True
    for before, after in zip(loud, loud[1:]):
        kept[before:after] |= after - before <= 12
    return scaled(blocks[kept].ravel(), LEVEL)


def shuffled(name, paths, count):
    """A choice that is the same each time."""
    paths = sorted(paths)
    random.Random(name).shuffle(paths)
    return paths[:count]


def halves(samples):
    half = len(samples) // 2
    return samples[:half][:LEARNED * RATE], samples[half:][:TESTED * RATE]


def ktuberling():
    folder = f"{unpacked('ktuberling-data')}/ktuberling/sounds"
    return {name: halves(speech(decoded(shuffled(name, glob.glob(f"{folder}/{name}/*.*"), 90), telephone=True)))
            for name in KTUBERLING}


def tuxpaint():
    folder = unpacked("tuxpaint-stamps-default")
    return {name: halves(speech(decoded(
        shuffled(name, glob.glob(f"{folder}/tuxpaint/**/*_desc_{name}.ogg", recursive=True), 40), telephone=True)))
        for name in TUXPAINT}


def asterisk():
    folders = {"armelle": (f"{unpacked('asterisk-prompt-fr-armelle')}/asterisk/sounds/fr", "gsm"),
               "carlo": (f"{unpacked('asterisk-core-sounds-it-g722')}/asterisk/sounds/it_IT_m_Carlo", "g722"),
               "allison": (os.path.dirname(file_of_package("asterisk-core-sounds-en-g722", "/vm-intro.g722")), "g722")}
    found = {}
    for name, (folder, form) in folders.items():
        least = {"gsm": 3500, "g722": 16_000}[form]  # bytes, 2 s
        paths = [path for path in glob.glob(f"{folder}/**/*.{form}", recursive=True)
                 if os.path.getsize(path) > least and not re.search("silence|monkeys", path)]
        found[name] = halves(speech(decoded(shuffled(name, paths, 24), telephone=True, form=form)))
    return found


def queen(folder):
    """The characters of a game, whose lines are MP3 files in one large file."""
    found = {}
    with open(f"{unpacked('flight-of-the-amazon-queen')}/scummvm/flight-of-the-amazon-queen/queen.1c", "rb") as file:
        file.seek(13)
        entries = []
        for _ in range(struct.unpack(">H", file.read(2))[0]):
            name, _, start, size = struct.unpack(">12sBII", file.read(21))
            entries.append((name.split(b"\0")[0].decode("latin-1"), start, size))
        people = {}
        for name, start, _ in entries:
            if name.endswith(".DOG"):
                file.seek(start + 24)
                people.setdefault(f"{struct.unpack('>h', file.read(2))[0]:02}", re.sub("[0-9]", "", name[:-4]))
        for name in QUEEN:
            lines = [(start, size) for line, start, size in entries if line.endswith(".SB") and size > 2500
                     and (line[6] == "J" if name == "JOE" else line[6] == "P" and people.get(line[:2]) == name)]
            path = f"{folder}/queen"
            with open(path, "wb") as copy:
                for start, size in shuffled(name, lines, 40):
                    file.seek(start)
                    copy.write(file.read(size))
            found[name] = halves(speech(decoded([path], form="mp3")))
    return found


def ami(folder):
    """Those of the excerpts who speak alone for long enough."""
    spoken = collections.defaultdict(list)
    for path, turns, _ in excerpts(folder).values():
        samples = decoded([path])
        voices = {voice: numpy.zeros(len(samples) // 160 + 2, int) for voice, *_ in turns}
        for voice, start, end in turns:
            voices[voice][int(start * 100):int(end * 100)] = 1
        for voice, active in voices.items():
            borders = numpy.flatnonzero(numpy.diff(numpy.r_[0, (active & (sum(voices.values()) == 1)), 0]))
            spoken[voice] += [speech(samples[start * 160:end * 160]) for start, end in zip(borders[::2], borders[1::2])
                              if end - start > 60]
    found = {voice: numpy.concatenate(parts) for voice, parts in sorted(spoken.items()) if parts}
    first = int(LEAST * RATE)
    return {voice: (samples[:first], samples[first:][:TESTED * RATE]) for voice, samples in found.items()
            if len(samples) > first + 7 * RATE}


def heard(samples, room, who, session):
    """What a microphone in a room hears of somebody; in each session in another place.

    In the noisy room, voices were learned in a quiet one."""
    draw = numpy.random.default_rng(zlib.crc32(f"{room} {who} {session}".encode()))
    if room == "clean" or (room == "noisy" and session == "learned"):
        return samples
    decibels = 15
    if room == "reverberant":
        tail = response(draw.uniform(400, 600), int(draw.integers(1 << 30)))
        size = len(samples) + len(tail)
        samples = numpy.fft.irfft(numpy.fft.rfft(samples, size) * numpy.fft.rfft(tail, size), size)[:len(samples)]
        decibels = 25
    spectrum = numpy.fft.rfft(draw.standard_normal(len(samples)))
    spectrum *= 1 / numpy.maximum(numpy.fft.rfftfreq(len(samples), 1 / RATE), 120) ** draw.uniform(0.6, 1.1)
    return scaled(samples, LEVEL) + scaled(numpy.fft.irfft(spectrum, len(samples)), LEVEL - decibels)


class Trials:
    """The trials of one corpus in one room, and what came of them."""

    def __init__(self, listener, folder, corpus, people, room):
        self.listener, self.folder, self.corpus, self.room = listener, f"{folder}/{corpus}-{room}", corpus, room
        os.mkdir(self.folder)
        self.draw = numpy.random.default_rng(zlib.crc32(f"{corpus} {room}".encode()))
        self.people = {name: heard(test, room, f"{corpus} {name}", "tested") for name, (_, test) in people.items()}
        self.profiles = {}
        for name, (learned, _) in people.items():
            self.profiles[name] = self.file(heard(learned, room, f"{corpus} {name}", "learned"))
        self.sizes = [size for size in SIZES if size <= len(people)]
        # kind, seconds, people: outcomes of interjections, "right", "wrong" or "left"
        self.outcomes = collections.defaultdict(list)
        # kind, seconds: whether a guest was given a member's name
        self.guests = collections.defaultdict(list)
        self.taken = []  # seconds of the owner's words that an interjection took along
        self.own = [0.0, 0.0]  # seconds of owners that were given to somebody else, and all

    def file(self, samples):
        path = f"{self.folder}/{len(os.listdir(self.folder))}.wav"
        write(path, samples)
        return path

    def named(self, owner, members, path):
        """The parts that were given to somebody else: start, end and whom."""
        parts = self.listener.hear({"profiles": {name: [self.profiles[name]] for name in members}, "owner": owner, "file": path})
        return [(part["start"], part["end"], part["speaker"]) for part in parts["parts"] if "speaker" in part]

    def piece(self, name, seconds):
        samples = self.people[name]
        start = self.draw.integers(len(samples) - int(seconds * RATE))
        return samples[start:start + int(seconds * RATE)]

    def interject(self, owner, kind, seconds):
        others = list(self.draw.permutation([name for name in self.people if name != owner]))
        who = others[0]
        said = self.piece(who, seconds) * 10 ** (self.draw.uniform(-3, 3) / 20)
        start = 0.0
        if kind == "inside":
            start, after = self.draw.uniform(2, 3, 2)
            own = self.piece(owner, start + after)
            said = numpy.concatenate([own[:int(start * RATE)], said, own[int(start * RATE):]])
        path = self.file(said)
        for size in self.sizes:
            parts = self.named(owner, [owner, *others[:size - 1]], path)
            inside = [(max(min(stop, start + seconds) - max(begin, start), 0), stop - begin, name) for begin, stop, name in parts]
            right = sum(length for length, _, name in inside if name == who) >= seconds / 2
            wrong = any(name != who for *_, name in inside)
            self.outcomes[kind, seconds, size].append("wrong" if wrong else "right" if right else "left")
            if kind == "inside":
                self.taken.append(sum(length - part for part, length, _ in inside))
            if size < len(self.people):
                self.guests[kind, seconds].append(bool(self.named(owner, [owner, *others[1:size]], path)))

    def hear_owner(self, owner):
        """An owner's words, in utterances of 2 to 14 s."""
        samples = self.people[owner]
        start = 0
        while len(samples) - start >= 2 * RATE:
            said = samples[start:start + int(self.draw.uniform(2, 14) * RATE)]
            start += len(said)
            path = self.file(said)
            others = list(self.draw.permutation([name for name in self.people if name != owner]))
            for size in self.sizes:
                self.own[0] += sum(stop - begin for begin, stop, _ in self.named(owner, [owner, *others[:size - 1]], path))
                self.own[1] += len(said) / RATE

    def run(self):
        for owner in self.people:
            self.hear_owner(owner)
            for kind, lengths in (("after a pause", AFTER_PAUSE), ("inside", INSIDE)):
                for seconds in lengths:
                    for _ in range(TRIALS // len(self.people)):
                        self.interject(owner, kind, seconds)


class Listener:
    """speech-bench, which tells voices apart."""

    def __init__(self, options):
        self.command = [options.speech, "--who", model_file("voices")]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        preexec_fn=die_with_parent)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def hear(self, trial):
        self.process.stdin.write(json.dumps(trial).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(self.command)} ended")
        return json.loads(line)


def mean_of_corpora(trials, part):
    """The mean over the corpora, each with the same weight, of a part of its trials; None if there are none."""
    values = []
    for corpus in sorted({trial.corpus for trial in trials}):
        found = [value for trial in trials if trial.corpus == corpus for value in part(trial)]
        values += [statistics.mean(found)] if found else []
    return statistics.mean(values) if values else None


def share(trials, outcome, kind, seconds, sizes=tuple(SIZES)):
    return mean_of_corpora(trials, lambda trial: [
        float(found == outcome) for size in sizes for found in trial.outcomes.get((kind, seconds, size), [])])


def shares(values):
    return " / ".join("none" if value is None else f"{value * 100:.1f}" for value in values) + " %"


def title(kind, seconds):
    return f"{seconds:g} s {kind}" + (" an utterance" if kind == "inside" else "")


def naming(trials):
    kinds = [("after a pause", seconds) for seconds in AFTER_PAUSE] + [("inside", seconds) for seconds in INSIDE]
    for room in ROOMS:
        here = [trial for trial in trials if trial.room == room]
        for kind, seconds in kinds if here else []:
            yield Row(f"{room} room, {title(kind, seconds)}: named rightly / wrongly / left with the owner",
                      shares(share(here, outcome, kind, seconds) for outcome in ("right", "wrong", "left")))
    for kind, seconds in kinds:
        sizes = ", ".join(map(str, SIZES))
        yield Row(f"{title(kind, seconds)}, with {sizes} people: named rightly",
                  shares(share(trials, "right", kind, seconds, [size]) for size in SIZES))
    for seconds, aim in ((1.0, 0.6), (2.0, 0.9)):
        right, wrong = (share(trials, outcome, "after a pause", seconds) for outcome in ("right", "wrong"))
        yield Row(f"{title('after a pause', seconds)}, all rooms: named rightly", percent(right), "", None,
                  f"≥ {aim * 100:.0f} %", right >= aim)
        yield Row(f"{title('after a pause', seconds)}, all rooms: named wrongly", percent(wrong), "", None, "≤ 1 %",
                  wrong <= 0.01)
    guests = mean_of_corpora(trials, lambda trial: [float(named) for found in trial.guests.values() for named in found])
    yield Row("guests given a member's name", percent(guests), "", None, "≤ 3 %", guests <= 0.03)
    for kind, seconds in kinds:
        part = mean_of_corpora(trials, lambda trial: map(float, trial.guests.get((kind, seconds), [])))
        yield Row(f"guests given a member's name, {title(kind, seconds)}", percent(part))
    for corpus in dict.fromkeys(trial.corpus for trial in trials):
        own = [trial for trial in trials if trial.corpus == corpus]
        taken = sum(trial.own[0] for trial in own) / sum(trial.own[1] for trial in own)
        yield Row(f"{corpus}: {'; '.join(title(*kind) for kind in kinds)}: named rightly",
                  shares(share(own, "right", *kind) for kind in kinds))
        yield Row(f"{corpus}: words taken from the owner", percent(taken))
    taken = mean_of_corpora(trials, lambda trial: [trial.own[0] / trial.own[1]])
    yield Row("words taken from the owner, where only the owner speaks", percent(taken), "", None, "< 0.2 %", taken < 0.002)
    along = mean_of_corpora(trials, lambda trial: trial.taken)
    yield Row("the owner's words that go along with an interjection inside an utterance", f"{along:.2f} s")


class Held:
    """A meeting in which somebody talks nearly all the time."""

    def __init__(self, options, learns, length, start):
        self.meeting, self.learns = Meeting(), learns
        with Program(options.binary) as program:
            talk = f"{program.folder}/talk.wav"
            reading(talk, length + 2 * SETTLED, librivox())
            program.create("Live", 2, 2 * int(length + 2 * SETTLED))
            if learns:
                program.call("edit", "Live", "--voices")
            start.wait()
            with program.hold("Live", "--recognizer", "whisper:base", "--events", "--input", f"file:{talk}", "--output",
                              "none") as process:
                arrived = queue.Queue()
                reader = threading.Thread(target=lambda: [arrived.put((time.monotonic(), json.loads(line)))
                                                          for line in process.stdout])
                reader.start()
                time.sleep(SETTLED)
                before, began = cpu_time(process.pid), time.monotonic()
                self.memory, self.processes = 0, 0
                while time.monotonic() - began < length:
                    time.sleep(1)
                    self.memory = max(self.memory, proportional(process.pid))
                    self.processes = max(self.processes, len(family(process.pid)))
                self.cpu = (cpu_time(process.pid) - before) / (time.monotonic() - began)
                process.send_signal(2)
                process.wait(120)
                reader.join()
            while not arrived.empty():
                self.meeting.events.append(arrived.get())


def held(options, length):
    """A meeting that learns voices, and one that does not, at the same time."""
    start, found = threading.Barrier(2), {}
    threads = [threading.Thread(target=lambda learns=learns: found.update({learns: Held(options, learns, length, start)}))
               for learns in (True, False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(found) < 2:
        raise RuntimeError("a meeting could not be held")
    return found[True], found[False]


def cost(options):
    length = 45 if options.quick else 120
    learns, plain = held(options, length)
    more = learns.cpu - plain.cpu
    yield Row("CPU of a meeting, of one core; more than without voices",
              f"{percent(learns.cpu)}; {percent(more)}", percent(plain.cpu), learns.cpu / plain.cpu, "≤ 5 % more", more <= 0.05)
    more = learns.memory - plain.memory
    yield Row("memory of a meeting, most at once, PSS; more than without voices",
              f"{megabytes(learns.memory)}; {megabytes(more)}", megabytes(plain.memory), learns.memory / plain.memory,
              "≤ 60 MB more", more <= 60 * 1024)
    finals, others = learns.meeting.finals, plain.meeting.finals
    yield Row(f"end of utterance to final text, p50 / p95 ({len(finals)} utterances)", both(finals), both(others))
    yield Row("processes of a meeting; one less without voices", str(learns.processes), str(plain.processes), None, "1 more",
              learns.processes == plain.processes + 1)


def section(options):
    trials = []
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder, Listener(options) as listener:
        corpora = {"AMI": ami(folder), "KTuberling": ktuberling(), "Tux Paint": tuxpaint(), "Asterisk": asterisk(),
                   "Amazon Queen": queen(folder)}
        for corpus, people in corpora.items():
            for room in ROOMS[1:2] if options.quick else ROOMS:
                trials.append(Trials(listener, folder, corpus, people, room))
                trials[-1].run()
    rows = [*naming(trials), *cost(options)]
    interjections = sum(len(found) for trial in trials for found in trial.outcomes.values())
    guests = sum(len(found) for trial in trials for found in trial.guests.values())
    return Section("Interjections by voice", "without voices", rows, [
        f"{interjections} trials of interjections and {guests} of guests, in {len(trials) * TRIALS} utterances of each kind and "
        f"length, and {sum(trial.own[1] for trial in trials) / 60:.0f} min of owners: each sound is tried with 3, 5 and 8 people "
        "whose voices are known, as far as the corpus has them. Everybody in a trial is of one corpus; of the corpora, each counts as much as any other: "
        + ", ".join(f"{corpus} ({', '.join(people)})" for corpus, people in corpora.items()) + ". Five people are only in "
        "KTuberling and Amazon Queen, eight only in the latter, which is a game with actors. AMI and the game have the bandwidth "
        "of their recordings, the others that of a telephone, so that microphones tell less.",
        f"Profiles are learned from up to {LEARNED} s, AMI's from {LEAST:.0f} s. Pauses are cut out; an interjection is up to 3 dB "
        "louder or quieter than the owner. Reverberant: 400 to 600 ms, learned and heard at different places. Noisy: learned in "
        "a clean room, heard with noise 15 dB below. An interjection after a pause is an utterance of its own; less than 1 s is "
        "always left with the owner. Rightly: at least half of it has the right name, and no part a wrong one. The program's own "
        "code decides; only words are not recognized: each 0.25 s count as one, without pauses between them.",
        "The thresholds were chosen on other people, some of the same corpora, except AMI. The constant vector that is subtracted "
        "from all voices was averaged over people of the same corpora, these among them, except AMI's.",
        "The meetings are held at the same time with Whisper base and partials, and hear LibriVox's clips from a file; measured "
        f"from {SETTLED:.0f} s after the start on, for {45 if options.quick else 120} s. An utterance ends with the last word that "
        "the recognizer tells.",
    ])
