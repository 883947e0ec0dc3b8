"""How long exports of one recording take and what memory they need, beside ffmpeg and sox."""
import os
import statistics
import wave

from .processes import timed
from .program import Program
from .speech import librivox, voices
from .table import Row, Section, megabytes, seconds

RATE = 48_000
FORMATS = {"wav": "pcm_s16le", "flac": "flac", "ogg": "libvorbis", "opus": "libopus", "mp3": "libmp3lame"}


def speech(path, length):
    """People who read and speak, again and again, for so many seconds at 48 kHz."""
    once = f"{path}.once.wav"
    timed(["sox", *[clip for clip, _ in [*librivox(), *voices()]], "-r", str(RATE), "-c", "1", "-b", "16", once])
    with wave.open(once) as file:
        frames = file.readframes(file.getnframes())
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", None))
        left = length * RATE * 2
        while left > 0:
            file.writeframes(frames[:left])
            left -= len(frames)
    os.remove(once)


def side_by_side(times, *commands):
    """The median wall time, and the most memory, of each of some commands that run in turn."""
    timings = [[] for _ in commands]
    for _ in range(times):
        for command, made in zip(commands, timings):
            made.append(command())
    return [(statistics.median(timing.wall for timing in made), max(timing.peak for timing in made))
            for made in timings]


def section(options):
    length = 300 if options.quick else 3600
    times = 3 if options.quick else 1
    rows = []
    with Program(options.binary) as program:
        source = f"{program.folder}/speech.wav"
        speech(source, length)
        program.call("import", source, "--title", "Hour", "--no-transcribe")
        for name, codec in FORMATS.items():
            target = f"{program.folder}/export.{name}"
            peers = {"ffmpeg": ["ffmpeg", "-nostdin", "-y", "-v", "error", "-i", source, "-c:a", codec, target],
                     "sox": ["sox", source, target]}
            if name == "opus":
                del peers["sox"]  # it reads Opus and does not write it
            sizes = {}

            def peer(who, command, target=target, sizes=sizes):
                timing = timed(command, watch=True)
                sizes[who] = os.path.getsize(target)
                return timing
            made = side_by_side(
                times, lambda: peer("standup", [options.binary, "export", "latest", "--to", target, "--force", "--data",
                                                f"{program.folder}/data"]),
                *[lambda who=who, command=command: peer(who, command) for who, command in peers.items()])
            (wall, peak), others = made[0], dict(zip(peers, made[1:]))
            slowest = max(other for other, _ in others.values())
            for who, (other, other_peak) in others.items():
                rows.append(Row(f"{name}, {sizes['standup'] / 1e6:.1f} MB, beside {who}, {sizes[who] / 1e6:.1f} MB",
                                seconds(wall), seconds(other), wall / other, "no slower than one of them",
                                wall <= slowest))
                rows.append(Row(f"{name}: peak memory, beside {who}", megabytes(peak), megabytes(other_peak),
                                peak / other_peak, "< 30 MB", peak < 30 * 1024))
    return Section(f"Exporting a recording of {length // 60} min", "the peer", rows, [
        f"Mono, 16 bit, {RATE // 1000} kHz: LibriVox clips and the demo's voices again and again. "
        f"{'Medians of 3 runs' if times > 1 else 'A run'} of the whole program, each in its turn; the most memory of any "
        "run (VmHWM). Everybody encodes with the same libraries and their own defaults, so the sizes stand beside the "
        "names; standup writes tags and chapters too. Nearly all of standup's memory is the program and the libraries it is "
        "linked with, mapped from their files: of the 28 MB that the export of a meeting of 40 s takes, 4 MB are its own.",
    ])
