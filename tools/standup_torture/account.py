"""What was done, how often, what was lost by it, and which promises did not hold."""
import dataclasses
import threading
import traceback

MOST_SHOWN = 20


@dataclasses.dataclass
class Line:
    """One thing that was done many times; sound and words are the most that one time lost, in seconds."""
    part: str
    what: str
    times: int = 0
    sound: float | None = None
    words: float | None = None
    wrong: int = 0
    notes: dict = dataclasses.field(default_factory=dict)

    def cells(self):
        def at_most(value):
            return "" if value is None else f"{value:.2f} s"
        return [self.part, self.what, str(self.times), at_most(self.sound), at_most(self.words), str(self.wrong),
                "; ".join(text.format(value) for text, value in self.notes.items())]


def greater(one, other):
    return max((value for value in (one, other) if value is not None), default=None)


class Account:
    """The lines of the table; several threads add to it."""

    def __init__(self):
        self.lines, self.broken, self.lock = {}, [], threading.Lock()

    def done(self, part, what, sound=None, words=None, broken=(), **notes):
        """One time more. `broken` are promises that did not hold, a line each; `notes` are `at_most` or `count` by the
        text in which their figure is to stand."""
        with self.lock:
            line = self.lines.setdefault((part, what), Line(part, what))
            line.times += 1
            line.sound, line.words = greater(line.sound, sound), greater(line.words, words)
            line.wrong += len(broken)
            for text, value in notes.get("at_most", {}).items():
                line.notes[text] = greater(line.notes.get(text), value)
            for text, value in notes.get("count", {}).items():
                line.notes[text] = line.notes.get(text, 0) + value
            self.broken += [f"{part}, {what}: {problem}" for problem in broken]

    def attempt(self, part, what, action):
        """Does something; what hangs or fails is a promise that did not hold, not the end of all. False if it did."""
        try:
            action()
        except Exception as error:  # whatever it is, the others are still to be tried
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.done(part, what, broken=[f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"])
            return False
        return True

    def note(self, part, what, text):
        """Says something of a line that has no figure; what was not done has a line too."""
        with self.lock:
            self.lines.setdefault((part, what), Line(part, what)).notes[text.replace("{", "{{").replace("}", "}}")] = None

    def markdown(self):
        heading = ["part", "what was done", "times", "sound lost, at most", "words lost, at most",
                   "rows and files wrong", "further"]
        rows = [heading, ["---", "---", "---:", "---:", "---:", "---:", "---"]]
        rows += [line.cells() for line in self.lines.values()]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"

    def report(self):
        """The table, and below it what did not hold."""
        text = self.markdown()
        if self.broken:
            text += f"\n{len(self.broken)} times a promise did not hold:\n"
            text += "".join(f"- {problem}\n" for problem in self.broken[:MOST_SHOWN])
        return text
