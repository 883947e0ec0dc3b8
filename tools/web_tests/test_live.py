"""A running meeting in browsers: the stream, commands, who is there, and what becomes of it."""
import contextlib
import json
import queue
import signal
import socket
import subprocess
import threading
import time
import unittest

from web_server import NOTE, PATIENCE, STANDUP, Folder, Response, Server, assert_policy, eventually


class Meeting:
    """A meeting that another process holds."""

    def __init__(self, folder, standup, *options):
        self.process = subprocess.Popen(
            [STANDUP, "start", standup, "--headless", "--input", "none", "--output", "none", "--recognizer", "none",
             *options], env=folder.variables, text=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self, how="save"):
        if self.process.poll() is None:
            with contextlib.suppress(OSError):
                self.tell(f"end {how}")
            self.process.wait(PATIENCE)
        with contextlib.suppress(OSError):
            self.process.stdin.close()


class Stream:
    """A browser's stream of events, read in the background."""

    def __init__(self, server, standup, cookie, **headers):
        self.connection = server.connect()
        self.connection.settimeout(None)
        fields = [("Cookie", cookie), ("Origin", server.origin), *((name.replace("_", "-"), value)
                                                                  for name, value in headers.items())]
        self.connection.sendall(server.head("GET", f"/standup/{standup}/events", fields))
        self.file = self.connection.makefile("rb")
        self.response = Response(self.file)
        self.events = queue.Queue()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def lines(self):
        while (size := int(self.file.readline() or b"0", 16)):
            yield from self.file.read(size).split(b"\n")
            self.file.readline()

    def read(self):
        event, data = None, None
        with contextlib.suppress(OSError, ValueError):
            for line in self.lines():
                name, _, value = line.decode().partition(": ")
                if name == "event":
                    event = value
                elif name == "data":
                    data = value
                elif not line and event:
                    self.events.put((event, json.loads(data)))
                    event = None
        self.events.put(None)

    def until(self, condition, patience=PATIENCE):
        """The first state that fulfils a condition."""
        deadline = time.monotonic() + patience
        while True:
            item = self.events.get(timeout=max(0.01, deadline - time.monotonic()))
            if item is None:
                raise AssertionError("the stream has ended")
            if item[0] == "state" and condition(item[1]):
                return item[1]

    def ends(self):
        """Whether the stream ends."""
        deadline = time.monotonic() + PATIENCE
        with contextlib.suppress(queue.Empty):
            while self.events.get(timeout=max(0.01, deadline - time.monotonic())) is not None:
                pass
            return True
        return False

    def close(self):
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()


def speaker(name):
    return lambda state: state.get("meeting", {}).get("turn", {}).get("text", "").startswith(f"{name} ")


class Live(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.standup = self.folder.standup("Daily", "Ann", "Ben", "Cleo")
        self.server = Server(self.folder)
        self.owner = self.server.owner()
        self.ann = self.server.cookie(self.folder.secret("Daily", "--for", "Ann", "--until", "1h"))
        self.watcher = self.server.cookie(self.folder.secret("Daily", "--until", "1h"))
        self.meeting = None
        self.streams = []

    def tearDown(self):
        for stream in self.streams:
            stream.close()
        if self.meeting:
            self.meeting.end()
        self.server.stop()
        self.folder.remove()

    def start(self):
        self.meeting = Meeting(self.folder, "Daily")

    def follow(self, cookie, **headers):
        stream = Stream(self.server, self.standup, cookie, **headers)
        self.streams.append(stream)
        return stream

    def command(self, cookie, **fields):
        body = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
        return self.server.post(f"/standup/{self.standup}/command", body, cookie=cookie)

    def identifiers(self, state):
        return {entry["name"]: entry["id"] for entry in state["meeting"]["speakers"]}

    def test_a_browser_follows_a_meeting_from_its_start_to_its_end(self):
        stream = self.follow(self.watcher)
        self.assertEqual(stream.response.status, 200)
        self.assertEqual(stream.response.value("Content-Type"), "text/event-stream; charset=utf-8")
        # Otherwise nginx keeps the states back.
        self.assertEqual(stream.response.value("X-Accel-Buffering"), "no")
        assert_policy(self, stream.response)
        self.assertEqual(stream.until(lambda state: True), {"key": "none", "here": "Here: 1 visitor"})
        self.start()
        state = stream.until(speaker("Ann"))
        self.assertEqual(state["meeting"]["turn"]["clock"]["mode"], "down")
        self.assertIn("Ann", self.server.get(f"/standup/{self.standup}/live", self.watcher).text)
        self.assertIn("/live", self.server.get("/", self.watcher).text)
        self.meeting.tell("next")
        stream.until(speaker("Ben"))
        self.meeting.end()
        ended = stream.until(lambda state: state["key"].startswith("ended:"))
        latest = json.loads(self.folder.run("meeting", "latest", "--json"))["id"]
        self.assertEqual(ended["key"], f"ended:{latest}")

    def test_deadlines_are_sent_and_no_ticks(self):
        self.start()
        stream = self.follow(self.watcher)
        first = stream.until(speaker("Ann"))
        # The clock of the page is that of the server, to which the deadline belongs.
        now = float(self.server.get("/clock", self.watcher).text)
        self.assertTrue(0 < first["meeting"]["turn"]["clock"]["zeroAt"] - now <= 200_500)
        time.sleep(2)
        states = []
        with contextlib.suppress(queue.Empty):
            while True:
                states.append(stream.events.get_nowait())
        self.assertEqual([event for event, _ in states if event != "ping"], [])

    def test_everybody_has_the_rights_of_their_role(self):
        self.start()
        stream = self.follow(self.owner)
        names = self.identifiers(stream.until(speaker("Ann")))
        self.assertEqual(self.command(self.watcher, action="next").status, 403)
        self.assertEqual(self.command(self.ann, action="next").status, 403)
        self.assertEqual(self.command(self.ann, action="absent", attendee=names["Ben"]).status, 403)
        self.assertEqual(self.command(self.ann, action="own-over").status, 204)
        stream.until(speaker("Ben"))
        # It is not her turn any more, so that a second press ends nobody else's.
        self.assertEqual(self.command(self.ann, action="own-over").status, 409)
        self.assertEqual(self.command(self.owner, action="previous").status, 204)
        stream.until(speaker("Ann"))
        self.assertEqual(self.command(self.owner, action="pause").status, 204)
        stream.until(lambda state: state["meeting"]["state"] == "paused")
        self.assertEqual(self.command(self.owner, action="resume").status, 204)
        stream.until(lambda state: state["meeting"]["state"] == "calm")
        self.assertEqual(self.command(self.owner, action="absent", attendee=names["Cleo"]).status, 204)
        stream.until(lambda state: state["meeting"]["speakers"][-1]["state"] == "absent")
        self.assertEqual(self.command(self.owner, action="absent", attendee="nobody").status, 409)

    def test_a_speaker_and_the_lead_mark_open_points(self):
        held = self.folder.recorded_meeting("Daily", [("Ann", "nothing"), ("Ben", "nothing")])

        def add(text, name):
            return json.loads(self.folder.run("points", "add", held, text, "--person", name, "--json"))[0]["id"]

        badges, paint, rope = add("Order badges", "Ann"), add("Buy paint", "Ann"), add("Buy rope", "Ben")
        self.start()
        stream = self.follow(self.ann)
        shown = stream.until(speaker("Ann"))["meeting"]["points"]
        self.assertEqual({point["point"] for point in shown}, {badges, paint})
        live = f"/standup/{self.standup}/live"
        # Ann has them a second time, for when somebody else speaks.
        for cookie, count in ((self.ann, 6), (self.owner, 3)):
            self.assertEqual(self.server.get(live, cookie).text.count(f'value="{badges}"'), count)
        self.assertNotIn(badges, self.server.get(live, self.watcher).text)
        self.assertEqual(self.command(self.watcher, action="mark", point=badges, state="done").status, 403)
        self.assertEqual(self.command(self.ann, action="mark", point=rope, state="done").status, 409)
        self.assertEqual(self.command(self.ann, action="mark", point=badges, state="done").status, 204)
        stream.until(lambda state: "done" in [point["name"] for point in state["meeting"]["points"]])
        self.assertEqual(self.command(self.ann, action="mark", point=paint, state="open").status, 204)
        stream.until(lambda state: "still open" in [point["name"] for point in state["meeting"]["points"]])
        self.meeting.tell("next")
        stream.until(speaker("Ben"))
        self.assertEqual(self.command(self.ann, action="mark", point=rope, state="dropped").status, 409)
        self.assertEqual(self.command(self.owner, action="mark", point=rope, state="dropped").status, 204)
        stream.until(lambda state: "dropped" in [point["name"] for point in state["meeting"]["points"]])
        self.meeting.end()
        points = json.loads(self.folder.run("minutes", held, "--format", "json"))["points"]
        self.assertEqual({point["id"]: point["state"] for point in points},
                         {badges: "done", paint: "open", rope: "dropped"})

    def test_a_form_leads_back_to_the_page(self):
        self.start()
        self.follow(self.owner).until(speaker("Ann"))
        answer = self.server.post(f"/standup/{self.standup}/command", b"action=own-later", cookie=self.ann,
                                  Accept="text/html,*/*")
        self.assertEqual((answer.status, answer.value("Location")), (303, f"/standup/{self.standup}/live"))

    def test_the_lead_sees_who_is_there_and_marks_the_others_absent(self):
        self.folder.run("edit", "Daily", "--remote", "Ben", "--remote", "Cleo")
        self.start()
        stream = self.follow(self.owner)

        def here(state):
            return [entry["name"] for entry in state["meeting"]["speakers"] if entry["isHere"]]
        stream.until(lambda state: "meeting" in state and here(state) == [])
        cleo = self.server.cookie(self.folder.secret("Daily", "--for", "Cleo", "--until", "1h"))
        other = self.follow(cleo)
        state = stream.until(lambda state: here(state) == ["Cleo"])
        # The others are those who join by call: Ann is in the room.
        self.assertEqual(state["meeting"]["absentees"], "Mark Ben absent")
        missing = [entry for entry in state["meeting"]["speakers"] if entry["isMissing"]]
        # All see who is there; who is missing, only the lead.
        state = other.until(lambda state: "meeting" in state and here(state) == ["Cleo"])
        self.assertEqual(state["here"], "Here: Cleo and 1 visitor")
        self.assertNotIn("isMissing", state["meeting"]["speakers"][0])
        self.assertEqual(self.command(self.owner, action="absent", attendee=missing[0]["id"]).status, 204)
        state = stream.until(lambda state: any(entry["state"] == "absent" for entry in state["meeting"]["speakers"]))
        self.assertEqual([entry["name"] for entry in state["meeting"]["speakers"] if entry["state"] == "absent"], ["Ben"])
        # Whoever ends only their half of the connection has left too, without a ping that fails.
        other.connection.shutdown(socket.SHUT_WR)
        stream.until(lambda state: here(state) == [])

    def plant_note(self, meeting):
        """Writes the lead's private note, as the lead's screen does."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(f"{self.folder.path}/data/live/{meeting}.sock")
            line = {"id": 1, "perform": {"note": {"_0": NOTE}}, "by": {"role": "lead"}}
            connection.sendall(json.dumps(line).encode() + b"\n")
            with connection.makefile() as answers:
                self.assertTrue(any('"answer":1' in answer and '"ok":true' in answer for answer in answers))
                return

    def test_the_private_note_is_in_no_answer(self):
        self.start()
        cookies = (self.owner, self.ann, self.watcher)
        streams = [self.follow(cookie) for cookie in cookies]
        meeting = streams[0].until(speaker("Ann"))["meeting"]["id"]
        self.plant_note(meeting)
        self.meeting.tell("next")
        for stream in streams:
            self.assertNotIn(NOTE, json.dumps(stream.until(speaker("Ben"))))
        paths = ["/", f"/standup/{self.standup}", f"/standup/{self.standup}/live", f"/standup/{self.standup}/statistics",
                 f"/standup/{self.standup}/meeting/{meeting}", "/search?q=private", "/search?q=lead",
                 *(f"/meeting/{meeting}/export.{kind}" for kind in ("txt", "md", "srt", "vtt", "json", "csv"))]
        for state in ("live", "ended"):
            for path in paths:
                for cookie in cookies:
                    with self.subTest(path, state=state):
                        text = self.server.get(path, cookie).text.replace("&#39;", "'").replace("&apos;", "'")
                        self.assertNotIn(NOTE, text)
                        self.assertNotIn("nobody else reads", text)
            self.meeting.end()
        # It is there, for the owner's own program.
        self.assertIn("nobody else reads", self.folder.run("search", "private"))

    def test_a_meeting_that_is_discarded_is_gone(self):
        self.start()
        stream = self.follow(self.watcher)
        stream.until(speaker("Ann"))
        self.meeting.end("discard")
        self.assertEqual(stream.until(lambda state: state["key"].startswith("ended:"))["key"], "ended:")

    def test_the_page_says_that_the_meeting_was_killed(self):
        self.start()
        stream = self.follow(self.watcher)
        stream.until(speaker("Ann"))
        self.meeting.process.send_signal(signal.SIGKILL)
        self.meeting.process.wait()
        stream.until(lambda state: state["key"] == "lost")

    def test_a_revoked_invitation_ends_the_stream(self):
        made = json.loads(self.folder.run("invite", "Daily", "--until", "1h", "--json"))
        stream = self.follow(self.server.cookie(made["link"].partition("#")[2]))
        stream.until(lambda state: True)
        self.folder.run("invitations", "--revoke", made["id"])
        self.assertTrue(stream.ends())

    def test_the_stream_is_in_the_browsers_language(self):
        self.start()
        for language, text in (("de-AT,de;q=0.9", "Ann spricht"), ("ko", "Ann"), ("xx, en;q=0.1", "Ann is speaking")):
            stream = self.follow(self.watcher, Accept_Language=language)
            self.assertIn(text, stream.until(lambda state: "meeting" in state)["meeting"]["turn"]["text"])

    def test_a_browser_that_does_not_read_holds_nobody_up(self):
        """It gets the newest state when it reads again, and costs no memory meanwhile."""
        self.start()
        stuck = self.server.connect()
        stuck.sendall(self.server.head("GET", f"/standup/{self.standup}/events",
                                       [("Cookie", self.watcher), ("Origin", self.server.origin)]))
        stream = self.follow(self.owner)
        stream.until(speaker("Ann"))

        before = self.server.memory()
        for _ in range(300):
            self.assertEqual(self.command(self.owner, action="extend", seconds=1).status, 204)
        self.meeting.tell("next")
        stream.until(speaker("Ben"))
        self.assertLess(self.server.memory() - before, 40 << 20)
        stuck.close()

    def test_streams_come_back_after_the_server_was_killed(self):
        self.start()
        self.follow(self.watcher).until(speaker("Ann"))
        port = self.server.port
        self.server.stop(kill=True)
        self.server = Server(self.folder, port=port)
        self.follow(self.watcher).until(speaker("Ann"))

    def test_the_server_stops_at_once_with_streams_open(self):
        self.start()
        stream = self.follow(self.watcher)
        stream.until(speaker("Ann"))
        self.assertEqual(self.server.stop(), 0)
        self.assertTrue(stream.ends())
        self.server = Server(self.folder)


if __name__ == "__main__":
    unittest.main()
