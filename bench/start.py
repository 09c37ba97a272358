"""How long a newcomer waits: from a click on Start to the first decision on the screen, in a real browser.

    python bench/start.py                 every game, each as the first one where nothing is compiled, then compiled
    python bench/start.py --game hellas   one of them

Each game gets a server of its own with an empty cache for compiled rules, and is played on for a while against two
bots; the longest wait from a choice to the next own decision is told too, and when the rules were compiled.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "browser"))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "server"))

from table_clients import Server, serving
from visitors import LOOK, launch

from petteia.games import NAMES

DECIDING = f"() => {{ const it = ({LOOK})(); return it.mine || it.curtain || it.over }}"
CHANGED = f"was => ({LOOK})().signature !== was"
PRESS = """() => {
  const button = document.querySelector('.prompt .choices button, .prompt form.decide button[type=submit]')
    ?? document.querySelector('main .legal[data-target], main [data-target].legal')
  button?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}"""


def wait(page: Page, what: str, argument: object = None) -> None:
    page.wait_for_function(what, arg=argument, timeout=600_000, polling=20)


def first_decision(browser: Browser, server: Server, game: str) -> tuple[Page, float]:
    """Seconds from the click on Start to the first decision."""
    page = browser.new_page()
    page.goto(f"{server.address}/new/{game}")
    page.wait_for_selector(".start button")
    began = time.perf_counter()
    page.click(".start button")
    wait(page, DECIDING)
    return page, time.perf_counter() - began


def is_compiled(server: Server, game: str) -> bool:
    return bool(httpx.get(f"{server.address}/api/health").json()["games"][game])


def play_on(page: Page, server: Server, game: str, seconds: float) -> str:
    """Takes what is offered first, again and again."""
    began = time.perf_counter()
    compiled = None
    moves, longest = 0, 0.0
    while time.perf_counter() - began < seconds and not (before := page.evaluate(LOOK))["over"]:
        at = time.perf_counter()
        page.evaluate(PRESS)
        wait(page, CHANGED, before["signature"])
        wait(page, DECIDING)
        longest = max(longest, time.perf_counter() - at)
        moves += page.evaluate(LOOK)["number"] != before["number"]
        if compiled is None and is_compiled(server, game):
            compiled = time.perf_counter() - began
    when = f"compiled after {compiled:.0f} s" if compiled else "still interpreted"
    return f"then {moves} choices, the longest wait {longest:.2f} s, {when}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=NAMES, action="append")
    parser.add_argument("--seconds", type=float, default=40, help="how long to play on")
    arguments = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        for game in arguments.game or NAMES:
            home = pathlib.Path(folder) / game
            home.mkdir()
            settings = {"ready": False, "cache_dir": home / "cache", "bot_pause": 0.02}
            with serving(f"sqlite:///{home / 'cold.db'}", home, **settings) as server:
                page, waited = first_decision(browser, server, game)
                print(f"{game:16} nothing compiled: {waited:5.2f} s,", play_on(page, server, game, arguments.seconds))
                page.close()
                while not is_compiled(server, game):
                    time.sleep(0.5)
            with serving(f"sqlite:///{home / 'warm.db'}", home, **settings) as server:
                while not is_compiled(server, game):
                    time.sleep(0.1)
                page, waited = first_decision(browser, server, game)
                print(f"{game:16} compiled:         {waited:5.2f} s", flush=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
