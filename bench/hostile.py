"""Hostile guests at the limits: what they can make of memory and disk.

    python bench/hostile.py --seconds 600

starts a server of its own on SQLite, with the limits as they are by default, and lets guests from several addresses
(of 127.0.0.0/8) do what fills a server, each as fast as it is let: new people, tables that are opened and left, games
that are played and taken back, save files with boxes of their own, messages, names of tables that there are not, all
tables listed. At the end it prints memory and disk over time, and what an hour and a day would come to at the rate of
the second half, when bursts are used up. Memory is that of the server and of the process that reads uploads.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import petteia
from petteia.games import find

MB = 1024**2
Json = dict[str, Any]


class Enough(Exception):
    """The time is over."""


class Guest:
    """Somebody who makes as much as he can, from an address of his own."""

    def __init__(self, port: int, address: str, done: collections.Counter[str], until: float) -> None:
        self.port, self.address, self.done, self.until = port, address, done, until
        self.cookie = ""
        self.connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """A request; what is refused for the pace is waited for a little, as a hostile guest would."""
        if time.monotonic() > self.until:
            raise Enough
        headers = {"content-type": "application/json", "cookie": f"petteia={self.cookie}"}
        data = None if body is None else json.dumps(body)
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=60, source_address=(self.address, 0)
                )
            self.connection.request(method, f"/api{path}", data, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException):
            self.done["connection lost"] += 1
            self.connection = None
            time.sleep(0.2)
            return 0, None
        if set_cookie := answer.headers.get("set-cookie"):
            self.cookie = set_cookie.split(";")[0].partition("=")[2]
        name = f"{method} {re.sub(r'/[0-9a-z]{12}', '/…', path)}"
        self.done[f"{name} {answer.status}"] += 1
        if answer.status == 429:
            time.sleep(0.05)
        return answer.status, json.loads(content) if content and answer.status < 500 else None

    def be_somebody(self, number: int) -> bool:
        return self.ask("POST", "/people", {"name": f"Guest {number}"})[0] == 201


# -- what they do ------------------------------------------------------------------------------------------------------


def meet(guest: Guest, dice: random.Random) -> None:
    """New people without end."""
    guest.cookie = ""
    guest.be_somebody(dice.randrange(10**9))


def open_and_leave(guest: Guest, dice: random.Random) -> None:
    """Tables that are opened and left at once."""
    wish = {"game": dice.choice(["peloponnes", "poseidon"]), "seats": [{"kind": "me"}, {"kind": "open"}]}
    status, table = guest.ask("POST", "/tables", wish)
    if status == 201:
        guest.ask("POST", f"/tables/{table['id']}/leave", {})
    elif status == 401:
        guest.be_somebody(dice.randrange(10**9))


def play_and_take_back(guest: Guest, dice: random.Random) -> None:
    """A game in which every choice is taken back: entries without end."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    status, table = guest.ask("POST", "/tables", {"game": "peloponnes_card", "seats": seats, "start": True})
    if status != 201:
        guest.be_somebody(dice.randrange(10**9))
        return
    for _ in range(500):
        status, now = guest.ask("GET", f"/tables/{table['id']}")
        if status != 200 or now["to_move"] is None:
            return
        seat = now["to_move"]
        status, moment = guest.ask("GET", f"/tables/{table['id']}/moments/{now['moves']}?seat={seat}")
        if status != 200 or not moment["choices"]:
            continue
        choice = dice.choice(moment["choices"])["options"][0]["words"]
        status, made = guest.ask(
            "POST", f"/tables/{table['id']}/play", {"seat": seat, "number": moment["number"], "choice": choice}
        )
        if status == 200:
            guest.ask("POST", f"/tables/{table['id']}/undo", {"seat": seat, "number": made["number"]})


def upload(guest: Guest, dice: random.Random) -> None:
    """Games out of files, each with a box of its own."""
    game = find("peloponnes")
    text = game.box.text.replace('name = "Market"', f'name = "Market {dice.randrange(10**6)}"')
    match = petteia.new("peloponnes", seats=2, seed=dice.randrange(10**6), box=game.read_box("own.toml", text))
    for _ in range(30):
        if not match.over:
            match.play(dice.choice(match.choices))
    if guest.ask("POST", "/saves", match.as_save())[0] in (401, 409):
        guest.be_somebody(dice.randrange(10**9))


def talk(guest: Guest, dice: random.Random) -> None:
    """Messages without end."""
    status, table = guest.ask("POST", "/tables", {"game": "hellas", "seats": [{"kind": "me"}, {"kind": "open"}]})
    if status != 201:
        guest.be_somebody(dice.randrange(10**9))
        return
    for _ in range(2000):
        guest.ask("POST", f"/tables/{table['id']}/chat", {"text": "x" * 500})


def guess(guest: Guest, dice: random.Random) -> None:
    """Tables that there are not, and cookies of nobody."""
    guest.cookie = "".join(dice.choices("abcdefghij", k=32))
    guest.ask("GET", f"/tables/{''.join(dice.choices('23456789abcdefghjkmnpqrstuvwxyz', k=12))}")


def carry(guest: Guest, dice: random.Random) -> None:
    """Links to other devices, and devices."""
    if not guest.cookie:
        guest.be_somebody(dice.randrange(10**9))
    status, made = guest.ask("POST", "/me/carry", {})
    if status == 201:
        guest.ask("POST", "/carry", {"token": made["token"]})


def look_around(guest: Guest, dice: random.Random) -> None:
    """All tables, again and again, and all of one's data."""
    if not guest.cookie:
        guest.be_somebody(dice.randrange(10**9))
    guest.ask("GET", "/tables")
    guest.ask("GET", "/me/tables")
    guest.ask("GET", "/me/export")


WAYS = (meet, open_and_leave, play_and_take_back, upload, talk, guess, carry, look_around)


# -- measuring ---------------------------------------------------------------------------------------------------------


def memory(process: int) -> float:
    """Megabytes that a process and its children hold."""
    found = subprocess.run(
        ["ps", "-o", "rss=", "--pid", str(process), "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return sum(int(word) for word in found.stdout.split()) / 1024


def disk(folder: pathlib.Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / MB


def answered(port: int) -> float:
    """Seconds that a healthy guest waits."""
    began = time.perf_counter()
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/api/health")
        connection.getresponse().read()
    return time.perf_counter() - began


def start(folder: pathlib.Path) -> tuple[subprocess.Popen[bytes], int]:
    """A server with the settings as they are by default, but that it cleans up once a minute."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PETTEIA_CLEAN_EVERY": "60"}
    command = [sys.executable, "-c", "from petteia.cli import main; main()"]
    subprocess.run([*command, "compile"], check=True)  # processes that compile would count as memory of the server
    arguments = ["serve", "--no-open", "--port", "0", "--database", f"sqlite:///{folder / 'petteia.db'}"]
    with open(folder / "out.txt", "wb") as out:
        process = subprocess.Popen([*command, *arguments], stdout=out, stderr=out, env=environment)
    for _ in range(600):
        if found := re.search(r"http://\S+:(\d+)/", (folder / "out.txt").read_text(errors="replace")):
            with contextlib.suppress(OSError):
                answered(int(found[1]))
                return process, int(found[1])
        time.sleep(0.1)
    raise SystemExit((folder / "out.txt").read_text(errors="replace"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--addresses", type=int, default=3, help="that guests come from; each does everything")
    given = parser.parse_args()
    done: collections.Counter[str] = collections.Counter()
    until = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory(prefix="petteia-hostile-") as name:
        folder = pathlib.Path(name)
        process, port = start(folder)
        try:

            def misbehave(way: Any, address: str, seed: int) -> None:
                guest, dice = Guest(port, address, done, until), random.Random(seed)
                with contextlib.suppress(Enough):
                    while True:
                        way(guest, dice)

            places = itertools.product(WAYS, range(given.addresses))
            threads = [
                threading.Thread(target=misbehave, args=(way, f"127.0.0.{place + 2}", seed), daemon=True)
                for seed, (way, place) in enumerate(places)
            ]
            for thread in threads:
                thread.start()
            table: list[tuple[float, float, float]] = []
            waits: list[float] = []
            while time.monotonic() < until:
                for _ in range(10):
                    waits.append(answered(port))
                    time.sleep(max(0.1, given.seconds / 200))
                table.append((given.seconds - (until - time.monotonic()), memory(process.pid), disk(folder)))
                print(
                    f"{table[-1][0]:6.0f} s {table[-1][1]:8.0f} MB of memory {table[-1][2]:8.1f} MB on disk", flush=True
                )
            for thread in threads:
                thread.join(90)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
        out = (folder / "out.txt").read_text(errors="replace")
        report(table, waits, done, re.findall(r"^(\S*(?:Error|Exception|Refusal)\b.*)$", out, re.MULTILINE))


def report(
    table: list[tuple[float, float, float]], waits: list[float], done: collections.Counter[str], mistakes: list[str]
) -> None:
    print()
    for name, many in sorted(done.items()):
        print(f"{many:8} {name}")
    middle, last = table[len(table) // 2], table[-1]
    seconds = max(1.0, last[0] - middle[0])
    for index, what in ((1, "memory"), (2, "disk")):
        rate = (last[index] - middle[index]) / seconds
        hour, day = (last[index] + rate * span for span in (3600, 86400))
        print(
            f"{what}: {last[index]:.0f} MB, {rate * 60:+.1f} MB a minute; after an hour {hour:.0f}, a day {day:.0f} MB"
        )
    waits.sort()
    usual, worst = (1000 * waits[int(len(waits) * part)] for part in (0.5, 0.99))
    print(f"a healthy guest waits {usual:.0f} ms, 99 %: {worst:.0f} ms")
    print(f"mistakes in the server's log: {len(mistakes)}")
    for mistake, many in collections.Counter(mistakes).most_common(10):
        print(f"{many:8} {mistake[:300]}")


if __name__ == "__main__":
    main()
