"""Figures, and the markdown tables they are printed in."""
import dataclasses
import os
import statistics


@dataclasses.dataclass
class Row:
    what: str
    measured: str
    beside: str = ""  # the same figure of a peer that ran in the same minutes
    ratio: float | None = None  # measured : beside
    aim: str = ""
    met: bool | None = None


@dataclasses.dataclass
class Section:
    title: str
    peer: str
    rows: list[Row]
    notes: list[str] = dataclasses.field(default_factory=list)
    load: tuple[float, float] = (0.0, 0.0)
    made: str = ""  # when and of what

    def markdown(self):
        lines = [f"## {self.title}", "", f"| | measured | {self.peer} | ratio | aim | met |",
                 "| --- | ---: | ---: | ---: | ---: | --- |"]
        for row in self.rows:
            ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
            met = {None: "", True: "yes", False: "**no**"}[row.met]
            lines.append(f"| {row.what} | {row.measured} | {row.beside} | {ratio} | {row.aim} | {met} |")
        lines.append("")
        lines += [f"- {note}" for note in self.notes]
        lines.append(f"- {self.made} Load average {self.load[0]:.1f} before, {self.load[1]:.1f} after.")
        return "\n".join(lines) + "\n"


ROUNDS = 5  # how often a figure and its peer's are measured in turn, where the aim is a ratio


def paired(measure):
    """Medians of both figures that a function measures in turn, and of their ratios."""
    pairs = [measure() for _ in range(ROUNDS)]
    median = statistics.median
    return median(own for own, _ in pairs), median(peer for _, peer in pairs), median(own / peer for own, peer in pairs)


def milliseconds(seconds):
    return f"{seconds * 1000:.2f} ms" if abs(seconds) < 0.1 else f"{seconds * 1000:,.0f} ms"


def seconds(value):
    return f"{value:.2f} s"


def megabytes(kilobytes):
    return f"{kilobytes / 1024:.1f} MB"


def percent(part):
    return f"{part * 100:.2f} %" if part < 0.1 else f"{part * 100:.1f} %"


def percentile(values, part):
    """The smallest value that at least this part of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


def spread(values):
    """Median, 99th percentile and maximum, for reading."""
    return " / ".join(milliseconds(value) for value in
                      (statistics.median(values), percentile(values, 0.99), max(values)))


def load_average():
    return os.getloadavg()[0]
