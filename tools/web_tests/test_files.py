"""Recordings in parts, while they grow, and in other formats; transcripts as files."""
import array
import io
import os
import random
import subprocess
import time
import unittest
import urllib.parse
import wave

from web_server import MARKUP, STANDUP, Folder, Server, assert_policy, eventually


def setUpModule():
    global folder, server, owner, meeting, path, content
    folder = Folder()
    folder.standup("Daily", "Ann", "Ben")
    meeting = folder.recorded_meeting("Daily", [("Ann", "yesterday I wrote a test"), ("Ben", "I fixed it")])
    server = Server(folder)
    owner = server.owner()
    path = f"/meeting/{meeting}/recording.wav"
    with open(f"{folder.path}/data/recordings/{meeting}.wav", "rb") as file:
        content = file.read()


def tearDownModule():
    server.stop()
    folder.remove()


class Ranges(unittest.TestCase):
    def test_a_whole_recording_is_the_file(self):
        answer = server.get(path, owner)
        self.assertEqual((answer.status, answer.body), (200, content))
        self.assertEqual(answer.value("Content-Type"), "audio/wav")
        self.assertEqual(answer.value("Accept-Ranges"), "bytes")
        self.assertRegex(answer.value("ETag"), r'^"[^"]+"$')

    def test_parts_are_those_of_the_file(self):
        size = len(content)
        parts = {"bytes=0-0": (0, 0), "bytes=0-99": (0, 99), f"bytes=100-{size - 1}": (100, size - 1),
                 "bytes=100-": (100, size - 1), "bytes=-100": (size - 100, size - 1), f"bytes=-{size * 2}": (0, size - 1),
                 f"bytes={size - 1}-": (size - 1, size - 1), f"bytes=5-{size * 9}": (5, size - 1),
                 f"bytes=5-{'9' * 30}": (5, size - 1), "BYTES=1-2": (1, 2)}
        numbers = random.Random(1)
        for _ in range(100):
            first = numbers.randrange(size)
            last = numbers.randrange(first, size)
            parts[f"bytes={first}-{last}"] = (first, last)
        for wanted, (first, last) in parts.items():
            with self.subTest(wanted):
                answer = server.get(path, owner, Range=wanted)
                self.assertEqual(answer.status, 206)
                self.assertEqual(answer.value("Content-Range"), f"bytes {first}-{last}/{size}")
                self.assertEqual(answer.body, content[first:last + 1])

    def test_what_is_outside_is_said_to_be_outside(self):
        for wanted in (f"bytes={len(content)}-", f"bytes={len(content) + 5}-{len(content) + 9}", "bytes=-0",
                       f"bytes={'9' * 30}-"):
            with self.subTest(wanted):
                answer = server.get(path, owner, Range=wanted)
                self.assertEqual((answer.status, answer.body), (416, b""))
                self.assertEqual(answer.value("Content-Range"), f"bytes */{len(content)}")

    def test_what_is_no_single_range_gets_the_whole_file(self):
        for wanted in ("bytes=9-5", "bytes=", "bytes=-", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1", "bytes=0--1", "bytes 0-1",
                       "bytes=+1-2", "bytes=0x1-2", "bytes=1-2-3", ""):
            with self.subTest(wanted):
                answer = server.get(path, owner, Range=wanted)
                self.assertEqual((answer.status, len(answer.body)), (200, len(content)))

    def test_a_range_of_another_version_gets_the_whole_file(self):
        tag = server.get(path, owner, method="HEAD").value("ETag")
        self.assertEqual(server.get(path, owner, Range="bytes=0-1", If_Range=tag).status, 206)
        self.assertEqual(server.get(path, owner, Range="bytes=0-1", If_Range='"other"').status, 200)

    def test_a_head_says_the_length(self):
        answer = server.get(path, owner, method="HEAD")
        self.assertEqual((answer.status, answer.value("Content-Length"), answer.body), (200, str(len(content)), b""))


class Growing(unittest.TestCase):
    """A recording that is read while it is being made."""

    def setUp(self):
        sound = f"{folder.path}/noise.wav"
        with wave.open(sound, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(48000)
            samples = array.array("h", (random.Random(2).randrange(-9000, 9000) for _ in range(48000)))
            file.writeframes(samples.tobytes() * 60)
        self.process = subprocess.Popen(
            [STANDUP, "start", "Daily", "--headless", "--input", f"file:{sound}", "--output", "none", "--recognizer",
             "none"], env=folder.variables, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        recordings = f"{folder.path}/data/recordings"
        name = eventually(lambda: next((name for name in os.listdir(recordings)
                                        if name != f"{meeting}.wav" and os.path.getsize(f"{recordings}/{name}") > 100000),
                                       None))
        self.live = f"/meeting/{name.removesuffix('.wav')}/recording"

    def tearDown(self):
        self.process.communicate(b"end discard\n", timeout=30)

    def test_it_is_complete_at_the_length_that_was_begun(self):
        first = server.get(f"{self.live}.wav", owner, Range="bytes=0-1023")
        size = int(first.value("Content-Range").partition("/")[2])
        time.sleep(1)  # the recording goes on
        pieces = first.body
        while len(pieces) < size:
            answer = server.get(f"{self.live}.wav", owner, Range=f"bytes={len(pieces)}-{len(pieces) + 50000}")
            self.assertEqual(answer.value("ETag"), first.value("ETag"))
            pieces += answer.body
        with wave.open(io.BytesIO(pieces)) as file:
            self.assertEqual(file.getnframes(), (size - 80) // 2)
            self.assertEqual(len(file.readframes(1 << 30)), size - 80)
        longer = server.get(f"{self.live}.wav", owner)
        self.assertGreater(len(longer.body), size)
        self.assertEqual(longer.body[80:size], pieces[80:])
        self.assertNotEqual(longer.value("ETag"), first.value("ETag"))

    def test_an_earlier_version_can_still_be_asked_for(self):
        first = server.get(f"{self.live}.wav", owner)
        time.sleep(1)
        server.get(f"{self.live}.wav", owner)
        part = server.get(f"{self.live}.wav", owner, Range="bytes=80-", If_Range=first.value("ETag"))
        self.assertEqual((part.status, part.body), (206, first.body[80:]))

    def test_it_has_no_other_format_yet(self):
        for kind in ("flac", "opus"):
            self.assertEqual(server.get(f"{self.live}.{kind}", owner).status, 404)


class Formats(unittest.TestCase):
    def test_flac_has_every_sample(self):
        answer = server.get(f"/meeting/{meeting}/recording.flac", owner)
        self.assertEqual((answer.status, answer.value("Content-Type")), (200, "audio/flac"))
        decoded = subprocess.run(["flac", "--decode", "--silent", "--stdout", "--force-raw-format", "--endian=little",
                                  "--sign=signed", "-"], input=answer.body, capture_output=True, check=True).stdout
        self.assertEqual(decoded, content[80:80 + len(decoded)])
        self.assertEqual(len(decoded), 3 * 48000 * 2)

    def test_opus_is_opus(self):
        answer = server.get(f"/meeting/{meeting}/recording.opus", owner)
        self.assertEqual((answer.status, answer.body[:4], answer.body[28:36]), (200, b"OggS", b"OpusHead"))

    def test_they_are_kept_for_the_owner_alone(self):
        server.get(f"/meeting/{meeting}/recording.flac", owner)
        cache = f"{folder.path}/cache/standup/recordings"
        self.assertEqual(os.stat(cache).st_mode & 0o777, 0o700)
        self.assertNotEqual(os.listdir(cache), [])
        for name in os.listdir(cache):
            self.assertEqual(os.stat(f"{cache}/{name}").st_mode & 0o777, 0o600, name)

    def test_they_are_made_again_if_the_cache_is_removed(self):
        before = server.get(f"/meeting/{meeting}/recording.flac", owner)
        cache = f"{folder.path}/cache/standup/recordings"
        for name in os.listdir(cache):
            os.remove(f"{cache}/{name}")
        self.assertEqual(server.get(f"/meeting/{meeting}/recording.flac", owner).body, before.body)

    def test_they_go_with_their_meeting(self):
        gone = folder.recorded_meeting("Daily", [("Ann", "to be deleted")], seconds=1)
        self.assertEqual(server.get(f"/meeting/{gone}/recording.flac", owner).status, 200)
        cache = f"{folder.path}/cache/standup/recordings"

        def kept():
            return [name for name in os.listdir(cache) if name.startswith(gone.replace("-", ""))]
        self.assertEqual(len(kept()), 1)
        folder.run("delete-meeting", gone, "--yes")
        self.assertEqual(server.get(f"/meeting/{gone}/recording.flac", owner).status, 404)
        self.assertTrue(eventually(lambda: not kept()))

    def test_a_link_in_place_of_a_recording_is_not_followed(self):
        linked = folder.recorded_meeting("Daily", [("Ann", "a link")], seconds=1)
        file = f"{folder.path}/data/recordings/{linked}.wav"
        os.rename(file, f"{folder.path}/elsewhere.wav")
        os.symlink(f"{folder.path}/elsewhere.wav", file)
        self.assertIn(server.get(f"/meeting/{linked}/recording.wav", owner).status, (404, 500))

    def test_a_recording_that_is_gone_is_said_to_be_gone(self):
        lost = folder.recorded_meeting("Daily", [("Ann", "gone")], seconds=1)
        os.remove(f"{folder.path}/data/recordings/{lost}.wav")
        for kind in ("wav", "flac"):
            self.assertEqual(server.get(f"/meeting/{lost}/recording.{kind}", owner).status, 404)


class Transcripts(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        for kind, media in (("txt", "text/plain; charset=utf-8"), ("md", "text/markdown; charset=utf-8"),
                            ("srt", "application/x-subrip; charset=utf-8"), ("vtt", "text/vtt; charset=utf-8"),
                            ("csv", "text/csv; charset=utf-8")):
            with self.subTest(kind):
                answer = server.get(f"/meeting/{meeting}/export.{kind}", owner)
                wanted = folder.run("export", meeting, "--to", "-", "--format", kind)
                self.assertEqual((answer.status, answer.value("Content-Type")), (200, media))
                self.assertEqual(answer.text.replace("\r\n", "\n"), wanted.replace("\r\n", "\n"))
                assert_policy(self, answer)

    def test_a_recording_has_the_name_of_its_meeting(self):
        transcript = server.get(f"/meeting/{meeting}/export.txt", owner).value("Content-Disposition")
        for kind in ("wav", "flac", "opus"):
            answer = server.get(f"/meeting/{meeting}/recording.{kind}", owner, method="HEAD")
            wanted = transcript.replace("attachment", "inline").replace(".txt", f".{kind}")
            self.assertEqual(answer.value("Content-Disposition"), wanted)

    def test_the_name_is_safe_in_every_header(self):
        folder.standup(MARKUP, "Ann")
        named = folder.recorded_meeting(MARKUP, [("Ann", "x")], seconds=1)
        disposition = server.get(f"/meeting/{named}/export.txt", owner).value("Content-Disposition")
        self.assertRegex(disposition, r"^attachment; filename\*=UTF-8''[A-Za-z0-9%._-]+\.txt$")
        self.assertTrue(urllib.parse.unquote(disposition.partition("''")[2]).endswith("_script-alert-1-script-onfocus-x-"
                                                                                      "autofocus-amp.txt"))


if __name__ == "__main__":
    unittest.main()
