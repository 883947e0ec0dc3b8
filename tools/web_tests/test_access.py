"""Who gets in, what each role may do, and how long."""
import fcntl
import json
import os
import pathlib
import re
import stat
import struct
import subprocess
import termios
import time
import unittest
import urllib.parse

from web_server import STANDUP, Folder, Server, assert_policy, camera, eventually

ROLES = ("nobody", "watch", "speak", "lead", "owner")


def setUpModule():
    global folder, server, cookies, standup, other, meeting, foreign
    folder = Folder()
    standup, other = folder.standup("Daily", "Ann", "Ben"), folder.standup("Retro", "Cleo")
    meeting = folder.recorded_meeting("Daily", [("Ann", "yesterday I wrote a test"), ("Ben", "I fixed it")])
    foreign = folder.recorded_meeting("Retro", [("Cleo", "a secret of the retro")])
    server = Server(folder)
    cookies = {
        "nobody": None, "watch": server.cookie(folder.secret("Daily", "--until", "1h")),
        "speak": server.cookie(folder.secret("Daily", "--for", "Ann", "--until", "1h")),
        "lead": server.cookie(folder.secret("Daily", "--for", "Ben", "--role", "lead", "--until", "1h")),
        "owner": server.owner(),
    }


def tearDownModule():
    server.stop()
    folder.remove()


def statuses(method, path, body=b""):
    """The status of a request by each role."""
    def ask(cookie):
        if method == "POST":
            return server.post(path, body, cookie=cookie).status
        # A stream has no end, so that its head is enough.
        return server.get(path, cookie, method="HEAD" if path.endswith("/events") else method,
                          Sec_Fetch_Site="same-origin").status
    return tuple(ask(cookies[role]) for role in ROLES)


class Roles(unittest.TestCase):
    """Every route with every role and none: the table of docs/security.md."""

    def test_each_route_is_for_its_roles(self):
        all_in, readers, lead = (403, 200, 200, 200, 200), (403, 403, 200, 200, 200), (403, 403, 403, None, None)
        table = {
            ("GET", "/"): all_in,
            ("GET", "/clock"): all_in,
            ("GET", f"/standup/{standup}/live"): all_in,
            ("GET", f"/standup/{standup}/events"): all_in,
            ("GET", f"/standup/{standup}"): readers,
            ("GET", f"/standup/{standup}/statistics"): readers,
            ("GET", f"/standup/{standup}/meeting/{meeting}"): readers,
            ("GET", "/search?q=test"): readers,
            ("GET", f"/meeting/{meeting}/recording.wav"): readers,
            ("GET", f"/meeting/{meeting}/recording.flac"): readers,
            ("GET", f"/meeting/{meeting}/recording.opus"): readers,
            **{("GET", f"/meeting/{meeting}/export.{kind}"): readers
               for kind in ("txt", "md", "srt", "vtt", "json", "csv")},
            ("GET", "/join"): (200,) * 5, ("GET", "/style.css"): (200,) * 5, ("GET", "/script.js"): (200,) * 5,
            ("GET", "/icon.svg"): (200,) * 5,
            # No meeting is running, which only those are told who may ask.
            ("POST", f"/standup/{standup}/command", b"action=own-over"): (403, 403, 409, 409, 409),
            ("POST", f"/standup/{standup}/command", b"action=next"): (403, 403, 403, 409, 409),
            ("POST", f"/standup/{standup}/command", b"action=nonsense"): (403, 403, 400, 400, 400),
            ("POST", f"/standup/{standup}/meeting/{meeting}/correct", b"version=9&utterance=1&text=x"): (
                403, 403, 403, 409, 409),
            # Those who are invited as an attendee write for that one; a lead for anybody, by name.
            ("POST", f"/standup/{standup}/update", b"text=x"): (403, 403, 303, 303, 403),
            ("POST", f"/standup/{standup}/update", b"text=x&attendee=nobody"): (403, 403, 403, 404, 404),
            ("POST", f"/standup/{standup}/update", b"attendee=nobody"): (403, 403, 400, 400, 400),
            # A lead's form does not show the text of the chosen attendee, so that an empty one deletes nothing.
            ("POST", f"/standup/{standup}/update", b"text=+"): (403, 403, 303, 400, 403),
            ("POST", f"/standup/{standup}/update", b"delete=1"): (403, 403, 303, 303, 403),
            ("POST", f"/standup/{standup}/update", b"text=" + b"x" * 4001): (403, 403, 400, 400, 400),
            # So do they decide about their voice.
            ("POST", f"/standup/{standup}/voice", b"voice=forget"): (403, 403, 303, 303, 403),
            ("POST", f"/standup/{standup}/voice", b"voice=allow"): (403, 403, 303, 303, 403),
            ("POST", f"/standup/{standup}/voice", b"voice=forget&attendee=nobody"): (403, 403, 403, 404, 404),
            ("POST", f"/standup/{standup}/voice", b"voice=x"): (403, 403, 400, 400, 400),
            ("POST", f"/standup/{standup}/points", b"point=x&state=done"): (403, 403, 403, 409, 409),
            ("POST", f"/standup/{standup}/points", b"point=x&state=open"): (403, 403, 403, 409, 409),
            ("POST", "/join", b"secret=x"): (403,) * 5,
        }
        for request, expected in table.items():
            with self.subTest(request):
                self.assertEqual(statuses(*request), expected)

    def test_other_methods_are_refused_for_all(self):
        for path in ("/", f"/standup/{standup}", f"/standup/{standup}/live", "/search", "/clock", "/style.css",
                     f"/meeting/{meeting}/recording.wav", f"/meeting/{meeting}/export.txt"):
            for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"):
                with self.subTest(f"{method} {path}"):
                    self.assertEqual(server.get(path, cookies["owner"], method=method).status, 405)
            self.assertEqual(server.post(path, cookie=cookies["owner"]).status, 405)

    def test_an_invitation_is_for_its_standup(self):
        for path in (f"/standup/{other}", f"/standup/{other}/live", f"/standup/{other}/statistics",
                     f"/standup/{other}/meeting/{foreign}", f"/standup/{standup}/meeting/{foreign}",
                     f"/meeting/{foreign}/recording.wav", f"/meeting/{foreign}/recording.opus",
                     f"/meeting/{foreign}/export.txt"):
            with self.subTest(path):
                for role in ("speak", "lead"):
                    answer = server.get(path, cookies[role])
                    self.assertEqual(answer.status, 404)
                    self.assertNotIn(b"secret of the retro", answer.body)
        self.assertEqual(server.get(f"/meeting/{foreign}/export.txt", cookies["owner"]).status, 200)
        for body in (b"action=next", b"action=own-over"):
            self.assertEqual(server.post(f"/standup/{other}/command", body, cookie=cookies["lead"]).status, 404)
        correction = server.post(f"/standup/{other}/meeting/{foreign}/correct", b"version=1&utterance=1&text=x",
                                 cookie=cookies["lead"])
        self.assertEqual(correction.status, 404)
        mark = server.post(f"/standup/{other}/points", b"point=x&state=done", cookie=cookies["lead"])
        self.assertEqual(mark.status, 404)
        voice = server.post(f"/standup/{other}/voice", b"voice=forget", cookie=cookies["lead"])
        self.assertEqual(voice.status, 404)
        self.assertNotIn(b"secret of the retro", server.get("/search?q=secret", cookies["lead"]).body)
        self.assertNotIn(b"Retro", server.get("/", cookies["lead"]).body)

    def test_the_lead_marks_an_open_point(self):
        added = folder.run("points", "add", meeting, "Order <b>badges</b>", "--person", "Ben", "--json")
        mark = f"point={json.loads(added)[0]['id']}&state=done".encode()
        page = server.get(f"/standup/{standup}", cookies["speak"]).body
        self.assertIn(b"Order &lt;b&gt;badges&lt;/b&gt;", page)
        self.assertNotIn(b'name="state"', page)
        self.assertEqual(server.post(f"/standup/{standup}/points", mark, cookie=cookies["speak"]).status, 403)
        self.assertIn(b'name="state"', server.get(f"/standup/{standup}", cookies["lead"]).body)
        answer = server.post(f"/standup/{standup}/points", mark, cookie=cookies["lead"])
        self.assertEqual((answer.status, answer.value("Location").partition("#")[2]), (303, "points"))
        self.assertNotIn(b"badges", server.get(f"/standup/{standup}", cookies["lead"]).body)
        self.assertEqual(server.post(f"/standup/{standup}/points", mark, cookie=cookies["lead"]).status, 409)
        # The page says what was done, and has the way back.
        said = server.get(answer.value("Location").partition("#")[0], cookies["lead"]).text
        self.assertIn("Done: Order &lt;b&gt;badges&lt;/b&gt;", said)
        back = mark.replace(b"done", b"open")
        self.assertEqual(server.post(f"/standup/{standup}/points", back, cookie=cookies["lead"]).status, 303)
        self.assertEqual(server.post(f"/standup/{standup}/points", back, cookie=cookies["lead"]).status, 409)
        self.assertIn(b"badges", server.get(f"/standup/{standup}", cookies["lead"]).body)
        self.assertEqual(server.post(f"/standup/{standup}/points", mark, cookie=cookies["lead"]).status, 303)
        minutes = server.get(f"/standup/{standup}/meeting/{meeting}", cookies["speak"]).body
        self.assertIn(b"Order &lt;b&gt;badges&lt;/b&gt;", minutes)

    def test_a_correction_makes_the_points_again(self):
        def points():
            return [point["text"] for point in json.loads(folder.run("minutes", corrected, "--format", "json"))["points"]]

        def correct(version, utterance, text):
            body = urllib.parse.urlencode({"version": version, "utterance": utterance, "text": text}).encode()
            path = f"/standup/{standup}/meeting/{corrected}"
            self.assertEqual(server.post(f"{path}/correct", body, cookie=cookies["lead"]).status, 303)
            return server.get(path, cookies["lead"]).text

        corrected = folder.recorded_meeting("Daily", [("Ann", "Today I will paint the hull"), ("Ben", "Nothing new")])
        self.assertEqual(points(), ["Today I will paint the hull"])
        page = server.get(f"/standup/{standup}/meeting/{corrected}", cookies["lead"]).text
        utterance = re.search(r"correct=(\d+)", page)[1]
        page = correct(1, utterance, "Today I will paint the hall")
        versions = json.loads(folder.run("minutes", corrected, "--versions", "--format", "json"))["versions"]
        self.assertEqual([version["transcript"] for version in versions], [1, 2])
        self.assertIn("paint the hall", page)
        self.assertNotIn("paint the hull", page)
        # The same words again change nothing.
        correct(2, utterance, "Today I will paint the hall")
        self.assertEqual(len(json.loads(folder.run("minutes", corrected, "--versions", "--format", "json"))["versions"]), 2)

    def test_an_update_from_the_form_waits_for_the_next_meeting(self):
        """The text of the page's form, by the one who is invited, and by the lead for another."""
        def waiting():
            return {update["name"]: update["text"] for update in
                    json.loads(folder.run("update", standup, "--show", "--json"))}

        def post(role, **fields):
            body = urllib.parse.urlencode(fields).encode()
            self.assertEqual(server.post(f"/standup/{standup}/update", body, cookie=cookies[role]).status, 303)

        text = "Yesterday I fixed <b>50 %</b> & more.\r\nHeute: größer + \u30c6\u30b9\u30c8\x1b[2J"
        stored = "Yesterday I fixed <b>50 %</b> & more.\nHeute: größer + \u30c6\u30b9\u30c8[2J"
        post("speak", text=text)
        self.assertEqual(waiting()["Ann"], stored)
        page = server.get(f"/standup/{standup}", cookies["speak"]).body.decode()
        self.assertIn("Yesterday I fixed &lt;b&gt;50 %&lt;/b&gt; &amp; more.\nHeute: größer + \u30c6\u30b9\u30c8[2J", page)
        people = {person["name"]: person["id"] for person in json.loads(folder.run("show", standup, "--json"))["attendees"]}
        post("lead", text="for Ann", attendee=people["Ann"])
        post("lead", text="my own", attendee=people["Ben"])
        self.assertEqual(waiting(), {"Ann": "for Ann", "Ben": "my own"})
        body = urllib.parse.urlencode({"text": " ", "attendee": people["Ann"]}).encode()
        answer = server.post(f"/standup/{standup}/update", body, cookie=cookies["lead"])
        self.assertEqual(answer.status, 400)
        self.assertIn(b"the text is empty", answer.body)
        self.assertEqual(waiting(), {"Ann": "for Ann", "Ben": "my own"})
        post("lead", delete="1", attendee=people["Ann"])
        self.assertEqual(waiting(), {"Ben": "my own"})

    def test_attendees_decide_about_their_voice(self):
        """Attendees about their own, a lead about all; what is forgotten goes with the copies of the history."""
        people = {person["name"]: person["id"] for person in json.loads(folder.run("show", standup, "--json"))["attendees"]}
        path, page = f"/standup/{standup}/voice", f"/standup/{standup}"

        def states():
            return {voice["name"]: voice["state"] for voice in json.loads(folder.run("voices", standup, "--json"))["voices"]}

        def decide(role, change, name, **options):
            body = urllib.parse.urlencode({"voice": change, "attendee": people[name]}).encode()
            return server.post(path, body, cookie=cookies[role], **options)

        self.assertNotIn(b'id="voices"', server.get(page, cookies["lead"]).body)
        folder.run("edit", standup, "--voices")
        for name in people:
            folder.learn_voice(people[name])
        self.assertEqual(states(), {"Ann": "known", "Ben": "known"})
        backup = f"{folder.path}/data/standup.db.version-1"
        pathlib.Path(backup).touch()

        own = server.get(page, cookies["speak"]).text
        self.assertIn("1 min, 15 sec of speech from 3 meetings", own)
        self.assertEqual(re.findall(r'name="voice" value="(\w+)"', own), ["forget"])
        self.assertIn(people["Ann"], own)
        self.assertNotIn(people["Ben"], own)
        both = server.get(page, cookies["lead"]).text
        self.assertEqual(re.findall(r'name="voice" value="(\w+)"', both), ["forget", "forget"])

        self.assertEqual(decide("speak", "forget", "Ben").status, 403)
        self.assertEqual(decide("watch", "forget", "Ann").status, 403)
        self.assertEqual(decide("speak", "forget", "Ann", origin="http://evil.example").status, 403)
        self.assertEqual(decide("speak", "forget", "Ann", origin=False).status, 403)
        # What may be learned already stays.
        self.assertEqual(decide("speak", "allow", "Ann").status, 303)
        self.assertEqual(states(), {"Ann": "known", "Ben": "known"})
        self.assertTrue(os.path.exists(backup))

        answer = decide("speak", "forget", "Ann")
        self.assertEqual((answer.status, answer.value("Location").partition("#")[2]), (303, "voices"))
        self.assertEqual(states(), {"Ann": "refused", "Ben": "known"})
        self.assertFalse(os.path.exists(backup))
        said = server.get(answer.value("Location").partition("#")[0], cookies["speak"]).text
        self.assertIn("The voice is forgotten, and is not learned again.", said)
        self.assertEqual(re.findall(r'name="voice" value="(\w+)"', said), ["allow"])
        self.assertEqual(decide("speak", "allow", "Ann").status, 303)
        self.assertEqual(decide("lead", "forget", "Ben").status, 303)
        self.assertEqual(states(), {"Ann": "none", "Ben": "refused"})
        self.assertEqual(decide("owner", "allow", "Ben").status, 303)
        folder.run("edit", standup, "--no-voices")
        self.assertNotIn(b'id="voices"', server.get(page, cookies["lead"]).body)

    def test_an_unknown_meeting_looks_like_a_foreign_one(self):
        unknown = "00000000-0000-4000-8000-000000000000"
        answers = [server.get(f"/meeting/{name}/export.txt", cookies["lead"]) for name in (unknown, foreign)]
        self.assertEqual(answers[0].body, answers[1].body)


class Cookies(unittest.TestCase):
    def test_the_cookie_is_for_this_server_alone(self):
        link = folder.run("serve", "--link").partition("#")[2].strip()
        answer = server.join(link)
        self.assertEqual((answer.status, answer.value("Location")), (303, "/"))
        self.assertRegex(answer.value("Set-Cookie"),
                         rf"^standup-{server.port}=[A-Za-z0-9_-]{{43}}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\d+$")
        assert_policy(self, answer)

    def test_a_cookie_of_another_port_locks_nobody_out(self):
        good = cookies["owner"]
        name = good.partition("=")[0]
        for cookie in (f"{name}=x; {good}", f"{good}; {name}=x", f"{name}={'A' * 43}; other=1; {good}; {name}="):
            with self.subTest(cookie):
                self.assertEqual(server.get("/clock", cookie).status, 200)

    def test_no_other_cookie_opens_anything(self):
        good = cookies["owner"]
        name, _, value = good.partition("=")
        for cookie in (f"{name}=", f"{name}={value[:-1]}", f"{name}={value}A", f"{name}={'A' * 43}", f"standup={value}",
                       f"standup-{server.port + 1}={value}", f"{name}={value.swapcase()}", f"{name}=\u00e9" * 4):
            with self.subTest(cookie):
                self.assertEqual(server.get("/clock", cookie).status, 403)
        self.assertEqual(server.get("/clock", f"other=1; {good}; last=2").status, 200)

    def test_the_cookie_of_another_port_does_not_fit(self):
        self.assertIn(str(server.port), cookies["owner"])

    def test_the_secrets_are_nowhere_on_the_disk(self):
        link = folder.secret("Daily", "--until", "1h")
        cookie = server.cookie(link)
        for path, _, names in os.walk(folder.path):
            for name in names:
                with open(os.path.join(path, name), "rb") as file:
                    content = file.read()
                for secret in (link, cookie.partition("=")[2]):
                    self.assertNotIn(secret.encode(), content, name)

    def test_only_the_owner_can_read_the_files(self):
        data = f"{folder.path}/data"
        for name in ("invitations.json", "live/web.json", "live/web.lock"):
            self.assertEqual(stat.S_IMODE(os.stat(f"{data}/{name}").st_mode), 0o600, name)


class Links(unittest.TestCase):
    def test_the_owners_link_opens_once(self):
        link = folder.run("serve", "--link").partition("#")[2].strip()
        first, *others = [server.join(link, Accept="text/html") for _ in range(3)]
        self.assertEqual((first.status, [other.status for other in others]), (303, [403, 403]))
        for other in others:
            self.assertIn("This link has been used already. For another one, run: standup serve --link", other.text)
        # The browser that opened it gets to its standups again.
        again = server.join(link, cookie=first.value("Set-Cookie").partition(";")[0])
        self.assertEqual((again.status, again.value("Location"), again.value("Set-Cookie")), (303, "/", None))

    def test_a_browser_that_opens_a_link_often_counts_once(self):
        made = json.loads(folder.run("invite", "Daily", "--for", "Ann", "--until", "1h", "--json"))
        link = made["link"].partition("#")[2]
        cookie = server.cookie(link)
        self.assertEqual({server.join(link, cookie=cookie).status for _ in range(101)}, {303})
        # Another invitation's cookie is not one of this link.
        self.assertIsNotNone(server.join(link, cookie=cookies["watch"]).value("Set-Cookie"))
        listed = json.loads(folder.run("invitations", "--json"))
        self.assertEqual([entry["browsers"] for entry in listed if entry["id"] == made["id"]], [2])

    def test_an_invitation_opens_in_several_browsers(self):
        link = folder.secret("Daily", "--for", "Ann", "--until", "1h")
        answers = [server.join(link) for _ in range(3)]
        self.assertEqual([answer.status for answer in answers], [303] * 3)
        self.assertEqual(len({answer.value("Set-Cookie") for answer in answers}), 3)
        self.assertEqual(answers[0].value("Location"), f"/standup/{standup}/live")

    def test_a_link_is_never_sent_in_an_address(self):
        link = folder.secret("Daily", "--until", "1h")
        self.assertNotIn("Set-Cookie", dict(server.get(f"/join?secret={link}").headers))

    def test_a_revoked_invitation_ends_at_once(self):
        made = json.loads(folder.run("invite", "Daily", "--for", "Ann", "--until", "1h", "--json"))
        link = made["link"].partition("#")[2]
        cookie = server.cookie(link)
        self.assertEqual(server.get("/clock", cookie).status, 200)
        folder.run("invitations", "--revoke", made["id"][:8])
        self.assertEqual(server.get("/clock", cookie).status, 403)
        self.assertEqual(server.join(link).status, 403)

    def test_an_invitation_ends_at_its_time(self):
        link = folder.secret("Daily", "--until", "10s")
        cookie = server.cookie(link)
        self.assertEqual(server.get("/clock", cookie).status, 200)
        self.assertTrue(eventually(lambda: server.get("/clock", cookie).status == 403))
        self.assertEqual(server.join(link).status, 403)

    def test_an_invitation_ends_with_the_meeting(self):
        link, lasting = folder.secret("Daily"), folder.secret("Daily", "--until", "today")
        cookie, other_cookie = server.cookie(link), server.cookie(lasting)
        folder.run("start", "Daily", "--headless", "--input", "none", "--output", "none", "--recognizer", "none",
                   text="end save\n")
        # The server remembers for a second that no meeting has ended.
        self.assertTrue(eventually(lambda: server.join(link).status == 403))
        # Who was there can read on for ten minutes.
        self.assertEqual(server.get("/clock", cookie).status, 200)
        self.assertEqual(server.get("/clock", other_cookie).status, 200)

    def test_a_meeting_that_is_discarded_ends_nothing(self):
        cookie = server.cookie(folder.secret("Daily"))
        folder.run("start", "Daily", "--headless", "--input", "none", "--output", "none", "--recognizer", "none",
                   text="end discard\n")
        time.sleep(1.5)  # longer than the server remembers that no meeting has ended
        self.assertEqual(server.get("/clock", cookie).status, 200)

    def test_invitations_are_listed_without_their_links(self):
        made = json.loads(folder.run("invite", "Daily", "--for", "Ben", "--until", "2099-01-31", "--json"))
        listed = folder.run("invitations", "Daily")
        self.assertRegex(listed, rf"(?m)^{made['id'][:8]} +Daily +Ben +speak +2099-02-01 00:00 +0$")
        self.assertNotIn(made["link"].partition("#")[2], listed)
        entry = next(entry for entry in json.loads(folder.run("invitations", "--json")) if entry["id"] == made["id"])
        self.assertEqual((entry["link"], entry["role"], entry["name"]), (None, "speak", "Ben"))

    def test_the_owners_links_are_listed_once_they_are_opened(self):
        def own():
            return [entry for entry in json.loads(folder.run("invitations", "--json")) if entry["standup"] is None]
        before = own()
        link = folder.run("serve", "--link").partition("#")[2].strip()
        self.assertEqual(own(), before)
        server.cookie(link)
        self.assertEqual(len(own()), len(before) + 1)
        self.assertEqual({entry["browsers"] for entry in own()}, {1})

    def test_a_link_that_only_this_machine_opens_says_so(self):
        done = subprocess.run([STANDUP, "invite", "Daily"], env=folder.variables, text=True, capture_output=True)
        self.assertEqual(done.stderr.splitlines()[-1],
                         "standup: note: only browsers on this machine reach the link; for others: standup serve --stop; "
                         "standup serve --listen 0.0.0.0:7810")

    def test_many_programs_invite_at_once(self):
        def invite(_):
            return subprocess.Popen([STANDUP, "invite", "Retro", "--json"], env=folder.variables, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        made = [json.loads(process.communicate(timeout=120)[0])["id"] for process in map(invite, range(20))]
        listed = {entry["id"] for entry in json.loads(folder.run("invitations", "Retro", "--json"))}
        self.assertLessEqual(set(made), listed)


class Guesses(unittest.TestCase):
    def test_whoever_guesses_has_to_wait_longer_and_longer(self):
        """Its own server, since all of these tests have one address."""
        own = Folder()
        own.standup("Daily", "Ann")
        guessed = Server(own)
        try:
            link = own.secret("Daily", "--until", "1h")
            answers = [guessed.join(f"{number:043d}") for number in range(2000)]
            self.assertEqual([answer.status for answer in answers[:5]], [403] * 5)
            self.assertGreater(sum(answer.status == 429 for answer in answers), 1900)
            self.assertLess(sum(answer.status == 403 for answer in answers), 20)
            refused = next(answer for answer in answers if answer.status == 429)
            self.assertGreaterEqual(int(refused.value("Retry-After")), 1)
            assert_policy(self, refused)
            # Whoever else has this address and the right link does not have to wait.
            self.assertEqual(guessed.join(link).status, 303)
        finally:
            guessed.stop()
            own.remove()


class Codes(unittest.TestCase):
    """The QR code that `standup invite` draws on a terminal."""

    def drawn(self, columns):
        """What a terminal of a width shows."""
        main, other = os.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = subprocess.Popen([STANDUP, "invite", "Daily", "--for", "Ann"], stdout=other, stderr=other, stdin=other,
                                   env=folder.variables | {"TERM": "xterm-256color", "NO_COLOR": "1"})
        os.close(other)
        shown = b""
        try:
            while piece := os.read(main, 65536):
                shown += piece
        except OSError:
            pass
        os.close(main)
        self.assertEqual(process.wait(60), 0)
        return shown.decode().replace("\r", "").split("\n")

    def test_a_camera_reads_the_link(self):
        lines = self.drawn(columns=80)
        rows = [re.sub(r"\x1b\[[^m]*m", "", line) for line in lines if line.startswith("\x1b[38;5;16;48;5;231m")]
        self.assertEqual(camera(rows), lines[0])

    def test_a_narrow_terminal_is_told_why_there_is_none(self):
        lines = self.drawn(columns=30)
        self.assertIn("standup: note: the terminal is too narrow for a QR code; make it wider", lines)
        self.assertFalse(any("█" in line for line in lines))


class Commands(unittest.TestCase):
    def test_mistakes_are_one_line_with_a_remedy(self):
        for arguments, status, message in (
            (("invite", "Nothing"), 66, "no standup matches"),
            (("invite", "Daily", "--for", "Zoe"), 66, "no attendee matches 'Zoe'; choose one of: Ann, Ben"),
            (("invite", "Daily", "--role", "speak"), 64, "name them: --for NAME"),
            (("invite", "Daily", "--until", "2001-01-01"), 64, "is over; choose a later day"),
            (("invite", "Daily", "--until", "soon"), 64, "write it like meeting, today"),
            (("invite", "Daily", "--role", "king"), 64, "role"),
            (("invitations", "--revoke", "ffffffff"), 66, "see: standup invitations"),
            (("serve", "--listen", "nowhere"), 64, "write it like 127.0.0.1:7810"),
            (("serve", "--listen", "127.0.0.1:99999"), 64, "write it like"),
            (("serve", "--tls-cert", "x"), 64, "--tls-key FILE"),
            (("serve", "--behind-proxy", "127.0.0.1"), 64, "--url https://HOST"),
            (("serve", "--behind-proxy", "proxy", "--url", "https://a.example"), 64, "is no address of a proxy"),
            (("serve", "--url", "https://a.example"), 64, "needs --tls-cert"),
            (("serve", "--url", "http://a.example"), 64, "--url with http is for browsers on this machine"),
            (("serve", "--listen", "0.0.0.0:7810", "--url", "http://a.example"), 64, "does not fit TLS"),
            (("serve", "--url", "standup"), 64, "write it like https://"),
            (("serve", "--link", "--install"), 64, "choose one of"),
        ):
            with self.subTest(arguments):
                errors = folder.run(*arguments, status=status)
                self.assertRegex(errors, r"\Astandup: [^\n]*\n\Z")
                self.assertIn(message, errors)

    def test_invitations_need_a_running_server(self):
        own = Folder()
        own.standup("Daily", "Ann")
        for arguments in (("invite", "Daily"), ("serve", "--link")):
            self.assertIn("start it in another terminal: standup serve", own.run(*arguments, status=69))
        own.remove()

    def test_the_file_of_a_later_version_is_left_alone(self):
        own = Folder()
        own.standup("Daily", "Ann")
        path = f"{own.path}/data/invitations.json"
        for content, message in (('{"version": 2}', "a later version of standup wrote"), ("{", "it is damaged")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            self.assertIn(message, own.run("invitations", status=1))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), content)
        own.remove()


if __name__ == "__main__":
    unittest.main()
