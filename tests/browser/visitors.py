"""People before browsers, who play by what the page shows: choices, targets that glow, steppers, keys."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, TimeoutError, expect
from table_clients import Person, Server, needs

import petteia

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGES = ROOT / "petteia" / "server" / "client" / "index.html"
PATIENCE = 90_000.0  # milliseconds that anything may take on a busy machine

TWICE = 400  # milliseconds after which a second tap is one of its own
DESKTOP = (1280, 800)
PHONE = (390, 844)

expect.set_options(timeout=PATIENCE)
needs.use_node_that_runs()


def require_pages() -> None:
    assert PAGES.exists(), "The browser's pages are not built yet: run `make client`, then the tests again."


@functools.cache
def chromium() -> str:
    """The browser's program: what CHROMIUM says, else what is on this machine."""
    if given := os.environ.get("CHROMIUM"):
        return given
    found = subprocess.run([sys.executable, needs.__file__], stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.strip()


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(
        executable_path=chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    )


# What the page shows of the decision that is due. The signature changes with everything that a click may change.
CHOSEN = "main [data-target].chosen"
LOOK = """() => {
  const prompt = document.querySelector('.prompt')
  const has = (selector) => document.querySelector(selector) !== null
  if (!prompt) return { there: false, signature: location.href, number: -1, mine: false, over: false,
    deciding: false, far: false, curtain: has('.curtain'), choices: 0 }
  const busy = prompt.ariaBusy === 'true'  // a choice is on its way: what is still shown cannot be chosen any more
  const choices = busy ? [] : prompt.querySelectorAll('.choices button')
  const deciding = !busy && prompt.querySelector('form.decide') !== null
  const number = Number(prompt.dataset.number)
  const far = has('.far:not(.still)')  // a map from afar: a tap goes near, the next one chooses
  const curtain = has('.curtain')
  return {
    there: true,
    number,
    far,
    chosen: has(CHOSEN),
    mine: prompt.classList.contains('mine'),
    over: prompt.querySelector('.after') !== null,
    deciding,
    curtain,
    choices: choices.length,
    signature: [number, deciding, curtain, has(CHOSEN), far, prompt.textContent].join(' '),
  }
}""".replace("CHOSEN", repr(CHOSEN))

LEGAL = "main .legal[data-target], main [data-target].legal"


class Visitor:
    """Somebody with a browser of his own."""

    def __init__(self, context: BrowserContext, address: str, *, touch: bool) -> None:
        self.context = context
        self.address = address
        self.touch = touch
        self.pressed = ""
        self.complaints: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """One more page in the same browser."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._complain(f"page error: {error}"))
        page.on("crash", lambda _: self._complain("the page crashed"))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # A content policy that is hurt is told here as well.
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _complain(self, words: str) -> None:
        if not any(pattern.search(words) for pattern in self._forgiven):
            self.complaints.append(f"{self.page.url if hasattr(self, 'page') else ''}: {words}")

    @contextlib.contextmanager
    def forgiving(self, *patterns: str) -> Iterator[None]:
        """Where something is broken on purpose, the browser says so; that is no fault of the page."""
        before = list(self._forgiven)
        self._forgiven += [re.compile(pattern) for pattern in patterns]
        yield
        self.page.wait_for_timeout(50)
        self._forgiven = before

    # -- going about ---------------------------------------------------------------------------------------------------

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        self.page.locator("#content, main").first.wait_for()
        self.page.evaluate("() => document.fonts.ready.then(() => null)")  # letters that come late move what is below
        return self.page

    def sit(self, person: Person) -> None:
        """Becomes somebody who is known to the server already."""
        cookie = {"name": "petteia", "value": person.cookie or "", "url": self.address}
        self.context.add_cookies([cookie])  # type: ignore[list-item]

    def press(self, what: Locator) -> None:
        """A click, or a tap where fingers are all there is."""
        self.pressed = str(what)
        if self.touch:
            what.tap()
        else:
            self.page.mouse.move(2, 2)  # away from whatever explains itself under the mouse
            what.click()

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def be_called(self, name: str) -> None:
        """Says a name in the lobby."""
        self.page.get_by_label(re.compile("What shall we call you")).fill(name)
        self.press(self.button("Save"))
        expect(self.page.get_by_text(f"You play as {name}.")).to_be_visible()

    def open_table(self, *seats: str, path: str = "/new/peloponnes", level: str | None = None) -> str:
        """A new table, seat by seat: "me", "here", "open", "bot:greedy" … Its number in links."""
        page = self.go(path)
        many = page.get_by_role("group", name="How many play?")
        many.get_by_role("radio", name=re.compile(rf"^{len(seats)}\b")).check(force=True)
        if len(seats) > 1:
            for place, who in enumerate(seats):
                page.get_by_label(f"Seat {place + 1}", exact=True).select_option(who)
        if level is not None:
            page.get_by_role("group", name="Solo level").get_by_role("radio", name=level).check(force=True)
        self.press(self.button(re.compile("^(Start|Open the table)$")))
        page.wait_for_url(re.compile("/t/"))
        return self.table

    @property
    def table(self) -> str:
        return urlsplit(self.page.url).path.removeprefix("/t/")

    # -- deciding ------------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def wait_for(self, ready: str, patience: float = PATIENCE) -> dict[str, Any]:
        """What the page shows, as soon as an expression over it is true."""
        self.page.wait_for_function(f"() => {{ const it = ({LOOK})(); return {ready} }}", timeout=patience)
        return self.look()

    def my_turn(self) -> dict[str, Any]:
        return self.wait_for("it.over || it.curtain || (it.mine && (it.choices > 0 || it.deciding))")

    def changed(self, before: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.wait_for(f"it.signature !== {json.dumps(before['signature'])}")
        except TimeoutError:
            said = self.page.locator("[role=status], [role=alert], dialog[open]").all_inner_texts()
            raise AssertionError(f"nothing changed after {self.pressed}; now {self.look()}; said {said}") from None

    def decide(self, dice: random.Random) -> None:
        """Plays a whole decision of its own turn, at random, as the page offers it. What is told before is skipped."""
        self.page.evaluate("() => document.querySelector('[data-told] .skip')?.click()")
        first = now = self.look()
        for _ in range(12):
            if now["over"] or now["number"] != first["number"] or not now["mine"]:
                return
            if now["curtain"]:
                self.press(self.page.locator(".curtain button"))
            elif now["deciding"]:
                self._amount(dice)
                now = self.look()
                self.press(self.page.locator("form.decide button[type=submit]"))
            else:
                self._choose(dice)
            was_far = now["far"]
            now = self.changed(now)
            if was_far and not now["far"]:
                self.page.wait_for_timeout(TWICE)  # at once and at the same place, a tap would belong to the first
            if now["number"] == first["number"] and not now["deciding"] and not now["choices"]:
                now = self.wait_for(f"it.number !== {first['number']} || it.choices > 0 || it.deciding")
        raise AssertionError(f"a decision that does not end: {now}")

    def _amount(self, dice: random.Random) -> None:
        more = self.page.locator("form.decide").get_by_label("One more")
        for _ in range(dice.choice((0, 0, 0, 1, 2))):
            if more.count() and more.is_enabled():
                self.press(more)

    def _choose(self, dice: random.Random) -> None:
        choices = self.page.locator(".prompt .choice")
        legal = self.page.locator(LEGAL)
        every = self.page.locator(".prompt .all-of-them[aria-expanded=false]")
        if every.count() and dice.random() < 0.3:
            self.press(every)
            choices = self.page.locator(".prompt .list .choice")
            choices.first.wait_for()
            self.press(choices.nth(dice.randrange(choices.count())))
            return
        if legal.count() and not self.page.locator(CHOSEN).count() and dice.random() < 0.5:
            # What was touched may have laid a list over the board: then there is nothing else to touch.
            listed = self.page.locator(".prompt .list .choice")
            touched = listed if listed.count() else legal
            self.press(touched.nth(dice.randrange(touched.count())))
        elif choices.count():
            self.press(choices.nth(dice.randrange(choices.count())))
        else:
            self.press(self.page.locator(".prompt .choices button").last)

    def hint(self) -> Locator:
        """Asks for a hint, and waits until it is thought through; its lines."""
        self.press(self.page.locator(".prompt [data-tool=hint]"))  # by name: taking back may stand there alone
        return self.hint_lines()

    def hint_lines(self) -> Locator:
        expect(self.page.locator(".hint:not(.thinking) .row[data-choice]").first).to_be_visible()
        return self.page.locator(".hint .row[data-choice]")

    def play_hint(self) -> None:
        before = self.look()
        self.press(self.page.locator(".hint .row .play").first)
        self.wait_for(f"it.number > {before['number']}")

    def undo(self) -> None:
        before = self.look()
        self.press(self.button("Take back", exact=True))
        self.wait_for(f"it.number > {before['number']}")

    # -- looking -------------------------------------------------------------------------------------------------------

    def prefer(self, **wishes: object) -> None:
        """Preferences, as the page keeps them; used from the next page on."""
        kept = "JSON.parse(localStorage.petteia ?? '{}')"
        self.page.evaluate(f"(wishes) => (localStorage.petteia = JSON.stringify({{...{kept}, ...wishes}}))", wishes)

    def faults(self, where: str) -> list[str]:
        """What is wrong with what is seen now."""
        found = {"axe": self.axe(), "width": self.overflow()}
        return [f"{where}: {kind}: {one}" for kind, some in found.items() for one in some]

    def overflow(self) -> list[str]:
        """What makes the page scroll sideways: nothing, if all is well."""
        found: list[str] = self.page.evaluate(OVERFLOW)
        return found

    def out_of_the_bar(self) -> list[str]:
        """What of the decision does not fit into its bar, which is of one height."""
        found: list[str] = self.page.evaluate(OUT_OF_THE_BAR)
        return found

    def axe(self) -> list[str]:
        """Serious and critical findings of axe-core."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(
            """() => axe.run({
              resultTypes: ['violations'],
              preload: false,
              rules: { 'label-content-name-mismatch': { enabled: true } },
            })"""
        )
        return [
            f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]


OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= wide && document.body.scrollWidth <= wide) return []
  const named = (e) => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} ` +
    `${Math.round(e.getBoundingClientRect().left)}–${Math.round(e.getBoundingClientRect().right)} of ${wide}`
  const out = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > wide + 0.5)
  return [`scrolls to ${document.documentElement.scrollWidth}`, ...out.slice(0, 8).map(named)]
}"""


OUT_OF_THE_BAR = """() => {
  const bar = document.querySelector('.prompt').getBoundingClientRect()
  return [...document.querySelectorAll('.prompt *')].filter((e) => {
    const at = e.getBoundingClientRect()
    if (!at.width || e.closest('.list, .why, .unseen, svg') || getComputedStyle(e).clipPath !== 'none') return false
    if (e.matches('button') && e.scrollHeight > e.clientHeight + 2) return true
    return at.top < bar.top - 1 || at.bottom > bar.bottom + 1 || at.left < bar.left - 1 || at.right > bar.right + 1
  }).map((e) => `out of the bar: ${e.className} ${e.textContent.trim().slice(0, 40)}`)
}"""


# Live connections, to be cut off by a test.
SOCKETS = """window.sockets = []
window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this) } }"""


# What a page draws (nonces, guests' names, how long it waits before it tries again) is the same in every run.
DICE = """{
  let drawn = 0
  crypto.getRandomValues = (array) => {
    for (const place of array.keys()) array[place] = 7 * drawn++
    return array
  }
  Math.random = () => (drawn++ % 10) / 10
}"""


class Visitors:
    """Makes visitors."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Visitor] = []

    def __call__(
        self,
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        dark: bool = False,
        scale: float = 1,
        prefers: dict[str, object] | None = None,
        **more: Any,
    ) -> Visitor:
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch and size[0] < 1024,
            device_scale_factor=scale,
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            permissions=["clipboard-read", "clipboard-write"],
            **more,
        )
        wishes = json.dumps({"motion": False, "telling": "off", "language": "en", **(prefers or {})})
        # Only where nothing is kept yet, so that what the page keeps stays.
        context.add_init_script(f"localStorage.petteia ??= {json.dumps(wishes)}")
        context.add_init_script(SOCKETS)
        context.add_init_script(DICE)
        visitor = Visitor(context, self.address, touch=touch)
        self.all.append(visitor)
        return visitor

    def leave(self) -> list[str]:
        """Closes all browsers; what their pages complained of."""
        complaints = [words for visitor in self.all for words in visitor.complaints]
        for visitor in self.all:
            visitor.context.close()
        self.all.clear()
        return complaints


def seated(house: Server, folder: pathlib.Path, match: petteia.Match) -> tuple[Person, str]:
    """A table of hot seats that goes on from a match."""
    match.save(folder / "there.json")
    somebody = house.person("Solon")
    saved = (folder / "there.json").read_bytes()
    up = somebody.request("POST", "saves", content=saved, headers={"content-type": "application/json"})
    plans = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Chloe", "Diomedes", "Elektra")[: match.seats]]
    return somebody, somebody.post(f"tables/{up['id']}/fork", move=up["moves"], seats=plans)["id"]


def play_on(
    visitors: list[Visitor], dice: random.Random, *, until: Callable[[], bool] = lambda: False, most: int = 2000
) -> int:
    """Everybody decides when it is his turn, until the game is over or something is so; the decisions made."""
    made = 0
    quiet = 0
    while made < most and not until():
        looks = [visitor.look() for visitor in visitors]
        if all(look["over"] for look in looks):
            return made
        turn = next(
            (
                visitor
                for visitor, look in zip(visitors, looks, strict=True)
                if look["curtain"] or (look["mine"] and not look["over"] and (look["choices"] or look["deciding"]))
            ),
            None,
        )
        if turn is None:
            quiet += 1
            assert quiet < 1000, f"nobody can decide: {looks}"
            visitors[0].page.wait_for_timeout(15)
            continue
        quiet = 0
        if turn.look()["curtain"]:
            turn.press(turn.page.locator(".curtain button"))
            turn.wait_for("!it.curtain")
            continue
        turn.decide(dice)
        made += 1
    return made
