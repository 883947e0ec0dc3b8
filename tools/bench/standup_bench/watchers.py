"""Browsers that follow a meeting, many at once: python3 -m standup_bench.watchers HOST PATH STUCK

Reads their cookies from standard input, and prints `ready` when each has a state. When standard input has another line or
ends, it prints how many states they received, as JSON.
"""
import json
import select
import socket
import sys
import time

PATIENCE = 60  # seconds


class Watcher:
    def __init__(self, host, path, cookie, is_stuck):
        address, _, port = host.rpartition(":")
        self.connection = socket.socket()
        if is_stuck:
            # So that its own system does not read for it.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connection.connect((address, int(port)))
        self.is_stuck, self.states, self.tail = is_stuck, 0, b""
        self.connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
                                "Accept-Language: en\r\n\r\n".encode())

    def read(self):
        data = self.connection.recv(1 << 16)
        if not data:
            return False
        data = self.tail + data
        self.states += data.count(b"event: state")
        self.tail = data[-len(b"event: stat"):]
        return True


def main():
    host, path, stuck = sys.argv[1], sys.argv[2], int(sys.argv[3])
    poll, watchers = select.epoll(), {}
    for number, cookie in enumerate(sys.stdin.readline().split()):
        watcher = Watcher(host, path, cookie, number < stuck)
        watchers[watcher.connection.fileno()] = watcher
        if not watcher.is_stuck:
            poll.register(watcher.connection, select.EPOLLIN)
    reading = {place: watcher for place, watcher in watchers.items() if not watcher.is_stuck}
    poll.register(sys.stdin, select.EPOLLIN)
    closed, is_ready, deadline = 0, False, time.monotonic() + PATIENCE
    while is_ready or time.monotonic() < deadline:
        for place, _ in poll.poll(1):
            if place == sys.stdin.fileno():
                counts = [watcher.states for watcher in reading.values()]
                return print(json.dumps({"least": min(counts), "most": max(counts), "closed": closed}))
            if not reading[place].read():
                closed += 1
                poll.unregister(place)
        if not is_ready and all(watcher.states for watcher in reading.values()):
            is_ready = True
            print("ready", flush=True)
    sys.exit("no state came")


if __name__ == "__main__":
    main()
