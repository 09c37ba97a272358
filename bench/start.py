"""How long a newcomer waits, in a real browser: from a click on Start to the first decision, and while playing on.

    python bench/start.py                 every game, each as the first one where nothing is compiled, then compiled
    python bench/start.py --game hellas   one of them
    python bench/start.py --as-it-comes   with bots that pause and pieces that travel, for people to follow

Each start has a server of its own with an empty cache for compiled rules, and the page is opened as soon as it answers.
Told are the shortest and the longest of some starts, to the table with a decision in it, whoever's (`table`), and to
the first own one (`own`); then, of a game that is played on against two bots until its rules are compiled, the waits
from a choice to the next own decision. Then the same with these rules compiled, while the others are still being
compiled behind them.

Unless it is told otherwise, bots do not pause and the page shows everything as soon as it comes (reduced motion), so
that nothing is measured but what the program needs.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "browser"))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "server"))

from table_clients import Server, petteia, serving
from visitors import LOOK, launch

from petteia.games import NAMES
from petteia.server.settings import Settings

THERE = f"() => {{ const it = ({LOOK})(); return it.there && it.number >= 0 }}"
DECIDING = f"() => {{ const it = ({LOOK})(); return it.mine || it.curtain || it.over }}"
CHANGED = f"was => ({LOOK})().signature !== was"
PRESS = """() => {
  const button = document.querySelector('.prompt .choices button, .prompt form.decide button[type=submit]')
    ?? document.querySelector('main .legal[data-target], main [data-target].legal')
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}"""


def wait(page: Page, what: str, argument: object = None) -> None:
    page.wait_for_function(what, arg=argument, timeout=600_000, polling=20)


def first_decision(browser: Browser, server: Server, game: str, moving: bool) -> tuple[Page, float, float]:
    """Seconds from the click on Start to the table with a decision in it, and to the first own one."""
    page = browser.new_page(reduced_motion="no-preference" if moving else "reduce")
    page.goto(f"{server.address}/new/{game}")
    page.wait_for_selector(".start button")
    began = time.perf_counter()
    page.click(".start button")
    wait(page, THERE)
    table = time.perf_counter() - began
    wait(page, DECIDING)
    return page, table, time.perf_counter() - began


def is_compiled(server: Server, game: str) -> bool:
    return bool(httpx.get(f"{server.address}/api/health", timeout=60).json()["games"][game])


def play_on(page: Page, server: Server, game: str, seconds: float, compiled: bool) -> list[tuple[float, int]]:
    """Takes what is offered first, again and again; the waits, as long as the rules are compiled or are not, each with
    the number of choices that bots made meanwhile."""
    began, waits = time.perf_counter(), []
    while time.perf_counter() - began < seconds and not (before := page.evaluate(LOOK))["over"]:
        at = time.perf_counter()
        page.evaluate(PRESS)
        wait(page, CHANGED, before["signature"])
        wait(page, DECIDING)
        waited = time.perf_counter() - at
        if is_compiled(server, game) != compiled:
            break
        if made := page.evaluate(LOOK)["number"] - before["number"]:  # not only something taken up
            waits.append((waited, made - 1))
    return waits


@contextlib.contextmanager
def started(home: pathlib.Path, cache: pathlib.Path, pausing: bool) -> Iterator[Server]:
    home.mkdir()
    settings = {"ready": False, "cache_dir": cache, "bot_pause": Settings.bot_pause if pausing else 0}
    with contextlib.redirect_stdout(None), serving(f"sqlite:///{home / 'petteia.db'}", home, **settings) as server:
        yield server


@functools.cache
def compiled_into(cache: pathlib.Path, game: str) -> pathlib.Path:
    subprocess.run([*petteia(), "compile", game], env={**os.environ, "PETTEIA_CACHE_DIR": str(cache)}, check=True)
    return cache


def tell(game: str, how: str, tables: list[float], owns: list[float], waits: list[tuple[float, int]]) -> None:
    played = ""
    if waits:
        longest, bots = max(waits)
        middle = statistics.median(waited for waited, _ in waits)
        played = f"{len(waits)} choices: {middle:.2f} s, at most {longest:.2f} s for {bots} of bots"
    first = ", ".join(f"{what} {min(of):.2f} to {max(of):.2f} s" for what, of in (("table", tables), ("own", owns)))
    print(f"{game:16} {how:17} {first}; {played}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, action="append")
    parser.add_argument("--starts", type=int, default=3, help="how often each is started")
    parser.add_argument("--seconds", type=float, default=60, help="how long to play on at most")
    parser.add_argument("--as-it-comes", action="store_true", help="with all that lets people follow")
    arguments = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        for game in arguments.game or NAMES:
            for compiled in (False, True):
                tables, owns = [], []
                waits: list[tuple[float, int]] = []
                for number in range(arguments.starts):
                    home = pathlib.Path(folder) / f"{game}-{compiled}-{number}"
                    cache = compiled_into(pathlib.Path(folder) / game, game) if compiled else home / "cache"
                    with started(home, cache, arguments.as_it_comes) as server:
                        while compiled and not is_compiled(server, game):
                            time.sleep(0.1)
                        page, table, own = first_decision(browser, server, game, arguments.as_it_comes)
                        tables.append(table)
                        owns.append(own)
                        if number == arguments.starts - 1:
                            waits = play_on(page, server, game, arguments.seconds, compiled)
                        page.close()
                tell(game, "compiled" if compiled else "nothing compiled", tables, owns, waits)
        browser.close()


if __name__ == "__main__":
    main()
