"""tools/postgres starts what it promises, and leaves nothing behind, however it ends."""
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "postgres")
PATIENCE = 60  # seconds; what is waited for comes far sooner, or the test fails


def eventually(condition):
    deadline = time.monotonic() + PATIENCE
    while not (result := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return result


def processes_of(folder):
    """The processes that have a folder as theirs, but not this one."""
    found = set()
    for path in glob.glob("/proc/[0-9]*"):
        try:
            if os.readlink(f"{path}/cwd").startswith(folder):
                found.add(int(os.path.basename(path)))
        except OSError:
            continue
    return found


@unittest.skipUnless(glob.glob("/usr/lib/postgresql/*/bin/initdb") or shutil.which("initdb"), "no PostgreSQL server is installed")
class PostgresTests(unittest.TestCase):
    def setUp(self):
        self.base = tempfile.mkdtemp(prefix="sp.")
        # The server's user has to get through.
        os.chmod(self.base, 0o755)
        self.environment = os.environ | {"TMPDIR": self.base}
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)

    def folders(self):
        return glob.glob(f"{self.base}/standup-postgres.*")

    def tool(self, *arguments, **more):
        return subprocess.run([sys.executable, TOOL, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False, **more)

    def test_a_command_has_a_server_while_it_runs(self):
        done = self.tool("run", "psql", "--no-psqlrc", "-At", "-c", "SELECT inet_server_port() IS NULL, current_user")
        self.assertEqual((done.stdout, done.returncode), ("t|postgres\n", 0), done.stderr)
        self.assertEqual(self.folders(), [])

    def test_the_exit_code_is_that_of_the_command(self):
        self.assertEqual(self.tool("run", "--no-fsync", "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.tool("run", "--no-fsync", "sh", "-c", "kill -9 $$").returncode, 137)
        self.assertEqual(self.tool("run", "--no-fsync", "no-such-command").returncode, 127)
        self.assertEqual(self.folders(), [])

    def test_it_listens_to_a_port_only_if_asked_to(self):
        script = "psql -At -c 'SHOW listen_addresses' -c 'SHOW ssl'"
        self.assertEqual(self.tool("run", "--no-fsync", "sh", "-c", script).stdout, "\noff\n")
        self.assertEqual(self.tool("run", "--no-fsync", "--tcp", "sh", "-c", script).stdout, "127.0.0.1\non\n")

    def test_as_many_connect_as_it_was_told(self):
        self.assertEqual(self.tool("run", "--no-fsync", "--connections", "61", "psql", "-At", "-c", "SHOW max_connections").stdout, "61\n")

    def test_pgbouncer_is_between(self):
        # A setting of a session is another session's after the transaction.
        script = "echo $PGPORT; psql -At -c 'SET work_mem = 12345'; psql -At -c 'SHOW work_mem'"
        done = self.tool("run", "--no-fsync", "--pgbouncer", "sh", "-c", script)
        self.assertEqual(done.stdout.split(), ["6432", "SET", "12345kB"], done.stderr)

    def started(self):
        tool = subprocess.Popen([sys.executable, TOOL, "serve", "--no-fsync", "--pgbouncer"], env=self.environment,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(tool.stdout.close)
        self.addCleanup(tool.stdin.close)
        self.addCleanup(tool.wait)
        self.addCleanup(tool.kill)
        lines = []
        while (line := tool.stdout.readline().strip()) != "ready":
            self.assertTrue(line, lines)
            lines.append(line)
        folder = re.search(r"STANDUP_POSTGRES=(\S+)", "\n".join(lines))[1]
        self.assertGreater(len(processes_of(folder)), 2)
        return tool, folder

    def test_it_ends_with_its_input(self):
        tool, folder = self.started()
        tool.stdin.close()
        self.assertEqual(tool.wait(), 0)
        self.assertEqual((processes_of(folder), os.path.exists(folder)), (set(), False))

    def test_nothing_runs_on_after_it_was_killed_and_the_next_one_removes_the_rest(self):
        tool, folder = self.started()
        tool.send_signal(signal.SIGKILL)
        tool.wait()
        self.assertTrue(eventually(lambda: not processes_of(folder)), "a process is left")
        os.utime(folder, (0, 0))
        self.assertEqual(self.tool("run", "--no-fsync", "true").returncode, 0)
        self.assertEqual(self.folders(), [])

    def test_a_killed_server_starts_again_with_its_data(self):
        tool, folder = self.started()

        def query(statement):
            return subprocess.run(["psql", "-h", folder, "-U", "postgres", "-At", "-c", statement], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, check=False).stdout

        def tell(command):
            tool.stdin.write(command + "\n")
            tool.stdin.flush()
            self.assertEqual(tool.stdout.readline().strip(), f"done {command}")

        query("CREATE TABLE kept AS SELECT 7 AS n")
        tell("kill")
        self.assertEqual(query("SELECT n FROM kept"), "")
        tell("start")
        self.assertEqual(query("SELECT n FROM kept"), "7\n")


if __name__ == "__main__":
    unittest.main()
