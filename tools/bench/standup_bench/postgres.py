"""A private PostgreSQL server, through tools/postgres."""
import os
import shlex
import subprocess

from .processes import die_with_parent
from .program import ROOT

# What the first `standup team init` on a server does with roles.
ROLES = "CREATE ROLE standup_reader NOLOGIN; CREATE ROLE standup_member NOLOGIN; GRANT standup_reader TO standup_member"


class Server:
    """A server that lasts as long as the block, with members of a team; the first of them owns the databases."""

    def __init__(self, members, *options, folder=None):
        self.members, self.options = members, options
        self.environment = os.environ | ({"TMPDIR": folder} if folder else {})

    def __enter__(self):
        self.process = subprocess.Popen([f"{ROOT}/tools/postgres", "serve", *self.options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=self.environment, preexec_fn=die_with_parent)
        while (line := self.process.stdout.readline().strip()) != "ready":
            if not line:
                raise RuntimeError("tools/postgres did not start a server")
            name, _, value = line.removeprefix("export ").partition("=")
            self.environment[name] = shlex.split(value)[0]
        self.sql("; ".join([ROLES, *(f"CREATE ROLE {name} LOGIN IN ROLE standup_member" for name in self.members)]))
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def obey(self, word):
        """Has the server killed or started; whether that was done."""
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline() == f"done {word}\n"

    def sql(self, statement, database="postgres"):
        """What psql prints for a statement of the administrator."""
        return subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", "--command", statement,
             database], check=True, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout.decode().strip()

    def create(self, database):
        self.sql(f"CREATE DATABASE {database} OWNER {self.members[0]}")

    def address(self, database):
        return f"host={self.environment['STANDUP_POSTGRES']} port={self.environment['STANDUP_POSTGRES_PORT']} dbname={database}"
