"""tools/fetch-from-pypi against an index of our own."""
import base64
import hashlib
import http.server
import os
import subprocess
import tempfile
import threading
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
NAME = "some-thing-1.0.tar.gz"
CONTENT = bytes(range(256)) * 1000
SUM = hashlib.sha256(CONTENT).hexdigest()


class Index(http.server.BaseHTTPRequestHandler):
    """Answers by path; `pages` and `asked` are the test's."""

    def do_GET(self):
        self.server.asked.append((self.path, self.headers.get("Authorization")))
        status, headers, body = self.server.pages.get(self.path, (404, {}, b""))
        self.send_response(status)
        for key, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class FetchTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.target = os.path.join(self.folder.name, "kept")
        self.server = self.serve()

    def serve(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index)
        server.pages, server.asked = {}, []
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        server.address = f"127.0.0.1:{server.server_address[1]}"
        return server

    def page(self, *links, path="/simple/some-thing/"):
        anchors = "".join(f'<a href="{link}">x</a><br>' for link in links)
        self.server.pages[path] = (200, {}, f"<!DOCTYPE html><html>{anchors}</html>".encode())

    def fetch(self, wanted=SUM, name=NAME, **variables):
        """The exit code and what was said."""
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder.name, "PIP_CONFIG_FILE": os.devnull,
                       "PIP_INDEX_URL": f"http://{self.server.address}/simple", **variables}
        done = subprocess.run([f"{ROOT}/tools/fetch-from-pypi", name, wanted, self.target], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment, check=False)
        self.assertEqual(done.stdout, b"")
        self.assertNotIn("Traceback", done.stderr.decode())
        # Nothing half is left behind.
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith(".kept")], [])
        return done.returncode, done.stderr.decode()

    def assert_fetched(self, **variables):
        code, said = self.fetch(**variables)
        self.assertEqual((code, said), (0, ""))
        with open(self.target, "rb") as file:
            self.assertEqual(file.read(), CONTENT)

    def assert_refused(self, reason, **arguments):
        code, said = self.fetch(**arguments)
        self.assertEqual(code, 1)
        self.assertIn(reason, said.splitlines()[-1])
        self.assertFalse(os.path.exists(self.target))

    def test_the_file_that_the_index_links_to(self):
        self.page("../../files/some-thing-0.9.tar.gz", f"../../files/{NAME}#sha256=0")
        self.server.pages[f"/files/{NAME}"] = (200, {}, CONTENT)
        self.assert_fetched()

    def test_a_file_with_another_sum_is_not_kept(self):
        self.page(f"/files/{NAME}")
        self.server.pages[f"/files/{NAME}"] = (200, {}, b"other bytes")
        self.assert_refused(f"has the SHA-256 {hashlib.sha256(b'other bytes').hexdigest()}, not {SUM}")

    def test_a_file_that_is_cut_is_not_kept(self):
        self.page(f"/files/{NAME}")
        self.server.pages[f"/files/{NAME}"] = (200, {"Content-Length": str(len(CONTENT))}, CONTENT[:1000])
        self.assert_refused("")

    def test_an_index_that_does_not_have_it(self):
        self.page("/files/other-1.0.tar.gz")
        self.assert_refused(f"no index has {NAME}")
        self.assert_refused("no index has missing-1.0.tar.gz", name="missing-1.0.tar.gz")

    def test_a_second_index_is_asked(self):
        other = self.serve()
        other.pages["/simple/some-thing/"] = (200, {}, f'<a href="/{NAME}">'.encode())
        other.pages[f"/{NAME}"] = (200, {}, CONTENT)
        code, _ = self.fetch(PIP_EXTRA_INDEX_URL=f"http://{other.address}/simple/")
        self.assertEqual(code, 0)

    def test_user_and_password_go_to_the_index_and_no_further(self):
        other = self.serve()
        self.page(f"/moved/{NAME}")
        self.server.pages[f"/moved/{NAME}"] = (302, {"Location": f"http://{other.address}/{NAME}"}, b"")
        other.pages[f"/{NAME}"] = (200, {}, CONTENT)
        self.assert_fetched(PIP_INDEX_URL=f"http://me:se%40cret@{self.server.address}/simple")
        login = "Basic " + base64.b64encode(b"me:se@cret").decode()
        self.assertEqual([given for _, given in self.server.asked], [login, login])
        self.assertEqual(other.asked, [(f"/{NAME}", None)])

    def test_the_proxy_is_asked(self):
        self.server.pages["http://index.invalid/simple/some-thing/"] = (200, {}, f'<a href="{NAME}">'.encode())
        self.server.pages[f"http://index.invalid/simple/some-thing/{NAME}"] = (200, {}, CONTENT)
        self.assert_fetched(PIP_INDEX_URL="http://index.invalid/simple", PIP_PROXY=f"http://{self.server.address}")
        os.remove(self.target)
        self.assert_fetched(PIP_INDEX_URL="http://index.invalid/simple", http_proxy=f"http://{self.server.address}")

    def test_settings_of_a_file_give_way_to_the_environment(self):
        settings = os.path.join(self.folder.name, "pip.conf")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(f"[global]\nindex-url = http://{self.server.address}/simple\nno-index = yes\n")
        self.page(f"/{NAME}")
        self.server.pages[f"/{NAME}"] = (200, {}, CONTENT)
        self.assert_refused("no index has", PIP_CONFIG_FILE=settings)
        self.assert_fetched(PIP_CONFIG_FILE=settings, PIP_NO_INDEX="no", PIP_INDEX_URL="")

    def test_a_folder_of_files(self):
        with open(os.path.join(self.folder.name, NAME), "wb") as file:
            file.write(CONTENT)
        self.assert_fetched(PIP_FIND_LINKS=self.folder.name, PIP_NO_INDEX="1")
        self.assertEqual(self.server.asked, [])

    def test_certificates_that_are_not_there(self):
        self.assert_refused("the certificates in /none/ca.pem cannot be read", PIP_CERT="/none/ca.pem")


if __name__ == "__main__":
    unittest.main()
