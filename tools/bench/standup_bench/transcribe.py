"""Transcribing a long recording on all cores, beside the programs that come with the engines."""
import os
import wave

from . import peers
from .processes import timed
from .program import Program
from .corpus import errors, librivox, voices, words
from .recognizers import MODELS, model_file
from .table import Row, Section, megabytes, percent, seconds

RECORDING = ("LibriVox clips and the demo's voices in turn, a second of silence after each, in one WAV file at 16 kHz; the peer "
             "decodes the same file with the same model. Whole processes, with start-up; memory is that of all of them.")


def reading(path, length, spoken):
    """A recording of about so many seconds, of clips again and again, and what is said in it."""
    clips = []
    for clip, text in spoken:
        with wave.open(clip) as file:
            if file.getparams()[:3] != (1, 2, 16_000):
                raise RuntimeError(f"{clip} is not mono, 16 bit, 16 kHz")
            clips.append((file.readframes(file.getnframes()) + bytes(2 * 16_000), text))
    said, written = [], 0
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", None))
        while written < length * 32_000:
            frames, text = clips[len(said) % len(clips)]
            file.writeframes(frames)
            written += len(frames)
            said.append(text)
    return words(" ".join(said)), written / 32_000


def of_model(options, program, model, path, said):
    """The rows of a Whisper model beside whisper-cli with as many threads."""
    cores = os.cpu_count()
    made = timed([options.binary, "transcribe", path, "--recognizer", f"whisper:{model}"], env=program.environment,
                 watch=True)
    peer = peers.by_whisper_cli(model_file(model), [path], cores, watch=True)
    rate, other = (errors(said, words(timing.output.decode(errors="replace"))) / len(said) for timing in (made, peer))
    return [
        Row(f"{model}, wall time on {cores} cores, beside whisper-cli with {cores} threads", seconds(made.wall),
            seconds(peer.wall), made.wall / peer.wall, "no more than the peer", made.wall <= peer.wall),
        Row(f"{model}, CPU time", seconds(made.cpu), seconds(peer.cpu), made.cpu / peer.cpu),
        Row(f"{model}, word errors", percent(rate), percent(other), rate / other if other else None, "at most the peer's",
            rate <= other),
        Row(f"{model}, peak memory", megabytes(made.peak), megabytes(peer.peak), made.peak / peer.peak),
    ]


def section(options):
    with Program(options.binary) as program:
        path = f"{program.folder}/reading.wav"
        said, length = reading(path, 300 if options.quick else 3600, [*librivox(), *voices()])

        def ours(*arguments):
            return timed([options.binary, "transcribe", path, "--recognizer", "pocketsphinx", *arguments],
                         env=program.environment, watch=True)
        made = ours()
        peer = timed(["pocketsphinx_continuous", "-infile", path, "-logfn", "/dev/null"], watch=True)
        alone = ours("--jobs", "1")
    heard, other = (words(timing.output.decode(errors="replace")) for timing in (made, peer))
    rate, other_rate = errors(said, heard) / len(said), errors(said, other) / len(said)
    return Section(f"Transcribing a recording of {length / 60:.0f} min by PocketSphinx", "`pocketsphinx_continuous`", [
        Row(f"wall time on {os.cpu_count()} cores", seconds(made.wall), seconds(peer.wall), made.wall / peer.wall,
            "≤ 0.6 of the peer's", made.wall <= 0.6 * peer.wall),
        Row("CPU time", seconds(made.cpu), seconds(peer.cpu), made.cpu / peer.cpu),
        Row("CPU time with `--jobs 1`", seconds(alone.cpu), seconds(peer.cpu), alone.cpu / peer.cpu),
        Row(f"word errors ({len(said):,} words)", percent(rate), percent(other_rate), rate / other_rate,
            "at most the peer's", rate <= other_rate),
        Row("peak memory", megabytes(made.peak), megabytes(peer.peak), made.peak / peer.peak, "< 300 MB",
            made.peak < 300 * 1024),
        Row("the same words with one job", "yes" if alone.output == made.output else "no", "", None, "yes",
            alone.output == made.output),
    ], [RECORDING])


def by_whisper(options):
    rows = []
    with Program(options.binary) as program:
        path = f"{program.folder}/reading.wav"
        said, length = reading(path, 300 if options.quick else 3600, [*librivox(), *voices()])
        for model in MODELS:
            rows += of_model(options, program, model, path, said)
    return Section(f"Transcribing a recording of {length / 60:.0f} min by Whisper", "whisper-cli", rows, [RECORDING])
