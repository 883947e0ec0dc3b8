"""Who speaks when: diarization errors on excerpts of real meetings, and on the demo."""
import json
import os
import subprocess
import tarfile
import tempfile
import unicodedata

import numpy

from .corpus import duration
from .peers import CACHE
from .processes import timed
from .program import ROOT, VOICES, Program
from .table import Row, Section, percent

# 30 s each of meetings of the AMI corpus (CC BY 4.0), with who speaks when.
ARCHIVE = ("pyannote_audio-4.0.7.tar.gz", "3a903dfb5ca711d134cc2522561c9158b186836f5d62e8a57c46c6648e8a8229")
FRAME = 0.01  # seconds
COLLAR = 0.25  # seconds
LENGTH = 30.0  # seconds of each excerpt


def plain(name):
    """A name without accents: one file has one that the list of turns does not have."""
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


def excerpts(folder):
    """For each excerpt its file, its turns (voice, start and end in seconds) and its length."""
    archive = f"{CACHE}/{ARCHIVE[0]}"
    if not os.path.exists(archive):
        os.makedirs(CACHE, exist_ok=True)
        subprocess.run([f"{ROOT}/tools/fetch-from-pypi", *ARCHIVE, archive], check=True)
    files, turns = {}, {}
    with tarfile.open(archive) as source:
        for member in source:
            name = os.path.basename(member.name)
            if "/tests/data/debug." in member.name and name.endswith(".rttm"):
                for excerpt, found in rttm(source.extractfile(member).read().decode()).items():
                    turns.setdefault(excerpt, []).extend(found)
            elif "/tests/data/" in member.name and name.endswith(".wav"):
                path = f"{folder}/{plain(name)}"
                with open(path, "wb") as file:
                    file.write(source.extractfile(member).read())
                files[plain(name).removesuffix(".wav")] = path
    return {name: (path, turns[name], LENGTH) for name, path in sorted(files.items()) if name in turns}


def demo():
    with open(f"{VOICES}/demo.json") as file:
        content = json.load(file)
    path = f"{VOICES}/{content['file']}"
    return path, [(attendee["name"], part["start"], part["end"])
                  for attendee in content["attendees"] for part in attendee["sentences"]], duration(path)


def rttm(text):
    """The turns of each file."""
    found = {}
    for fields in map(str.split, text.splitlines()):
        found.setdefault(plain(fields[1]), []).append((fields[7], float(fields[3]), float(fields[3]) + float(fields[4])))
    return found


def frames(turns, count):
    """For each voice, in which frames it speaks."""
    voices = {}
    for voice, start, end in turns:
        voices.setdefault(voice, numpy.zeros(count, bool))[round(start / FRAME):round(end / FRAME)] = True
    return numpy.array(list(voices.values())) if voices else numpy.zeros((1, count), bool)


def most_shared(shared):
    """The greatest sum of a table's cells, of which no two are in a row or a column."""
    best = {frozenset(): 0}
    for row in shared:
        following = dict(best)
        for used, total in best.items():
            for column, value in enumerate(row):
                if value and column not in used:
                    taken = used | {column}
                    following[taken] = max(following.get(taken, 0), total + value)
        best = following
    return max(best.values())


def errors(said, found, seconds, collar=0.0):
    """Seconds missed, falsely found, given to a wrong voice, and said, overlaps included; without frames near a border."""
    count = round(seconds / FRAME)
    kept = numpy.ones(count, bool)
    for _, *borders in said if collar else []:
        for border in borders:
            kept[max(round((border - collar) / FRAME), 0):round((border + collar) / FRAME)] = False
    said, found = frames(said, count)[:, kept].astype(int), frames(found, count)[:, kept].astype(int)
    here, there = said.sum(0), found.sum(0)
    right = most_shared((said @ found.T).tolist())
    return FRAME * numpy.array([numpy.maximum(here - there, 0).sum(), numpy.maximum(there - here, 0).sum(),
                                numpy.minimum(here, there).sum() - right, here.sum()])


def section(options):
    rows, cpu, length = [], 0.0, 0.0
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder, Program(options.binary) as program:
        for title, files in [("AMI", excerpts(folder)), ("the demo", {"demo": demo()})]:
            strict, lenient, counts = numpy.zeros(4), numpy.zeros(4), []
            for path, said, seconds in files.values():
                voices = len({voice for voice, *_ in said})
                made = timed([options.binary, "diarize", path], env=program.environment)
                found = next(iter(rttm(made.output.decode()).values()), [])
                cpu, length = cpu + made.cpu, length + seconds
                strict += errors(said, found, seconds)
                lenient += errors(said, found, seconds, COLLAR)
                counts.append(len({voice for voice, *_ in found}) - voices)
            for name, total in (("no collar", strict), (f"collar {COLLAR} s", lenient)):
                missed, false, wrong = total[:3] / total[3]
                rows.append(Row(f"{title}, {name}: missed + false alarm + wrong voice = error",
                                f"{percent(missed)} + {percent(false)} + {percent(wrong)} = {percent(missed + false + wrong)}"))
            rows.append(Row(f"{title}: files with the right number of voices, with more, with fewer",
                            f"{counts.count(0)}, {sum(count > 0 for count in counts)}, {sum(count < 0 for count in counts)}"))
        rows.append(Row("CPU seconds per second of sound, with start-up", f"{cpu / length:.3f}"))
    return Section("Who speaks when", "a peer", rows, [
        "Parts of the speech, that of two people at once counted twice. Voices are matched in the best way for each file.",
        "AMI: 14 excerpts of 30 s of real meetings, from the tests of pyannote.audio's source on PyPI. They are short, their people "
        "laugh, move and interrupt each other, several say less than 2 s, and some is very quiet. Of two people who speak at once "
        "the program misses one. The demo: 40 s by three voices of flite.",
        "The thresholds were chosen on other voices: meetings made of Asterisk's prompts in four languages, LibriVox and words of "
        "KTuberling. Of those that are equally good there, two were chosen so that the demo's voices are told apart.",
        "No peer: those at hand (senko, pyannote.audio) need torch.",
    ])
