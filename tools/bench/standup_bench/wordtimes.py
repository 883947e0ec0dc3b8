"""How far the times of words are from the truth, with voices whose words' times flite tells."""
import difflib
import re
import tempfile
import wave

from . import flite
from .corpus import words
from .recognizers import MODELS, Recognizer, whisper
from .table import Row, Section, milliseconds, percent, percentile
from .vocabulary import PLAIN, TEAMS, lines

CLOSE = 0.2  # seconds
PAUSE = 0.4  # seconds between sentences


def clips(folder, sentences):
    """Files of one sentence, and of three with pauses between, each with its words and their times."""
    for voice in flite.VOICES:
        made = []
        for number, sentence in enumerate(sentences):
            path = f"{folder}/{voice}-{number}.wav"
            made.append((path, flite.spoken(path, voice, sentence)))
        yield from made
        for number in range(0, len(made) - 2, 3):
            path, truth, position = f"{folder}/{voice}-{number}-3.wav", [], 0.0
            with wave.open(path, "wb") as file:
                file.setparams((1, 2, 16_000, 0, "NONE", None))
                for part, times in made[number:number + 3]:
                    with wave.open(part) as source:
                        frames = source.readframes(source.getnframes()) + bytes(2 * round(PAUSE * 16_000))
                    file.writeframes(frames)
                    truth += [(word, position + start, position + end) for word, start, end in times]
                    position += len(frames) / 32_000
            yield path, truth


class Times:
    """By how much starts and ends are off, of the words that were recognized."""

    def __init__(self):
        self.starts, self.ends, self.said = [], [], 0

    def add(self, truth, heard):
        # A word that is written as two, or two as one, has no time of its own.
        spoken = [" ".join(words(word)) for word, _, _ in truth]
        recognized = [" ".join(words(word["text"])) for word in heard]
        self.said += len(spoken)
        matcher = difflib.SequenceMatcher(None, spoken, recognized, autojunk=False)
        for first, second, length in matcher.get_matching_blocks():
            for (_, start, end), word in zip(truth[first:first + length], heard[second:second + length]):
                self.starts.append(abs(word["start"] - start))
                self.ends.append(abs(word["end"] - end))

    def rows(self, title, beside):
        for name, ours, theirs in (("starts", self.starts, beside.starts), ("ends", self.ends, beside.ends)):
            close, other = (sum(value <= CLOSE for value in values) / len(values) for values in (ours, theirs))
            yield Row(f"{title}: {name} within {CLOSE} s of the truth ({len(ours)} of {self.said} words recognized)",
                      percent(close), percent(other), close / other, "≥ 90 %", close >= 0.9)
            yield Row(f"{title}: {name}, median and 90th percentile of the distance",
                      " / ".join(milliseconds(percentile(ours, part)) for part in (0.5, 0.9)),
                      " / ".join(milliseconds(percentile(theirs, part)) for part in (0.5, 0.9)))


def section(options):
    sentences = [re.sub("[{}]", "", line) for line in lines(PLAIN) + lines(TEAMS[0][2])]
    if options.quick:
        sentences = sentences[::6]
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        spoken = list(clips(folder, sentences))

        def times(arguments):
            result = Times()
            with Recognizer(options, arguments) as recognizer:
                for path, truth in spoken:
                    result.add(truth, recognizer.hear(path)["words"])
            return result
        beside = times(["pocketsphinx"])
        rows = [row for model in MODELS for row in times(whisper(model)).rows(model, beside)]
    return Section("Times of words", "PocketSphinx", rows, [
        f"{len(sentences)} sentences by flite's voices {' and '.join(flite.VOICES)}, each by itself, and three at a time with "
        f"{PAUSE} s between. The truth is where flite's segments of a word begin and end. Words that were not recognized as "
        "they were said have no time to compare.",
        "tiny.en's times are reported 80 ms earlier than found, base's as found. That was chosen on sentences by these voices, so "
        "the figures are not independent of it, and no human speech was measured.",
    ])
