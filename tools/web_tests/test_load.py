"""Crowds of connections, large bodies and endless guesses: the server stays small, and answers those who are invited."""
import contextlib
import os
import resource
import socket
import struct
import threading
import time
import unittest

from test_live import Meeting, Stream, speaker
from web_server import LONG, Folder, Response, Server, eventually, holds

MANY = 10_000
GUESSES = 1_000_000 if LONG else 10_000
MEGABYTE = 1 << 20


class Crowd:
    """Connections of strangers, kept open: some say nothing, some half a request, some half a body.

    They come from 40 addresses of this machine, the first of which is that of the other tests.
    """

    def __init__(self, server, count):
        head = server.head("POST", "/join", [("Origin", server.origin), ("Content-Length", 1000),
                                             ("Content-Type", "application/x-www-form-urlencoded")])
        self.pieces = [b"", b"GET /join HT", head + b"secret="]
        self.server, self.connections = server, []
        for number in range(count):
            self.add(f"127.0.0.{number * 40 // count + 1}", self.pieces[number % 3])

    def add(self, address, piece):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30, source_address=(address, 0))
        # Its port is free again as soon as it is closed.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connections.append(connection)
        with contextlib.suppress(ConnectionError):
            connection.sendall(piece)

    def held(self):
        """How many the server has not closed."""
        return sum(holds(connection) for connection in self.connections)

    def close(self):
        for connection in self.connections:
            connection.close()


class Loaded(unittest.TestCase):
    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        if hard < MANY + 500:
            self.skipTest(f"this user may open only {hard} files")
        self.folder = Folder()
        self.standup = self.folder.standup("Daily", "Ann", "Ben", "Cleo")
        self.addCleanup(self.folder.remove)

    def serve(self, **settings):
        self.server = Server(self.folder, **settings)
        self.addCleanup(self.server.stop)
        self.owner = self.server.owner()
        return self.server

    def invited(self):
        return self.server.cookie(self.folder.secret("Daily", "--until", "1h"))

    def meet(self):
        """A meeting that a browser follows."""
        meeting = Meeting(self.folder, "Daily")
        self.addCleanup(meeting.end)
        return meeting, self.follow(self.owner)

    def follow(self, cookie):
        stream = Stream(self.server, self.standup, cookie)
        self.addCleanup(stream.close)
        stream.until(lambda state: "meeting" in state)
        return stream


class Crowds(Loaded):
    def test_ten_thousand_connections_keep_nobody_out(self):
        server = self.serve()
        meeting, stream = self.meet()
        before = server.memory()
        crowd = Crowd(server, MANY)
        self.addCleanup(crowd.close)
        self.assertGreater(crowd.held(), 0)
        # Somebody is invited and comes from an address that already has all the connections it may have.
        newcomer = self.invited()
        self.assertEqual(server.get("/clock", newcomer).status, 200)
        later = self.follow(newcomer)
        meeting.tell("next")
        for follower in (stream, later):
            follower.until(speaker("Ben"))
        held = crowd.held()
        self.assertLessEqual(held, 1024)
        self.assertLess(server.memory() - before, 150 * MEGABYTE)
        self.assertEqual(server.messages(), [
            "standup: too many connections; at most 4096 are open, 1024 of them without an invitation, 256 from one "
            "address; the oldest without one are closed"])
        print(f"\n{MANY} connections: {held} held, {(server.memory() - before) // MEGABYTE} MB more")

    def test_strangers_do_not_stay(self):
        """Whoever says nothing, or half, is gone after 20 seconds; their files are free again."""
        server = self.serve()
        before = server.files()
        crowd = Crowd(server, 300)
        self.addCleanup(crowd.close)
        self.assertTrue(eventually(lambda: crowd.held() == 0))
        self.assertTrue(eventually(lambda: server.files() <= before))

    def test_one_guest_does_not_take_the_place_of_others(self):
        """A browser has at most 64 connections, and the oldest of them makes room."""
        server = self.serve()
        guest, other = self.invited(), self.invited()
        before = server.files()
        crowd = Crowd(server, 0)
        self.addCleanup(crowd.close)
        for _ in range(200):
            crowd.add("127.0.0.1", server.head("GET", "/clock", [("Cookie", guest)]))
        self.assertTrue(eventually(lambda: server.files() <= before + 64))
        self.assertEqual(server.get("/clock", guest).status, 200)
        self.assertEqual(server.get("/clock", other).status, 200)

    def test_half_requests_leave_nothing_behind(self):
        server = self.serve()
        before = server.files()
        for number in range(1000):
            with server.connect() as connection:
                connection.sendall((b"GET /", b"POST /join HTTP/1.1\r\n", server.head("GET", "/clock", []))[number % 3])
                if number % 2:
                    connection.shutdown(socket.SHUT_WR)
        self.assertTrue(eventually(lambda: server.files() <= before))
        self.assertEqual(server.get("/clock", self.owner).status, 200)

    def test_few_open_files_are_enough(self):
        server = self.serve(files=256)
        meeting, stream = self.meet()
        crowd = Crowd(server, 600)
        self.addCleanup(crowd.close)
        newcomer = self.invited()
        self.assertEqual(server.get("/", newcomer).status, 200)
        meeting.tell("next")
        stream.until(speaker("Ben"))
        self.assertLessEqual(crowd.held(), 128)
        self.assertIn("at most 128 are open", server.messages()[0])

    def test_too_few_open_files_are_said(self):
        with self.assertRaisesRegex(AssertionError, "this user may open only 150 files; raise the limit to 1024 or more"):
            Server(self.folder, files=150)


class Readers(Loaded):
    def test_browsers_that_do_not_read_a_recording_cost_no_memory(self):
        recorded = self.folder.recorded_meeting("Daily", [("Ann", "yesterday I wrote a test")], seconds=60)
        server = self.serve()
        self.assertEqual(server.get(f"/meeting/{recorded}/recording.wav", self.owner, Range="bytes=0-9").status, 206)
        before = server.memory()
        stuck = []
        for _ in range(50):
            connection = server.connect()
            self.addCleanup(connection.close)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(server.head("GET", f"/meeting/{recorded}/recording.wav", [("Cookie", self.owner)]))
            stuck.append(connection)
        self.assertGreater(len(server.get(f"/meeting/{recorded}/recording.wav", self.owner).body), 60 * 96000)
        self.assertLess(server.memory() - before, 40 * MEGABYTE)
        files = server.files()
        if LONG:
            # A client that does not read is cut off after 30 seconds.
            self.assertTrue(eventually(lambda: server.files() <= files - 50, patience=120))


class Bodies(Loaded):
    def test_a_gigabyte_is_refused_wherever_it_is_sent(self):
        server = self.serve()
        meeting, stream = self.meet()
        before = server.memory()
        for path in ("/join", f"/standup/{self.standup}/command", f"/standup/{self.standup}/meeting/x/correct"):
            head = [("Origin", server.origin), ("Cookie", self.owner), ("Content-Type", "application/x-www-form-urlencoded")]
            with self.subTest(path):
                declared = server.raw(server.head("POST", path, [*head, ("Content-Length", 1 << 30)]))
                self.assertEqual(declared.status, 413)
                chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
                sent = 0
                with server.connect() as connection:
                    with contextlib.suppress(OSError):
                        connection.sendall(server.head("POST", path, [*head, ("Transfer-Encoding", "chunked")]))
                        for _ in range(1 << 14):
                            connection.sendall(chunk)
                            sent += len(chunk)
                self.assertLess(sent, 1 << 28)
        self.assertLess(server.memory() - before, 40 * MEGABYTE)
        meeting.tell("next")
        stream.until(speaker("Ben"))


class Guesses(Loaded):
    def guess(self, numbers, statuses):
        """Tries wrong links, a hundred requests at a time."""
        with self.server.connect() as connection, connection.makefile("rb") as stream:
            for first in range(numbers.start, numbers.stop, 100):
                requests = []
                for number in range(first, min(first + 100, numbers.stop)):
                    body = b"secret=%043d" % number
                    fields = [("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", len(body)),
                              ("Origin", self.server.origin)]
                    requests.append(self.server.head("POST", "/join", fields) + body)
                connection.sendall(b"".join(requests))
                for _ in requests:
                    statuses.append(Response(stream).read_body(stream, "POST").status)

    def test_endless_guesses_open_nothing_and_keep_nobody_out(self):
        """A million with `tools/web-tests --long`."""
        server = self.serve()
        meeting, stream = self.meet()
        secret = self.folder.secret("Daily", "--until", "1h")
        self.guess(range(100), [])
        before, began = server.memory(), time.monotonic()
        statuses = [[] for _ in range(4)]
        share = GUESSES // 4
        threads = [threading.Thread(target=self.guess, args=(range(place * share, (place + 1) * share), statuses[place]))
                   for place in range(4)]
        for thread in threads:
            thread.start()
        # Meanwhile the lead's page answers, and a right link opens from the same address.
        asked = []
        while any(thread.is_alive() for thread in threads):
            sent = time.monotonic()
            self.assertEqual(server.get(f"/standup/{self.standup}/live", self.owner).status, 200)
            asked.append(time.monotonic() - sent)
            if len(asked) in (1, 10):
                self.assertEqual(server.join(secret).status, 303)
        for thread in threads:
            thread.join()
        taken = time.monotonic() - began
        answers = [status for part in statuses for status in part]
        self.assertEqual(len(answers), share * 4)
        # A right link forgets the wrong ones before it.
        self.assertLess(answers.count(403), 60)
        self.assertEqual(answers.count(403) + answers.count(429), len(answers))
        self.assertLess(server.memory() - before, 40 * MEGABYTE)
        meeting.tell("next")
        stream.until(speaker("Ben"))
        print(f"\n{len(answers)} guesses: {len(answers) / taken:.0f} a second; the lead's page meanwhile "
              f"{1000 * sorted(asked)[len(asked) // 2]:.0f} ms, at most {1000 * max(asked):.0f} ms; "
              f"{(server.memory() - before) / MEGABYTE:.1f} MB more")


if __name__ == "__main__":
    unittest.main()
