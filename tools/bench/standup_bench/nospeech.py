"""Sounds without speech, in which no recognizer should find a word."""
import glob
import os
import subprocess
import tempfile
import wave

from . import peers
from .corpus import duration, file_of_package, words
from .processes import timed
from .program import ROOT, Program
from .recognizers import MODELS, Recognizer, model_file, whisper
from .table import Row, Section

PIECE = 8  # seconds of an utterance


def recorded(folder):
    """Recorded sounds of packages: signals of desktops, a camera, a test signal, each made into a WAV file of ours."""
    freedesktop = os.path.dirname(file_of_package("sound-theme-freedesktop", "/bell.oga"))
    oxygen = os.path.dirname(file_of_package("oxygen-sounds", "/Oxygen-Sys-Log-In.ogg"))
    sources = [path for path in glob.glob(f"{freedesktop}/*.oga") if "audio-channel" not in path]
    sources += glob.glob(f"{oxygen}/Oxygen-*.ogg") + [file_of_package("alsa-utils", "/Noise.wav")]
    for number, source in enumerate(sorted(sources)):
        path = f"{folder}/recorded-{number}.wav"
        subprocess.run(["sox", "-V1", source, "-r", "16000", "-c", "1", "-b", "16", path, "pad", "0", "1"], check=True)
        yield path


def generated(standup, folder, seconds):
    subprocess.run([f"{ROOT}/tools/make-noise", standup, folder, "--seconds", str(seconds)], check=True)
    return sorted(glob.glob(f"{folder}/*.wav"))


def joined(path, files):
    with wave.open(path, "wb") as whole:
        whole.setparams((1, 2, 16_000, 0, "NONE", None))
        for file in files:
            with wave.open(file) as part:
                whole.writeframes(part.readframes(part.getnframes()))
    return path


def pieces(folder, files):
    """Files of at most some seconds, each of which a recognizer hears as an utterance."""
    for number, path in enumerate(files):
        with wave.open(path) as file:
            for part in range(0, file.getnframes(), PIECE * 16_000):
                frames = file.readframes(PIECE * 16_000)
                piece = f"{folder}/piece-{number}-{part}.wav"
                with wave.open(piece, "wb") as target:
                    target.setparams((1, 2, 16_000, 0, "NONE", None))
                    target.writeframes(frames)
                yield piece, os.path.basename(path).removesuffix(".wav")


def section(options):
    rows, notes = [], []
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        files = generated(options.binary, f"{folder}/generated", 5 if options.quick else 24)
        kinds = len(files)
        os.mkdir(f"{folder}/recorded")
        files += list(recorded(f"{folder}/recorded"))
        whole = joined(f"{folder}/whole.wav", files)
        minutes = duration(whole) / 60
        os.mkdir(f"{folder}/pieces")
        utterances = list(pieces(f"{folder}/pieces", files))

        def invented(arguments):
            found = []
            with Recognizer(options, arguments) as recognizer:
                for path, kind in utterances:
                    if text := recognizer.hear(path)["text"]:
                        found.append((kind, text))
            return found
        by_sphinx = sum(len(words(text)) for _, text in invented(["pocketsphinx"]))
        for model in MODELS:
            found = invented(whisper(model))
            count = sum(len(text.split()) for _, text in found)
            rows.append(Row(f"{model}: words, each {PIECE} s an utterance, beside PocketSphinx", str(count), str(by_sphinx),
                            None, "0", count == 0))
            notes += [f"{model} heard in {kind}: “{text}”." for kind, text in found[:5]]
            try:
                with Program(options.binary) as program:
                    text = timed([options.binary, "transcribe", whole, "--recognizer", f"whisper:{model}"],
                                 env=program.environment).output.decode()
            except RuntimeError as error:
                rows.append(Row(f"{model}: words in all of it, by `standup transcribe`", f"not measured: {error}"))
                continue
            other = peers.by_whisper_cli(model_file(model), [whole]).output.decode(errors="replace")
            rows.append(Row(f"{model}: words in all of it, by `standup transcribe`, beside whisper-cli",
                            str(len(words(text))), str(len(words(other))), None, "0", not words(text)))
            if words(text):
                notes.append(f"{model}, by `standup transcribe`: “{' '.join(text.split())[:200]}”.")
    return Section(f"Sounds without speech, {minutes:.0f} min", "the peer", rows, [
        f"{kinds} kinds of sounds by `tools/make-noise` (silence, breath, keyboards, mice, dings, music, drums, a fan, hum, "
        "doors, coughs, steps, paper, rain, wind and more), and the recorded sounds of the packages sound-theme-freedesktop "
        "(without the voices), oxygen-sounds and alsa-utils. As utterances they go to the recognizer past the detector of "
        "utterances, which finds none in most of them; `standup transcribe` has it in front.", *notes])
