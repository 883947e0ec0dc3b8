"""Which requests the server refuses, and that every answer has all headers."""
import threading
import unittest

from web_server import Folder, Response, Server, assert_policy, eventually, holds


def setUpModule():
    global folder, server, owner, meeting, standup
    folder = Folder()
    standup = folder.standup("Daily", "Ann", "Ben")
    meeting = folder.recorded_meeting("Daily", [("Ann", "yesterday I wrote a test"), ("Ben", "I fixed it")])
    server = Server(folder)
    owner = server.owner()


def tearDownModule():
    server.stop()
    folder.remove()


class Headers(unittest.TestCase):
    def test_every_answer_has_the_whole_policy(self):
        wav = f"/meeting/{meeting}/recording.wav"
        answers = {
            "a page": (200, server.get("/", owner)),
            "the page that opens links": (200, server.get("/join")),
            "no cookie": (403, server.get("/")),
            "no such page": (404, server.get("/nothing", owner)),
            "a wrong method": (405, server.post("/", cookie=owner)),
            "an unknown method": (405, server.get("/", owner, method="DELETE")),
            "another host": (421, server.raw(server.head("GET", "/", [], host="example.org"))),
            "two hosts": (400, server.raw(server.head("GET", "/", [("Host", server.host)]))),
            "no request": (400, server.raw(b"hello\r\n\r\n")),
            "a long target": (414, server.get("/" + "a" * 3000, owner)),
            "large headers": (431, server.get("/", X_Large="a" * 20000)),
            "a large body": (413, server.post("/join", b"a" * 70000)),
            "a wrong link": (403, server.join("a" * 43)),
            "a transcript": (200, server.get(f"/meeting/{meeting}/export.txt", owner)),
            "a recording": (200, server.get(wav, owner)),
            "a part of it": (206, server.get(wav, owner, Range="bytes=0-9")),
            "no part of it": (416, server.get(wav, owner, Range="bytes=99999999-")),
            "an unchanged recording": (304, server.get(wav, owner, If_None_Match=server.get(wav, owner).value("ETag"))),
            "the clock": (200, server.get("/clock", owner)),
            "a head only": (200, server.get("/", owner, method="HEAD")),
        }
        for name, (status, answer) in answers.items():
            with self.subTest(name):
                self.assertEqual(answer.status, status, answer.body[:200])
                assert_policy(self, answer)

    def test_assets_are_kept_but_asked_for_each_time(self):
        for name, kind in [("style.css", "text/css; charset=utf-8"), ("script.js", "text/javascript; charset=utf-8"),
                           ("icon.svg", "image/svg+xml")]:
            with self.subTest(name):
                answer = server.get(f"/{name}")
                self.assertEqual((answer.status, answer.value("Content-Type")), (200, kind))
                assert_policy(self, answer, kept="no-cache")
                again = server.get(f"/{name}", If_None_Match=answer.value("ETag"))
                self.assertEqual((again.status, again.body), (304, b""))
                assert_policy(self, again, kept="no-cache")

    def test_the_owner_of_a_page_is_told_which_methods_there_are(self):
        self.assertEqual(server.post("/", cookie=owner).value("Allow"), "GET, HEAD")
        self.assertEqual(server.get(f"/standup/{standup}/command", owner).value("Allow"), "POST")


class Hosts(unittest.TestCase):
    def test_only_the_own_hosts_are_served(self):
        port = server.port
        for host, status in {
            f"127.0.0.1:{port}": 200, f"localhost:{port}": 200, f"LOCALHOST:{port}": 200,
            "127.0.0.1": 421, "localhost": 421, f"127.0.0.1:{port + 1}": 421, f"127.0.0.1:{port}.evil.example": 421,
            f"evil.example:{port}": 421, f"127.0.0.1:{port}@evil.example": 421, f"localhost.:{port}": 421, "": 421,
            f"127.0.0.1:0{port}": 421, f"127.1:{port}": 421, f"[::1]:{port}": 421,
        }.items():
            with self.subTest(host):
                request = f"GET /join HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
                self.assertEqual(server.raw(request).status, status)

    def test_one_host_is_sent(self):
        for lines in ([], [server.host, "evil.example"], ["evil.example", server.host], [server.host, server.host]):
            with self.subTest(lines):
                headers = "".join(f"Host: {line}\r\n" for line in lines)
                self.assertEqual(server.raw(f"GET /join HTTP/1.1\r\n{headers}\r\n".encode()).status, 400)

    def test_an_absolute_target_is_for_the_same_server(self):
        for target, status in {
            f"{server.origin}/join": 200, "http://evil.example/join": 421, f"https://{server.host}/join": 421,
            f"{server.origin}.evil.example/join": 421, f"http://user@{server.host}/join": 421, "*": 400, "join": 400,
            "//evil.example/join": 400, server.origin: 421,
        }.items():
            with self.subTest(target):
                self.assertEqual(server.raw(server.head("GET", target, [])).status, status)

    def test_only_paths_are_served(self):
        for target in ("/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2fstyle.css", "/style.css/", "//style.css",
                       "/style.css%00", "/Web/style.css", "/style.css%", "/%ff", "/standup/..", "/.%2e",
                       f"/meeting/{meeting}/../../data/standup.db", f"/meeting/{meeting}%2f..%2f..%2fstandup.db/recording.wav",
                       f"/meeting/{meeting}/recording.exe", "/meeting//recording.wav", "/\u00e9"):
            with self.subTest(target):
                self.assertIn(server.raw(server.head("GET", target, [("Cookie", owner)])).status, (400, 404))


class Origins(unittest.TestCase):
    def test_a_change_needs_the_own_origin(self):
        for origin in (None, "null", "http://evil.example", server.origin + "/", server.origin.upper(),
                       f"https://{server.host}", f"http://localhost:{server.port}", server.origin + ".evil.example"):
            with self.subTest(origin):
                answer = server.post("/join", b"secret=x", origin=origin or False)
                self.assertEqual(answer.status, 403)
                self.assertIsNone(answer.value("Set-Cookie"))

    def test_a_foreign_origin_is_refused_everywhere(self):
        self.assertEqual(server.get("/", owner, Origin="http://evil.example").status, 403)
        self.assertEqual(server.get("/style.css", Origin="null").status, 403)

    def test_two_origins_are_refused(self):
        headers = [("Origin", server.origin), ("Origin", "http://evil.example"), ("Content-Length", 0)]
        self.assertEqual(server.raw(server.head("POST", "/join", headers)).status, 403)

    def test_what_browsers_say_about_the_page_counts(self):
        for site, status in {"same-origin": 200, "none": 200, "same-site": 403, "cross-site": 403, "": 403}.items():
            with self.subTest(site):
                self.assertEqual(server.get("/", owner, Sec_Fetch_Site=site).status, status)
        link = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
        self.assertEqual(server.get("/", owner, **link).status, 200)
        self.assertEqual(server.get("/", owner, **link | {"Sec_Fetch_Dest": "iframe"}).status, 403)
        self.assertEqual(server.post("/join", b"secret=x", Sec_Fetch_Site="cross-site").status, 403)

    def test_a_stream_needs_a_page_of_this_server(self):
        path = f"/standup/{standup}/events"
        self.assertEqual(server.get(path, owner).status, 403)
        self.assertEqual(server.get(path, owner, method="HEAD", Origin=server.origin).status, 200)
        self.assertEqual(server.get(path, owner, method="HEAD", Sec_Fetch_Site="same-origin").status, 200)
        self.assertEqual(server.get(path, owner, Sec_Fetch_Site="none").status, 403)


class OldClients(unittest.TestCase):
    def test_the_answer_ends_with_the_connection_unless_it_is_to_be_kept(self):
        with server.connect() as connection, connection.makefile("rb") as stream:
            connection.sendall(f"GET /join HTTP/1.0\r\nHost: {server.host}\r\n\r\n".encode())
            self.assertEqual(Response(stream).read_body(stream, "GET").status, 200)
            # A connection that is kept for 20 s gives nothing here.
            connection.settimeout(10)
            self.assertEqual(stream.read(), b"")

    def test_they_send_no_chunks(self):
        body = b"6\r\nsecret\r\n0\r\n\r\n"
        for version, status in ((b"HTTP/1.0", 400), (b"HTTP/1.1", 403)):
            head = server.head("POST", "/join", [
                ("Origin", server.origin), ("Transfer-Encoding", "chunked"),
                ("Content-Type", "application/x-www-form-urlencoded")])
            self.assertEqual(server.raw(head.replace(b"HTTP/1.1", version) + body).status, status)


class Lengths(unittest.TestCase):
    def test_too_many_trailers_are_refused(self):
        head = server.head("POST", "/join", [
            ("Origin", server.origin), ("Transfer-Encoding", "chunked"),
            ("Content-Type", "application/x-www-form-urlencoded")])
        trailers = b"".join(b"X-%d: 1\r\n" % number for number in range(100))
        self.assertEqual(server.raw(head + b"0\r\n" + trailers + b"\r\n").status, 431)

    def post(self, headers, body=b""):
        fixed = [("Origin", server.origin), ("Content-Type", "application/x-www-form-urlencoded")]
        return server.raw(server.head("POST", "/join", fixed + headers) + body)

    def test_a_body_of_a_gigabyte_is_refused_before_it_comes(self):
        self.assertEqual(self.post([("Content-Length", 1 << 30)]).status, 413)

    def test_a_chunked_body_is_refused_once_it_is_too_large(self):
        chunk = b"8000\r\n" + b"a" * 0x8000 + b"\r\n"
        self.assertEqual(self.post([("Transfer-Encoding", "chunked")], chunk * 3).status, 413)

    def test_a_gigabyte_of_chunks_is_not_read(self):
        head = server.head("POST", "/join", [("Origin", server.origin), ("Transfer-Encoding", "chunked")])
        chunk = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
        with server.connect() as connection:
            sent = 0
            try:
                connection.sendall(head)
                for _ in range(1 << 14):
                    connection.sendall(chunk)
                    sent += len(chunk)
            except OSError:
                pass
        self.assertLess(sent, 1 << 28)

    def test_lengths_are_clear(self):
        for headers, status in (
            ([("Content-Length", "-1")], 400), ([("Content-Length", "1x")], 400), ([("Content-Length", "9" * 30)], 400),
            ([("Content-Length", "3"), ("Content-Length", "4")], 400),
            ([("Content-Length", "3"), ("Transfer-Encoding", "chunked")], 400),
            ([("Transfer-Encoding", "gzip, chunked")], 400), ([("Transfer-Encoding", "identity")], 400),
        ):
            with self.subTest(headers):
                self.assertIn(self.post(headers, b"abc").status, (status, 413))

    def test_only_forms_are_read(self):
        for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
            self.assertEqual(server.post("/join", b"secret=x", kind=kind).status, 415)

    def test_a_second_request_comes_after_the_first(self):
        first, second = (server.head("GET", path, []) for path in ("/style.css", "/nothing"))
        with server.connect() as connection, connection.makefile("rb") as stream:
            connection.sendall(first + second + b"GET / HTTP/9\r\n\r\n")
            statuses = [Response(stream).read_body(stream, "GET").status for _ in range(3)]
        self.assertEqual(statuses[:2], [200, 404])
        self.assertIn(statuses[2], (400, 505))


class Slowness(unittest.TestCase):
    def closed_after(self, *pieces, pause=3):
        """Sends a piece every few seconds; what the server has said when it closes, None if it has not when all are sent."""
        said = b""
        with server.connect() as connection:
            connection.settimeout(pause)
            for piece in pieces:
                try:
                    connection.sendall(piece)
                    while data := connection.recv(65536):
                        said += data
                    return said
                except TimeoutError:
                    continue
                except OSError:
                    return said
        return None

    def test_slow_requests_end(self):
        """A header, or a byte of a body, every three seconds: the request never ends by itself."""
        post = server.head("POST", "/join", [("Origin", server.origin), ("Content-Length", 1000)])
        kinds = {
            "nothing": [b""] * 30,
            "half a line": [b"GET / HT"] + [b""] * 30,
            "headers": [b"GET / HTTP/1.1\r\n"] + [b"X-A: b\r\n"] * 30,
            "a body": [post] + [b"a"] * 30,
            "an idle connection": [server.head("GET", "/nothing", [])] + [b""] * 30,
        }
        ends = {}

        def attempt(name, pieces):
            ends[name] = self.closed_after(*pieces)
        threads = [threading.Thread(target=attempt, args=item) for item in kinds.items()]
        for thread in threads:
            thread.start()
        # Others are served meanwhile.
        for _ in range(20):
            self.assertEqual(server.get("/join").status, 200)
        for thread in threads:
            thread.join()
        for name in kinds:
            with self.subTest(name):
                self.assertIsNotNone(ends[name], "the connection stays open")

    def test_many_connections_of_strangers_do_not_keep_others_out(self):
        """Strangers of one address get 256 connections; their oldest make room."""
        with server.connect() as known, known.makefile("rb") as stream:
            def ask():
                known.sendall(server.head("GET", "/clock", [("Cookie", owner)]))
                return Response(stream).read_body(stream, "GET").status
            self.assertEqual(ask(), 200)
            strangers = [server.connect() for _ in range(400)]
            try:
                self.assertTrue(eventually(lambda: sum(map(holds, strangers)) == 256))
                # Connections that come at once may change places.
                self.assertFalse(any(map(holds, strangers[:100])))
                self.assertEqual(server.get("/clock", owner).status, 200)
                self.assertEqual(ask(), 200)
            finally:
                for stranger in strangers:
                    stranger.close()


if __name__ == "__main__":
    unittest.main()
