"""What it takes to show words while they are spoken: PocketSphinx as it hears, Whisper on the utterance so far."""
import difflib
import tempfile

from .corpus import duration, librivox, prompts, voices, words
from .recognizers import MODELS, Recognizer, whisper
from .table import Row, Section, percent, percentile, seconds

LONGEST = 15  # seconds of an utterance


def unmatched(text, other):
    """The places of words that another text does not have in the same order."""
    matcher = difflib.SequenceMatcher(None, text, other, autojunk=False)
    return set(range(len(text))).difference(*(range(start, start + length)
                                              for start, _, length in matcher.get_matching_blocks()))


def changed(shown, final):
    """How many words are shown, and how many of them do not stand there in the end.

    A word counts each time it is shown anew, where the text before did not have it."""
    count = taken_back = 0
    before = []
    for text in shown:
        now = words(text)
        fresh = unmatched(now, before)
        count += len(fresh)
        taken_back += len(fresh & unmatched(now, final))
        before = now
    return count, taken_back


class Show:
    """What was shown of all utterances."""

    def __init__(self):
        self.count = self.taken_back = 0
        self.cpu = self.audio = 0.0
        self.delays = []

    def add(self, heard, final, cpu, audio):
        partials = heard["partials"]
        count, taken_back = changed([partial["text"] for partial in partials], words(final))
        self.count += count
        self.taken_back += taken_back
        self.cpu += cpu
        self.audio += audio
        self.delays += [partial["took"] for partial in partials]


def section(options):
    rows = []
    with tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        clips = [*librivox(), *prompts(folder), *voices()]
        clips = [(path, text) for path, text in clips if duration(path) <= LONGEST]
        if options.quick:
            clips = clips[::4]
        spoken = sum(duration(path) for path, _ in clips)

        def measure(arguments, distance, finals=None):
            show = Show()
            with Recognizer(options, arguments, partials=distance) as recognizer:
                for path, _ in clips:
                    heard = recognizer.hear(path)
                    final = heard["text"] if finals is None else finals[path]
                    show.add(heard, final, heard["cpu"], duration(path))
            return show

        def final(model):
            with Recognizer(options, whisper(model)) as recognizer:
                heard = {path: recognizer.hear(path) for path, _ in clips}
            return {path: result["text"] for path, result in heard.items()}, sum(r["cpu"] for r in heard.values())

        ways = [("PocketSphinx, each 0.1 s", ["pocketsphinx"], 0.1),
                *((f"{model} on the utterance so far, each {every:g} s", whisper(model), every)
                  for model, distances in (("tiny.en", (1, 1.5, 2)), ("base", (1.5,))) for every in distances)]
        for model in MODELS:
            finals, cost = final(model)
            for name, arguments, distance in ways:
                show = measure(arguments, distance, finals)
                total = show.cpu + cost
                rows.append(Row(f"{model}, {name}: CPU of partials and final, a second of speech, beside the final alone",
                                percent(total / spoken), percent(cost / spoken), total / cost))
                rows.append(Row(f"{model}, {name}: words that changed of those shown",
                                f"{percent(show.taken_back / max(show.count, 1))} of {show.count}"))
                rows.append(Row(f"{model}, {name}: until a partial is there, p50 / p95, after at most {distance:g} s",
                                " / ".join(seconds(percentile(show.delays, part)) for part in (0.5, 0.95))))
    return Section("Words while they are spoken", "the final text alone", rows, [
        f"{len(clips)} clips of at most {LONGEST} s, {spoken:.0f} s of speech: LibriVox, Asterisk's prompts, the demo's voices; "
        "each is one utterance, on an otherwise idle machine, with one thread, and not in real time. Partials and final come "
        "from two processes, of the model that is named first for the final. The next partial of the utterance so far begins "
        "at the next multiple of the distance after the last one was there. A word that is shown changed if the final text "
        "does not have it there.",
    ])
