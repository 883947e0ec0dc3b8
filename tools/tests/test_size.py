"""The figures under "Size" in ARCHITECTURE.md hold: what has become smaller does not grow again."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = sorted((ROOT / "Sources").glob("**/*.swift"))
FLAG = re.compile(r"\b(isI|i)nterjection\b")  # of an utterance, shown everywhere


def lines(file):
    return file.read_text().count("\n")


def target(file):
    return file.relative_to(ROOT / "Sources").parts[:2]


def figures():
    programs = {target(file) for file in SOURCES if file.name == "Main.swift"}
    flagged = [file for file in SOURCES if FLAG.search(file.read_text())]
    return {
        "lines of Swift in Sources": sum(map(lines, SOURCES)),
        "lines of Package.swift": lines(ROOT / "Package.swift"),
        "targets of Swift that are no programs and no tests": len({target(file) for file in SOURCES} - programs),
        "files of Sources that name one flag of an utterance": len(flagged),
        "their targets": len({target(file) for file in flagged}),
    }


class Size(unittest.TestCase):
    def test_nothing_is_larger_than_its_figure(self):
        table = dict(re.findall(r"^\| ([^|]+) \| ([\d,]+) \| [\d,]+ \|$", (ROOT / "ARCHITECTURE.md").read_text(), re.M))
        found = figures()
        self.assertEqual(table.keys(), found.keys())
        for what, most in table.items():
            self.assertLessEqual(found[what], int(most.replace(",", "")), what)


if __name__ == "__main__":
    unittest.main()
