"""What others notice while one address does its worst at the door: connections that are refused, garbage, slow reading.

    python bench/door.py [--seconds 8] [--connections 400] [--only refused …]

starts a server on SQLite with the limits that it comes with, behind no proxy. One address attacks it, by one program at
the lowest priority, while another asks for /api/health every 50 ms. For each attack this prints what health took at the
50th and the 99th percentile, how often the attacker did what he does, and what each time costs the server and him of
the processor. Where that is not much more for the server than for him, the rest is a matter of how many machines
somebody has.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import resource
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

from table import cpu_seconds, free_port, process

ASKER = "127.0.0.2"
BIND_ADDRESS_NO_PORT = 24  # of Linux: else finding a free port costs more than the attack
EVERY = 0.05  # seconds between two questions
PATIENCE = 5.0
GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/nothing/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n%s\r\n"
)
# How a browser begins that was told https.
TLS = bytes.fromhex("16030100c8010000c40303") + bytes(32) + bytes.fromhex("20") + bytes(150)


def attacker_of(name: str) -> str:
    """Each attack has an address of its own, so that none suffers from what the one before it was refused."""
    return f"127.3.0.{list(ATTACKS).index(name) + 1}"


def connected(port: int) -> socket.socket:
    line = socket.socket()
    line.settimeout(PATIENCE)
    line.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
    line.bind((HIS[0], 0))
    line.connect(("127.0.0.1", port))
    return line


def heard_out(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while line.recv(65536):
            pass


def one_shot(said: bytes) -> Callable[[int], None]:
    """A connection that says something, hears the answer to its end, and goes."""

    def attack(port: int) -> None:
        with connected(port) as line:
            if said:
                line.sendall(said)
            heard_out(line)

    return attack


def hurried(port: int) -> None:
    """A connection that goes without a word."""
    with connected(port):
        pass


def slow_reader(port: int) -> None:
    """A page is asked for a hundred times at once, and nothing is read of it."""
    line = connected(port)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with contextlib.suppress(OSError):
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
    SLOW.append(line)
    while len(SLOW) > 150:
        SLOW.pop(0).close()


SLOW: list[socket.socket] = []
HIS = ["127.3.0.1"]  # his address

# By what they do, and whether the address has all of its connections open meanwhile.
ATTACKS: dict[str, tuple[Callable[[int], None], bool]] = {
    "refused": (one_shot(GET), True),
    "hurried": (hurried, False),
    "garbage": (one_shot(b"\x00\xff" * 50 + b"\r\n\r\n"), False),
    "tls": (one_shot(TLS), False),
    "asking": (one_shot(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")), False),
    "upgrades": (one_shot(UPGRADE % b"Origin: http://elsewhere.example\r\n"), False),
    "slow": (slow_reader, False),
}


def attack_on(port: int, name: str, seconds: float, connections: int, told: Any) -> None:
    os.nice(19)
    attack, full = ATTACKS[name]
    HIS[0] = attacker_of(name)
    held = []
    if full:
        for _ in range(connections):
            with contextlib.suppress(OSError):
                held.append(connected(port))
    worked, until = time.process_time(), time.monotonic() + seconds
    count = [0] * 8

    def keep_on(place: int) -> None:
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                attack(port)
                count[place] += 1

    several = [threading.Thread(target=keep_on, args=(place,)) for place in range(len(count))]
    for one in several:
        one.start()
    for one in several:
        one.join()
    told.send((sum(count), time.process_time() - worked))
    for line in (*held, *SLOW):
        line.close()


def health(port: int, until: float) -> list[float]:
    """Milliseconds, each from when the question was due, over a new connection: who comes waits at the door, too."""
    found, due = [], time.perf_counter()
    while time.monotonic() < until:
        due += EVERY
        time.sleep(max(0.0, due - time.perf_counter()))
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(ASKER, 0))
        line.request("GET", "/api/health")
        assert line.getresponse().read()
        line.close()
        found.append(1000 * (time.perf_counter() - due))
    return sorted(found)


def measured(port: int, server: int, name: str | None, given: argparse.Namespace) -> dict[str, Any]:
    here, there = multiprocessing.Pipe()
    worked = cpu_seconds(server)
    attacker = None
    if name is not None:
        arguments = (port, name, given.seconds, given.connections, there)
        attacker = multiprocessing.get_context("spawn").Process(target=attack_on, args=arguments)
        attacker.start()
        time.sleep(1.0)
    answers = health(port, time.monotonic() + given.seconds - 1)
    times, his = here.recv() if attacker is not None else (0, 0.0)
    worked = cpu_seconds(server) - worked
    if attacker is not None:
        attacker.join()
    found = {"attack": name or "none", "health_p50_ms": round(answers[len(answers) // 2], 1)}
    found["health_p99_ms"] = round(answers[int(len(answers) * 0.99)], 1)
    if times:
        found |= {"a_second": round(times / given.seconds), "server_ms_each": round(1000 * worked / times, 2)}
        found["attacker_ms_each"] = round(1000 * his / times, 2)
    return found | {"load": os.getloadavg()[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each attack")
    parser.add_argument("--connections", type=int, default=400, help="that the address tries to keep open")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="petteia-bench-") as folder:
        port = free_port()
        command = [sys.executable, "-m", "petteia", "serve", "--no-open", "--port", str(port)]
        command += ["--database", f"sqlite:///{folder}/table.db"]
        with process(command, port, core=None, PETTEIA_PROXIES="", PETTEIA_BOT_PAUSE="0") as server:
            time.sleep(5)  # its rules are loaded
            for name in (None, *given.only):
                print(json.dumps(measured(port, server.pid, name, given)), flush=True)


if __name__ == "__main__":
    main()
