"""make-picture reads a terminal's screen as a terminal would, and draws what is on it."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "make-picture")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("make_picture", TOOL)
picture = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_picture", loader))
sys.modules["make_picture"] = picture
loader.exec_module(picture)

Run, Style = picture.Run, picture.Style


def style(parameters):
    return picture.restyled(Style(), parameters)


class ParserTests(unittest.TestCase):
    def test_plain_text_is_one_run_in_the_terminals_own_colors(self):
        self.assertEqual(picture.parse_screen("hello"), ((Run(0, "hello", Style()),),))

    def test_styles_split_a_row_and_columns_go_on(self):
        (row,) = picture.parse_screen("a\x1b[1mbc\x1b[0md")
        self.assertEqual(row, (Run(0, "a", Style()), Run(1, "bc", Style(bold=True)), Run(3, "d", Style())))

    def test_a_style_goes_on_into_the_next_row(self):
        first, second = picture.parse_screen("\x1b[31mred\nstill")
        self.assertEqual(second[0].style, first[0].style)
        self.assertEqual(second[0].style.foreground, picture.ANSI[1])

    def test_colors(self):
        for parameters, field, color in (
                ("32", "foreground", picture.ANSI[2]), ("97", "foreground", picture.ANSI[15]),
                ("44", "background", picture.ANSI[4]), ("100", "background", picture.ANSI[8]),
                ("38;5;9", "foreground", picture.ANSI[9]), ("38;5;16", "foreground", "#000000"),
                ("38;5;213", "foreground", "#ff87ff"), ("48;5;231", "background", "#ffffff"),
                ("48;5;232", "background", "#080808"), ("38;5;255", "foreground", "#eeeeee"),
                ("38;2;1;2;255", "foreground", "#0102ff"), ("48:2::1:2:255", "background", "#0102ff"),
                ("38:2:1:2:255", "foreground", "#0102ff"), ("38:5:213", "foreground", "#ff87ff")):
            with self.subTest(parameters):
                self.assertEqual(style(parameters), Style(**{field: color}))

    def test_each_flag_is_set_and_taken_back(self):
        for on, off, flags in (("1", "22", {"bold"}), ("2", "22", {"dim"}), ("3", "23", {"italic"}),
                               ("4", "24", {"underline"}), ("4:3", "4:0", {"underline"}), ("7", "27", {"inverse"}),
                               ("9", "29", {"strike"}), ("1;4;31", "0", {"bold", "underline", "foreground"})):
            with self.subTest(on):
                self.assertEqual({name for name in flags if getattr(style(on), name)}, flags)
                self.assertEqual(picture.restyled(style(on), off), Style())

    def test_an_empty_sequence_resets(self):
        self.assertEqual(picture.restyled(style("1;31"), ""), Style())

    def test_what_is_not_understood_changes_nothing(self):
        for parameters in ("38", "38;5", "38;2;1;2", "38;9;1", "999", "58;5;1"):
            with self.subTest(parameters):
                self.assertEqual(style(parameters).background, "")
        (row,) = picture.parse_screen("a\x1b[2Kb\x1b]8;;http://x\x1b\\c\x0fd")
        self.assertEqual("".join(run.text for run in row), "abcd")
        self.assertEqual([run.column for run in row], [0, 1, 2, 3])

    def test_wide_and_combining_characters_take_their_cells(self):
        (row,) = picture.parse_screen("日e\u0301\x1b[1mx")
        self.assertEqual(row[1], Run(3, "x", Style(bold=True)))

    def test_blanks_are_left_out_unless_they_show(self):
        self.assertEqual(picture.parse_screen("   \x1b[7m  "), ((Run(3, "  ", Style(inverse=True)),),))


class DrawingTests(unittest.TestCase):
    def test_markup_in_the_text_stays_text(self):
        screens, duration = picture.film([(0, "<b>&\"\n")], 1, 1, 1)
        document = xml.dom.minidom.parseString(picture.draw(screens, duration, 20, 2, "<title> & co"))
        texts = [node.firstChild.data for node in document.getElementsByTagName("text")]
        self.assertEqual(texts, ["<title> & co", '<b>&"'])

    def test_a_block_is_as_wide_as_its_cells(self):
        drawn = picture.draw_run(Run(2, "███▌", Style(foreground="#112233")))
        widths = [node.getAttribute("width") for node in
                  xml.dom.minidom.parseString(f"<g>{drawn}</g>").getElementsByTagName("rect")]
        self.assertEqual(widths, [picture.number(3 * picture.CELL_WIDTH), picture.number(picture.CELL_WIDTH / 2)])

    def test_inverse_swaps_text_and_cell(self):
        self.assertEqual(Style(inverse=True).colors(), (picture.BACKGROUND, picture.FOREGROUND))
        self.assertEqual(Style(foreground="#1", background="#2", inverse=True).colors(), ("#2", "#1"))

    def test_frames_that_look_alike_are_one(self):
        shown, duration = picture.film([(1, "a"), (2, "\x1b[0ma"), (3, "b")], 5, 2, 4)
        self.assertEqual([at for at, _ in shown], [0, 1])
        self.assertEqual(duration, 6)

    def test_a_row_that_stays_is_drawn_once(self):
        shown, duration = picture.film([(0, "same\n1"), (1, "same\n2"), (2, "same\n1")], 3, 1, 0)
        document = xml.dom.minidom.parseString(picture.draw(shown, duration, 10, 2, "t"))
        self.assertEqual(len(document.getElementsByTagName("g")), 3 + 1)
        self.assertEqual(len(document.getElementsByTagName("use")), 6)


class RecordingTests(unittest.TestCase):
    def test_a_command_is_filmed_with_its_keys_to_its_end(self):
        script = "printf '\\033[1;32mready\\033[0m\\n'; read -r answer; printf 'heard %s' \"$answer\""
        with tempfile.NamedTemporaryFile(suffix=".svg") as file:
            result = subprocess.run(
                [sys.executable, TOOL, "--output", file.name, "--size", "30x5", "--rate", "20", "--hold", "1",
                 "--key", "1=y", "--key", "1.2=Enter", "--until", "30", "--", "bash", "-c", script],
                capture_output=True, text=True, timeout=90)
            self.assertEqual(result.returncode, 0, result.stderr)
            texts = [node.firstChild.data for node in
                     xml.dom.minidom.parse(file.name).getElementsByTagName("text")]
        self.assertIn("ready", texts)
        self.assertIn("heard y", texts)


if __name__ == "__main__":
    unittest.main()
