"""How the server is started, reached and stopped: TLS, proxies, systemd, one server for a folder."""
import hashlib
import ipaddress
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import unittest

from web_server import PATIENCE, STANDUP, Folder, Response, Server, assert_policy, free_port


class TestFolder(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.folder.standup("Daily", "Ann", "Ben")
        self.servers = []

    def tearDown(self):
        for server in self.servers:
            if not server.errors.closed:
                server.stop()
        self.folder.remove()

    def serve(self, *options, **settings):
        self.servers.append(Server(self.folder, *options, **settings))
        return self.servers[-1]


class Lifecycle(TestFolder):
    def test_a_folder_has_one_server(self):
        server = self.serve()
        errors = self.folder.run("serve", "--listen", f"127.0.0.1:{free_port()}", status=1)
        self.assertEqual(errors, f"standup: a web server is already running at {server.origin}; for a link to it: "
                                 "standup serve --link\n")

    def test_a_port_that_is_taken_is_said_to_be_taken(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            address = "127.0.0.1:%d" % other.getsockname()[1]
            errors = self.folder.run("serve", "--listen", address, status=69)
        self.assertEqual(errors, f"standup: {address} is in use by another program; choose another port: --listen\n")

    def test_an_address_of_another_machine_is_refused(self):
        errors = self.folder.run("serve", "--listen", "192.0.2.1:7810", status=69)
        self.assertIn("this machine does not have the address 192.0.2.1", errors)
        errors = self.folder.run("serve", "--listen", "nohost.invalid:7810", status=69)
        self.assertEqual(errors, "standup: this machine does not have the address nohost.invalid; choose one of its own: "
                                 "--listen\n")

    def test_it_stops_on_request_and_leaves_nothing_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                server = self.serve()
                live = f"{self.folder.path}/data/live"
                self.assertEqual(sorted(os.listdir(live)), ["web.json", "web.lock"])
                server.process.send_signal(number)
                self.assertEqual(server.process.wait(PATIENCE), 0)
                self.assertEqual(os.listdir(live), [])
                self.assertFalse(os.path.exists(f"{self.folder.path}/data/standup.db-wal"))

    def test_the_terminal_can_stop_and_end_it(self):
        # What started it may block signals, and a program inherits that.
        server = self.serve()
        with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
            blocked = int(re.search(r"^SigBlk:\s*(\w+)", status.read(), re.M).group(1), 16)
        for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP):
            self.assertFalse(blocked >> (number - 1) & 1, number)

    def test_it_is_stopped_by_the_command(self):
        server = self.serve()
        self.folder.run("serve", "--stop")
        self.assertEqual(server.process.wait(PATIENCE), 0)
        self.assertIn("nothing to stop", self.folder.run("serve", "--stop", status=69))

    def test_what_a_killed_server_leaves_is_no_hindrance(self):
        first = self.serve()
        cookie = first.owner()
        first.stop(kill=True)
        self.assertIn("not running", self.folder.run("serve", "--link", status=69))
        second = self.serve(port=first.port)
        # The cookies of browsers are still good.
        self.assertEqual(second.get("/", cookie).status, 200)
        self.folder.run("doctor", "--data")

    def test_the_link_is_not_in_a_log(self):
        self.assertNotIn("#", "".join(self.serve().greeting))

    def on_terminal(self, *arguments, until):
        """What a server shows on a terminal up to the end of the line with a text."""
        main, other = os.openpty()
        process = subprocess.Popen([STANDUP, *arguments], env=self.folder.variables, stdout=other, stderr=other,
                                   stdin=other)
        os.close(other)
        text = b""
        while until not in text or not text.endswith(b"\r\n"):
            text += os.read(main, 4096)
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        os.close(main)
        return text.decode()

    def test_a_terminal_gets_the_link(self):
        port = free_port()
        shown = self.on_terminal("serve", "--listen", f"127.0.0.1:{port}", until=b"/join#")
        self.assertRegex(shown, rf"http://127\.0\.0\.1:{port}/join#[A-Za-z0-9_-]{{43}}\r\n")

    def test_the_address_is_shown_also_if_there_are_too_many_invitations(self):
        first = self.serve()
        for _ in range(2):
            self.folder.secret("Daily")
        first.stop()
        path = f"{self.folder.path}/data/invitations.json"
        with open(path, encoding="utf-8") as file:
            book = json.load(file)
        book["invitations"] += [book["invitations"][0] | {"id": f"{number:036}"} for number in range(498)]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(book, file)
        port = free_port()
        shown = self.on_terminal("serve", "--listen", f"127.0.0.1:{port}", until=b"the most that are kept")
        self.assertIn(f"standup: serving on http://127.0.0.1:{port}\r\n", shown)

    def test_deleting_a_standup_also_erases_it_while_the_server_runs(self):
        self.folder.recorded_meeting("Daily", [("Ann", "an unforgettable sentence")], seconds=1)
        server = self.serve()
        owner = server.owner()
        self.assertIn("unforgettable", server.get("/search?q=unforgettable", owner).text)
        done = subprocess.run([STANDUP, "delete", "Daily", "--yes"], env=self.folder.variables, text=True,
                              capture_output=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertNotIn("an unforgettable", server.get("/search?q=unforgettable", owner).text)
        for name in os.listdir(f"{self.folder.path}/data"):
            path = f"{self.folder.path}/data/{name}"
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    self.assertNotIn(b"unforgettable", file.read(), name)


class Encryption(TestFolder):
    def certificate(self):
        """The server's certificate in DER."""
        context = ssl._create_unverified_context()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as plain:
            with context.wrap_socket(plain) as connection:
                return connection.getpeercert(binary_form=True), connection.version()

    def request(self, path, host, cookie=None, method="GET", body=b"", trust=None):
        context = ssl._create_unverified_context() if trust is None else ssl.create_default_context(cafile=trust)
        name = host.rpartition(":")[0]
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: https://{host}", "Connection: close",
                 "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}",
                 *([f"Cookie: {cookie}"] if cookie else [])]
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as plain:
            with context.wrap_socket(plain, server_hostname=name) as connection:
                connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
                stream = connection.makefile("rb")
                return Response(stream).read_body(stream, method)

    def start(self, *options):
        self.port = free_port()
        return self.serve(arguments=("--listen", f"0.0.0.0:{self.port}", *options), port=self.port)

    def test_the_own_certificate_is_kept_and_its_fingerprint_shown(self):
        server = self.start()
        der, version = self.certificate()
        digits = hashlib.sha256(der).hexdigest().upper()
        self.assertIn(":".join(re.findall("..", digits)), server.greeting)
        self.assertIn(version, ("TLSv1.2", "TLSv1.3"))
        kept = f"{self.folder.path}/data/web-certificate.pem"
        self.assertEqual(os.stat(kept).st_mode & 0o777, 0o600)
        server.stop()
        self.start()
        self.assertEqual(self.certificate()[0], der)
        # Browsers accept it for these hosts.
        for host in ("127.0.0.1", "localhost"):
            self.assertEqual(self.request("/join", f"{host}:{self.port}", trust=kept).status, 200)

    def test_the_cookie_is_for_encrypted_connections(self):
        self.start()
        link = self.folder.run("serve", "--link").strip()
        self.assertTrue(link.startswith("https://"), link)
        host = f"127.0.0.1:{self.port}"
        answer = self.request("/join", host, method="POST", body=f"secret={link.partition('#')[2]}".encode())
        self.assertEqual(answer.status, 303)
        self.assertRegex(answer.value("Set-Cookie"),
                         r"^__Host-standup-\d+=[\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$")
        assert_policy(self, answer)
        self.assertEqual(self.request("/", host, cookie=answer.value("Set-Cookie").partition(";")[0]).status, 200)

    def test_the_link_is_to_an_address_that_others_reach(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect(("192.0.2.1", 9))  # sends nothing
            except OSError:
                self.skipTest("this machine has no address but loopback")
        server = self.start()
        address = re.fullmatch(rf"standup: serving on https://([\d.]+):{self.port}", server.greeting[0])[1]
        self.assertFalse(ipaddress.ip_address(address).is_loopback)
        with socket.create_server((address, 0)):
            pass  # It is this machine's.
        link = self.folder.run("serve", "--link")
        self.assertTrue(link.startswith(f"https://{address}:{self.port}/join#"), link)

    def test_nothing_is_served_unencrypted(self):
        self.start()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(f"GET /join HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            self.assertNotIn(b"HTTP/1.1 200", connection.recv(4096))

    def test_a_handshake_that_never_ends_is_cut_off(self):
        self.start()
        with socket.create_connection(("127.0.0.1", self.port), timeout=40) as connection:
            connection.sendall(b"\x16\x03\x01\x02\x00\x01")
            self.assertEqual(connection.recv(1), b"")

    def test_a_certificate_of_files_is_used(self):
        files = [f"{self.folder.path}/{name}.pem" for name in ("certificate", "key", "other")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", files[0],
                        "-keyout", files[1]], check=True, capture_output=True)
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", files[2]], check=True, capture_output=True)
        server = self.start("--tls-cert", files[0], "--tls-key", files[1])
        self.assertEqual(len(server.greeting), 2)
        self.assertEqual(self.request("/join", f"localhost:{self.port}", trust=files[0]).status, 200)
        server.stop()
        for options, message in (
            (("--tls-cert", "/nothing", "--tls-key", files[1]), "cannot read /nothing"),
            (("--tls-cert", files[1], "--tls-key", files[1]), "holds no certificate"),
            (("--tls-cert", files[0], "--tls-key", files[0]), "holds no private key"),
            (("--tls-cert", files[0], "--tls-key", files[2]), "is not that of the certificate"),
        ):
            errors = self.folder.run("serve", "--listen", f"127.0.0.1:{free_port()}", *options, status=66)
            self.assertRegex(errors, r"\Astandup: [^\n]*\n\Z")
            self.assertIn(message, errors)


class Proxies(TestFolder):
    def setUp(self):
        super().setUp()
        self.url = "https://standup.example.org"
        self.server = self.serve("--behind-proxy", "127.0.0.1", "--url", self.url)

    def get(self, path="/join", host="standup.example.org", **headers):
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        return self.server.raw(self.server.head("GET", path, fields, host=host))

    def test_the_public_address_counts(self):
        self.assertEqual(self.get().status, 200)
        self.assertEqual(self.get(host=self.server.host, X_Forwarded_Host="standup.example.org").status, 200)
        self.assertEqual(self.get(host="evil.example").status, 421)
        self.assertEqual(self.get(X_Forwarded_Host="evil.example").status, 421)
        self.assertEqual(self.get(X_Forwarded_Proto="https").status, 200)
        self.assertEqual(self.get(X_Forwarded_Proto="http").status, 421)

    def test_links_and_cookies_are_those_of_the_public_address(self):
        link = self.folder.run("serve", "--link").strip()
        self.assertTrue(link.startswith(f"{self.url}/join#"), link)
        body = f"secret={link.partition('#')[2]}".encode()
        fields = [("Origin", self.url), ("Content-Type", "application/x-www-form-urlencoded"), ("Content-Length", len(body))]
        answer = self.server.raw(self.server.head("POST", "/join", fields, host="standup.example.org") + body)
        self.assertEqual(answer.status, 303)
        self.assertRegex(answer.value("Set-Cookie"), r"^__Host-standup-443=.*; Secure$")

    def guess(self, client, secret="x" * 43):
        body = f"secret={secret}".encode()
        fields = [("Origin", self.url), ("Content-Type", "application/x-www-form-urlencoded"),
                  ("Content-Length", len(body)), ("X-Forwarded-For", client)]
        return self.server.raw(self.server.head("POST", "/join", fields, host="standup.example.org") + body).status

    def test_guesses_are_counted_by_the_address_that_the_proxy_saw(self):
        statuses = [self.guess(f"198.51.100.{number}, 203.0.113.7") for number in range(8)]
        self.assertEqual(statuses[:5], [403] * 5)
        self.assertIn(429, statuses)
        self.assertEqual(self.guess("203.0.113.8"), 403)
        # An address of its own per guess would be easy with IPv6.
        statuses = [self.guess(f"2001:db8::{number:x}") for number in range(8)]
        self.assertIn(429, statuses)
        self.assertEqual(self.guess("2001:db8:0:1::1"), 403)

    def test_others_cannot_pretend_to_be_a_proxy(self):
        other = Folder()
        other.standup("Daily", "Ann")
        server = Server(other, "--behind-proxy", "192.0.2.1", "--url", self.url)
        try:
            self.assertEqual(server.get("/join").status, 403)
            self.assertEqual(server.raw(server.head("GET", "/join", [("X-Forwarded-For", "192.0.2.1")],
                                                    host="standup.example.org")).status, 403)
        finally:
            server.stop()
            other.remove()

    def test_without_a_proxy_forwarded_headers_say_nothing(self):
        other = Folder()
        other.standup("Daily", "Ann")
        server = Server(other)
        try:
            self.assertEqual(server.get("/join", X_Forwarded_Host="evil.example").status, 200)
            self.assertEqual(server.raw(server.head("GET", "/join", [("X-Forwarded-Host", server.host)],
                                                    host="evil.example")).status, 421)
            statuses = [server.post("/join", b"secret=" + b"x" * 43, X_Forwarded_For=f"198.51.100.{number}").status
                        for number in range(8)]
            self.assertIn(429, statuses)
        finally:
            server.stop()
            other.remove()


class Service(TestFolder):
    def install(self, *options, status=0, answer=0):
        programs = f"{self.folder.path}/programs"
        os.makedirs(programs, exist_ok=True)
        with open(f"{programs}/systemctl", "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "$*" >>"{programs}/calls"\nexit {answer}\n')
        os.chmod(f"{programs}/systemctl", 0o755)
        text = self.folder.run("serve", "--install", *options, status=status, PATH=f"{programs}:{os.environ['PATH']}")
        with open(f"{programs}/calls", encoding="utf-8") as file:
            return text, file.read().splitlines()

    @property
    def unit(self):
        return f"{self.folder.path}/.config/systemd/user/standup-web.service"

    def test_the_unit_is_valid(self):
        self.install("--listen", "127.0.0.1:7811", "--url", "http://standup.localhost:7811")
        self.assertEqual(os.stat(self.unit).st_mode & 0o777, 0o644)
        done = subprocess.run(["systemd-analyze", "verify", "--user", self.unit], text=True, capture_output=True,
                              env=self.folder.variables | {"XDG_RUNTIME_DIR": self.folder.path})
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        ours = [line for line in done.stderr.splitlines() if "standup" in line]
        self.assertEqual(ours, [])

    def test_it_is_enabled_and_started_with_its_options(self):
        _, calls = self.install("--listen", "127.0.0.1:7811")
        self.assertEqual(calls, ["--user daemon-reload", "--user enable standup-web.service",
                                 "--user restart standup-web.service"])
        with open(self.unit, encoding="utf-8") as file:
            text = file.read()
        program = os.path.realpath(STANDUP)
        self.assertIn(f'ExecStart="{program}" "serve" "--listen" "127.0.0.1:7811" "--data" "{self.folder.path}/data"\n', text)
        self.assertNotIn("@STANDUP@", text)

    def test_the_unit_names_the_folder_of_this_shell(self):
        """systemd starts the server without the variables that a shell sets."""
        del self.folder.variables["STANDUP_DATA"]
        self.folder.variables["XDG_DATA_HOME"] = f"{self.folder.path}/elsewhere"
        self.install()
        with open(self.unit, encoding="utf-8") as file:
            self.assertIn(f'"--data" "{self.folder.path}/elsewhere/standup"\n', file.read())

    def test_systemd_starts_what_the_unit_says(self):
        """The command line is read as systemd reads it."""
        port = free_port()
        self.install("--listen", f"127.0.0.1:{port}")
        with open(self.unit, encoding="utf-8") as file:
            line = next(line for line in file if line.startswith("ExecStart="))
        words = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
        process = subprocess.Popen(words, env=self.folder.variables, stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), f"standup: serving on http://127.0.0.1:{port}\n")
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        process.stdout.close()

    def test_a_failure_of_systemd_is_said(self):
        errors, _ = self.install(status=69, answer=1)
        self.assertIn("systemctl --user daemon-reload failed, see above", errors)

    def test_without_systemd_there_is_a_remedy(self):
        errors = self.folder.run("serve", "--install", status=69, PATH=f"{self.folder.path}/nothing")
        self.assertIn("start the server by hand: standup serve", errors)


class Messages(TestFolder):
    def test_a_guest_cannot_fill_the_log(self):
        meetings = [self.folder.recorded_meeting("Daily", [("Ann", "x")], seconds=1, rate=8000) for _ in range(2)]
        # There is no place for recordings that are made.
        with open(f"{self.folder.path}/cache", "w", encoding="utf-8"):
            pass
        server = self.serve()
        owner = server.owner()
        for _ in range(20):
            for meeting in meetings:
                self.assertEqual(server.get(f"/meeting/{meeting}/recording.opus", owner).status, 500)
        self.assertIn(len(server.messages()), (1, 2))


class Missing(TestFolder):
    def test_a_missing_server_is_said_to_be_missing(self):
        """A copy of the program has no other program beside it."""
        copy = f"{self.folder.path}/bin/standup"
        os.makedirs(os.path.dirname(copy))
        shutil.copy(STANDUP, copy)
        done = subprocess.run([copy, "serve"], env=self.folder.variables, text=True, capture_output=True)
        self.assertEqual((done.returncode, done.stderr),
                         (69, "standup: the web server is not installed; install the package standup-web, or run tools/install\n"))

    def test_the_server_alone_says_how_it_is_started(self):
        folder = os.path.dirname(os.path.dirname(os.path.realpath(STANDUP)))
        program = f"{folder}/libexec/standup/standup-web"
        for arguments in ([], ["--help"], ["{}"], [json.dumps({"data": "/"})]):
            done = subprocess.run([program, *arguments], text=True, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (64, "standup: standup serve runs this program; use that\n"))


if __name__ == "__main__":
    unittest.main()
