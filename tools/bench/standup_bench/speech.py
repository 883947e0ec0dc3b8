"""Word errors and speed of recognition, beside the programs that come with the engines."""
import math
import tempfile

from . import peers
from .corpus import duration, errors, joined, librivox, prompts, silence, voices, words
from .processes import timed
from .program import Program
from .recognizers import MODELS, Recognizer, model_file, whisper
from .table import Row, Section, megabytes, percent


class Tally:
    """What one recognizer made of a set of clips."""

    def __init__(self):
        self.errors = self.words = 0
        self.cpu = self.wall = self.audio = 0.0

    def add(self, expected, heard, cpu, wall, audio):
        self.errors += errors(words(expected), words(heard))
        self.words += len(words(expected))
        self.cpu += max(0.0, cpu)
        self.wall += max(0.0, wall)
        self.audio += audio

    @property
    def rate(self):
        return self.errors / self.words

    @property
    def factor(self):
        return self.cpu / self.audio


def meeting(program, path):
    """A meeting in which a file is what the microphone hears: how long it took, and the words that it kept."""
    program.create("Speech", 1, max(10, math.ceil(duration(path) + 1)))
    timing = program.call("start", "Speech", "--clock", "virtual", "--headless", "--output", "none", "--recognizer",
                          "pocketsphinx", "--input", f"file:{path}")
    text = " ".join(part["text"] for part in program.latest()["transcript"])
    program.call("delete", "Speech", "--yes")
    return timing, text


def pocketsphinx(options, sets, nothing):
    """Rows of PocketSphinx in meetings on the virtual clock."""
    rows = []
    with Program(options.binary) as program:
        idle = [min(call().wall for _ in range(3)) for call in
                (lambda: meeting(program, nothing)[0], lambda: peers.by_continuous([nothing]))]
        for name, clips in sets:
            ours, theirs = Tally(), Tally()
            for path, expected in clips:
                audio = duration(path)
                timing, heard = meeting(program, path)
                ours.add(expected, heard, timing.cpu, timing.wall - idle[0], audio)
                timing = peers.by_continuous([path])
                theirs.add(expected, timing.output.decode(errors="replace"), timing.cpu, timing.wall - idle[1], audio)
            rows.append(Row(f"PocketSphinx, word errors, {name} ({ours.words} words, {ours.audio:.0f} s)",
                            percent(ours.rate), percent(theirs.rate), ours.rate / theirs.rate if theirs.rate else None,
                            "fewer, or none", ours.errors < theirs.errors or ours.errors == 0))
            for what, of in (("CPU with start-up", lambda tally: tally.cpu), ("wall without start-up",
                                                                              lambda tally: tally.wall)):
                factor, peer = of(ours) / ours.audio, of(theirs) / theirs.audio
                rows.append(Row(f"PocketSphinx, real-time factor, {name}, {what}", f"{factor:.3f}", f"{peer:.3f}",
                                factor / peer if peer else None, "no more than the peer", factor <= peer))
    return rows, idle


class Peer:
    """A program that recognizes a file a run; what its start costs, which `start` does alone, is taken off."""

    def __init__(self, name, run, start):
        self.name, self.run = name, run
        self.start = min(start().cpu for _ in range(3))

    def tally(self, clips):
        tally = Tally()
        for path, expected in clips:
            timing = self.run(path)
            tally.add(expected, timing.output.decode(errors="replace"), timing.cpu - self.start, timing.wall,
                      duration(path))
        return tally


def single(options, model, clips):
    """Clips by our engine, each as one utterance."""
    tally = Tally()
    with Recognizer(options, whisper(model)) as recognizer:
        for path, expected in clips:
            heard = recognizer.hear(path)
            tally.add(expected, heard["text"], heard["cpu"], heard["took"], duration(path))
        return tally, recognizer.memory()[1]


def transcribed(options, model, path, expected, nothing):
    """A recording by `standup transcribe`, which cuts it into utterances; what its start costs is taken off."""
    with Program(options.binary) as program:
        def run(file):
            return timed([options.binary, "transcribe", file, "--recognizer", f"whisper:{model}", "--jobs", "1"],
                         env=program.environment)
        start = min(run(nothing).cpu for _ in range(3))
        timing = run(path)
    tally = Tally()
    tally.add(expected, timing.output.decode(errors="replace"), timing.cpu - start, timing.wall, duration(path))
    return tally


def beside(name, model, ours, peer, theirs):
    """The rows of one of our models beside a peer."""
    has_aim = peer.name == "whisper-cli"
    title = f"{model}, {name} ({ours.words} words, {ours.audio:.0f} s)"
    return [
        Row(f"{title}: word errors, beside {peer.name}", percent(ours.rate), percent(theirs.rate),
            ours.rate / theirs.rate if theirs.rate else None, "at most the peer's" if has_aim else "",
            ours.errors <= theirs.errors if has_aim else None),
        Row(f"{title}: CPU seconds a second of sound, beside {peer.name}", f"{ours.factor:.3f}", f"{theirs.factor:.3f}",
            ours.factor / theirs.factor if theirs.factor else None, "≤ 1.1 of the peer's" if has_aim else "",
            ours.factor <= 1.1 * theirs.factor if has_aim else None),
    ]


def section(options):
    rows, notes = [], []
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        nothing = silence(folder)
        by_themselves = [("LibriVox clips", list(librivox())), ("demo voices", list(voices()))]
        sets = []
        for name, clips in by_themselves:
            whole = joined(f"{folder}/{len(sets)}.wav", clips)
            sets += [(f"{name}, each by itself", clips), (f"{name}, in one meeting", [whole])]
        found, idle = pocketsphinx(options, sets, nothing)
        rows += found
        asterisk = list(prompts(folder))
        by_themselves.append(("Asterisk's prompts", asterisk[:8] if options.quick else asterisk))
        longer = joined(f"{folder}/longer.wav", [clip for _, clips in by_themselves for clip in clips])
        continuous = Peer("pocketsphinx_continuous", lambda path: peers.by_continuous([path]),
                          lambda: peers.by_continuous([nothing]))
        ends = []
        for model in MODELS:
            cli = Peer("whisper-cli", lambda path: peers.by_whisper_cli(model_file(model), [path]),
                       lambda: peers.by_whisper_cli(model_file(model), [nothing]))
            faster = Peer("faster-whisper", lambda path: peers.by_faster_whisper(model, [path]),
                          # It decodes silence at length, so its start is a run without a file.
                          lambda: peers.by_faster_whisper(model, []))
            for name, clips in by_themselves:
                ours, peak = single(options, model, clips)
                for peer in (cli, faster, continuous):
                    rows += beside(f"{name}, each by itself", model, ours, peer, peer.tally(clips))
            try:
                ours = transcribed(options, model, *longer, nothing)
                for peer in (cli, faster, continuous):
                    rows += beside("all in one recording", model, ours, peer, peer.tally([longer]))
            except RuntimeError as error:
                rows.append(Row(f"{model}, all in one recording", f"not measured: {error}"))
            ends.append(f"{model}: whisper-cli {cli.start:.2f} s, faster-whisper {faster.start:.2f} s, ours at most "
                        f"{megabytes(peak)} resident with the measuring program")
    notes.append("PocketSphinx: each clip is a meeting on the virtual clock, recorded, transcribed and kept; the peer, "
                 "pocketsphinx_continuous, decodes the same file with the same model. Meetings last at least 10 s, the rest "
                 "is silence; the factors count the clips' own time. A meeting on the virtual clock does not know its "
                 "microphone: it hears the first seconds twice, once to learn how speech sounds there. By itself a clip is "
                 "nearly all first seconds; with a known microphone nothing is heard twice. Start-up is what 0.1 s of "
                 f"silence takes: {idle[0] * 1000:.0f} ms, the peer {idle[1] * 1000:.0f} ms, nearly all of it loading the "
                 "model.")
    notes.append("Whisper: everybody with one thread, the same weights and their own defaults (whisper-cli and "
                 "faster-whisper search with a beam of 5); whisper-cli is built from our source of whisper.cpp with our "
                 "library. CPU is without start-up, which is what 0.1 s of silence takes, of faster-whisper what no file "
                 "takes: " + "; ".join(ends) + ". By itself a "
                 "clip is one utterance; the recording is transcribed by `standup transcribe --jobs 1`, with a second of "
                 "silence after each clip.")
    notes.append("Words are compared in lower case, without punctuation and hyphens, numbers in words. LibriVox: a human "
                 "reader; Asterisk's prompts: a human voice (Allison Smith); the demo's voices are flite's. LibriVox's own "
                 "transcript has a word too much (“a more a amiable woman”), which counts as an error for everybody. The texts of "
                 "the prompts do not come with the package: they were written down for this and compared with what "
                 "whisper-cli heard, and two prompts about whose words there was doubt were left out after that, so the "
                 "set is a little easier than it was, for everybody.")
    return Section("Word errors and speed of recognition", "the peer", rows, notes)
