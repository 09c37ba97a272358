"""Pictures of every page and state, at the sizes of phones, tablets and desks, light and dark: `make screenshots`.

They are written to build/screenshots; those of the README to docs/pictures. With words as arguments only scenes whose
names hold one of them are made.
"""

from __future__ import annotations

import base64
import contextlib
import json
import pathlib
import random
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "server"))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "games" / "peloponnes_card"))

import numpy as np
import scipy.cluster.vq
import scipy.spatial
from card_table import table as card_table
from playwright.sync_api import sync_playwright
from table_clients import Person, Server, close_all, play_out, serving, words_of
from visitors import DESKTOP, PHONE, ROOT, Visitor, Visitors, launch, require_pages

TABLET = (820, 1180)
LARGE = (1920, 1080)
FOLDER = ROOT / "build" / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
Json = dict[str, Any]
Stop = Callable[[Json], bool]


class Studio:
    """A house full of games, and a camera."""

    def __init__(self, server: Server, visit: Visitors, wanted: list[str]) -> None:
        self.server = server
        self.visit = visit
        self.wanted = wanted
        self.dice = random.Random(20)
        self.taken = 0

    # -- games ---------------------------------------------------------------------------------------------------------

    def people(self, *names: str) -> list[Person]:
        return [self.server.person(name) for name in names]

    def table(self, people: list[Person], *bots: str, **more: Any) -> str:
        """A running table of these people and bots."""
        host, *guests = people
        seats = ["me", *["open"] * len(guests), *bots]
        table: str = host.open(*seats, listed=True, start=not guests, **more)["id"]
        for guest in guests:
            guest.post(f"tables/{table}/join")
        if guests:
            host.post(f"tables/{table}/start")
        return table

    def play(self, people: list[Person], table: str, stop: Stop, *, wit: float = 0.75, most: int = 400) -> bool:
        """Plays on until something is so, mostly by what the best bot would do; whether it came to that."""
        for _ in range(most):
            found = people[0].wait(
                table, lambda it: it["status"] != "playing" or not it["thinking"] or it["to_move"] is None
            )
            if found["status"] != "playing":
                return False
            for person in people:
                mine = person.look(table)
                seat = mine["to_move"]
                if seat is None or not mine["seats"][seat]["mine"]:
                    continue
                moment = person.now(table, seat)
                if not moment["choices"]:
                    break
                if stop({**moment, "first": person is people[0]}):
                    return True
                choice = (
                    person.post(f"tables/{table}/hint", seat=seat)["choice"]
                    if self.dice.random() < wit
                    else self.dice.choice(words_of(moment))
                )
                person.play(table, seat, moment["number"], choice)
                break
        return False

    def reach(
        self,
        stop: Stop,
        *names: str,
        bots: tuple[str, ...] = (),
        games: int = 40,
        game: str = "peloponnes",
        **more: Any,
    ) -> tuple[Person, str]:
        """A table where the first of these people has to decide something of a kind."""
        for _ in range(games):
            people = self.people(*names)
            table = self.table(people, *bots, game=game)
            if self.play(people, table, lambda moment: moment["first"] and stop(moment), **more):
                return people[0], table
        raise AssertionError("no game came to that")

    # -- the camera ----------------------------------------------------------------------------------------------------

    def wants(self, name: str) -> bool:
        return not self.wanted or any(word in name or name in word for word in self.wanted)

    @contextlib.contextmanager
    def visitor(
        self, person: Person | None = None, *, size: tuple[int, int] = DESKTOP, dark: bool = False, **more: Any
    ) -> Iterator[Visitor]:
        visitor = self.visit(size=size, touch=size == PHONE, dark=dark, **more)
        if person is not None:
            cookie = {"name": "petteia", "value": person.cookie or "", "url": self.server.address}
            visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        try:
            yield visitor
        finally:
            visitor.context.close()
            self.visit.all.remove(visitor)

    def shoot(
        self,
        name: str,
        path: str,
        person: Person | None = None,
        *,
        prepare: Callable[[Visitor], None] = lambda _: None,
        main: bool = False,
        whole: bool = False,
        language: str = "en",
    ) -> None:
        """One scene: all sizes in both themes for the main ones, else each size once."""
        if not self.wants(name):
            return
        sizes = {PHONE: "phone", TABLET: "tablet", DESKTOP: "desktop", LARGE: "large"}
        for place, (size, word) in enumerate(sizes.items()):
            for dark in (False, True):
                if not main and dark != bool(place % 2):
                    continue
                with self.visitor(person, size=size, dark=dark, prefers={"language": language}) as visitor:
                    visitor.go(path)
                    prepare(visitor)
                    visitor.page.mouse.move(2, 2)
                    visitor.page.wait_for_timeout(150)
                    file = FOLDER / f"{name}-{word}-{'dark' if dark else 'light'}.png"
                    visitor.page.screenshot(path=file, full_page=whole)
                    self.taken += 1
        print(name, flush=True)


def at_table(visitor: Visitor) -> None:
    visitor.wait_for("it.there")


def step(*names: str, round_number: int = 1) -> Stop:
    return lambda moment: moment["prompt"]["step"] in names and moment["state"]["round_number"] >= round_number


def step_of(wanted: str, phase: int) -> Stop:
    """The same where a game is played in phases."""
    return lambda moment: moment["prompt"]["step"] == wanted and moment["state"]["phase"] >= phase


def late_auction(round_number: int) -> Stop:
    """An auction in which whatever is bid on may be bid on with several amounts."""
    late = step("auction", round_number=round_number)
    return lambda moment: (
        late(moment) and all(len(group["options"]) > 1 for group in moment["choices"] if group["name"] == "bid")
    )


def rooms(studio: Studio) -> None:
    """Everything but games."""
    studio.shoot("lobby-empty", "/", main=True, whole=True)
    studio.shoot("new", "/new/peloponnes", main=True, whole=True)
    studio.shoot("new-solo", "/new/peloponnes", prepare=solo, whole=True)
    studio.shoot("rules", "/rules/peloponnes")
    studio.shoot("rules-search", "/rules/peloponnes", prepare=search)
    studio.shoot("error-page", "/nowhere/at/all")
    studio.shoot("settings", "/", prepare=lambda one: one.press(one.page.locator("header button").last))
    if studio.wants("error-table"):
        for visitor in studio.visit.all:
            visitor.complaints.clear()
        studio.shoot("error-table", "/t/aaaaaaaaaaaa")
    if studio.wants("waiting"):
        anna, ben = studio.people("Anna", "Ben")
        table = anna.open("me", "open", "open", "greedy")["id"]
        invite = anna.post(f"tables/{table}/invite")["secret"]
        ben.post(f"tables/{table}/join", invite=invite)
        studio.shoot("waiting", f"/t/{table}", anna, main=True, whole=True)
        studio.shoot("waiting-guest", f"/t/{table}", ben, whole=True)


def solo(visitor: Visitor) -> None:
    visitor.page.get_by_role("group", name="How many play?").get_by_role("radio").nth(0).check(force=True)


def search(visitor: Visitor) -> None:
    visitor.press(visitor.page.get_by_role("tab").last)
    visitor.page.get_by_role("searchbox").fill("conquest")


def lobby(studio: Studio) -> None:
    if not studio.wants("lobby"):
        return
    anna, ben, carla = studio.people("Anna", "Ben", "Carla")
    table = studio.table([anna, ben], "greedy")
    studio.play([anna, ben], table, lambda moment: moment["first"] and moment["state"]["round_number"] >= 2)
    play_out([carla], studio.table([carla], "random"))
    over = studio.table([anna], "random")
    play_out([anna], over)
    ben.open("me", "open", "greedy", listed=True)
    carla.open("me", "open", "open", "open", "open", listed=True)
    studio.shoot("lobby", "/", anna, main=True, whole=True)


def steps(studio: Studio) -> None:
    """Each step of the game, in games as they are played."""
    cases: dict[str, tuple[Stop, tuple[str, ...], dict[str, Any]]] = {
        "auction": (step("auction", round_number=4), ("greedy", "greedy"), {"main": True}),
        "auction-first": (step("auction"), ("greedy", "greedy"), {}),
        "displaced": (step("displaced", round_number=2), ("greedy", "random", "greedy"), {}),
        "take": (step("take", round_number=2), ("greedy", "greedy"), {}),
        "produce": (step("produce", round_number=2), ("greedy", "greedy"), {}),
        "rescue": (step("rescue"), ("greedy", "greedy"), {"main": True}),
        "feed": (step("feed"), ("greedy", "greedy"), {}),
        "complete": (step("complete"), ("greedy", "greedy"), {}),
    }
    for name, (stop, bots, more) in cases.items():
        if studio.wants(name):
            anna, table = studio.reach(stop, "Anna", bots=bots, wit=0.6)
            studio.shoot(name, f"/t/{table}", anna, prepare=at_table, **more)


def island(studio: Studio) -> None:
    """Hellas: each decision, on both boards, and the end."""
    if not studio.wants("hellas"):
        return

    def at(wanted: str, phase: int = 1) -> Stop:
        return lambda moment: moment["prompt"]["step"] == wanted and moment["state"]["phase"] >= phase

    cases: dict[str, tuple[Stop, tuple[str, ...], dict[str, Any]]] = {
        "hellas-action": (at("action"), ("greedy",), {"main": True}),
        "hellas-house": (at("house", 2), ("greedy", "greedy", "greedy"), {"main": True}),
        "hellas-plaza": (at("house_plaza", 2), ("greedy", "greedy"), {}),
        "hellas-palace": (at("palace", 3), ("greedy", "greedy"), {}),
        "hellas-lay": (at("lay", 2), ("greedy", "greedy"), {}),
        "hellas-worker": (at("worker", 2), ("greedy", "greedy"), {}),
        "hellas-temple": (at("temple", 2), ("greedy", "greedy"), {}),
        "hellas-statue": (at("statue", 2), ("greedy",), {}),
    }
    for name, (stop, bots, more) in cases.items():
        if studio.wants(name):
            anna, table = studio.reach(stop, "Anna", bots=bots, wit=0.9, game="hellas")
            studio.shoot(name, f"/t/{table}", anna, prepare=at_table, **more)
    if studio.wants("hellas-late"):
        anna, table = studio.reach(at("action", 3), *LONG, wit=0.9, game="hellas")
        studio.shoot("hellas-late", f"/t/{table}", anna, prepare=at_table, main=True, language="de")
    if studio.wants("hellas-end") or studio.wants("hellas-sheet"):
        (anna,) = studio.people("Anna")
        table = studio.table([anna], "greedy", "greedy", "greedy", game="hellas")
        studio.play([anna], table, lambda _: False, wit=1)
        studio.shoot("hellas-end", f"/t/{table}", anna, prepare=result, main=True)
        studio.shoot("hellas-sheet", f"/t/{table}", anna, prepare=pointing)


def aegean(studio: Studio) -> None:
    """Poseidon: the market, the map and the ships, on both maps, and the end."""
    if not studio.wants("poseidon"):
        return

    def at(*wanted: str, phase: int = 1) -> Stop:
        return lambda moment: moment["prompt"]["step"] in wanted and moment["state"]["phase"] >= phase

    three = ("greedy", "greedy")
    cases: dict[str, tuple[Stop, tuple[str, ...], dict[str, Any]]] = {
        "poseidon-card": (at("card"), three, {}),
        "poseidon-market": (at("turn", phase=2), ("greedy",) * 3, {"main": True}),
        "poseidon-found": (at("turn"), three, {"prepare": founding}),
        "poseidon-discover": (at("discover", phase=2), three, {"main": True}),
        "poseidon-fleet": (at("fleet", phase=2), three, {"main": True}),
        "poseidon-sail": (at("sail", "donate"), three, {}),
        "poseidon-ships": (at("ships", phase=2), three, {}),
        "poseidon-issue": (at("issue"), three, {}),
        "poseidon-two": (at("fleet", phase=2), ("greedy",), {}),
    }
    for name, (stop, bots, more) in cases.items():
        if studio.wants(name):
            anna, table = studio.reach(stop, "Anna", bots=bots, wit=0.9, game="poseidon", most=900)
            studio.shoot(name, f"/t/{table}", anna, **{"prepare": at_table, **more})
    if studio.wants("poseidon-late"):
        anna, table = studio.reach(at("fleet", "ships", phase=3), *LONG, wit=0.9, game="poseidon", most=2000)
        studio.shoot("poseidon-late", f"/t/{table}", anna, prepare=at_table, main=True, language="de")
    if studio.wants("poseidon-end"):
        (anna,) = studio.people("Anna")
        table = studio.table([anna], "greedy", "greedy", "greedy", game="poseidon")
        studio.play([anna], table, lambda _: False, wit=1, most=2000)
        studio.shoot("poseidon-end", f"/t/{table}", anna, prepare=result, main=True)


def founding(visitor: Visitor) -> None:
    visitor.my_turn()
    visitor.press(visitor.page.locator("[data-target^='found:'].legal").first)


def pointing(visitor: Visitor) -> None:
    """A line of the score sheet that shows what it is about."""
    result(visitor)
    visitor.press(visitor.page.locator("button.line").first)


def hands(studio: Studio) -> None:
    """The card game: each decision, a late table in German, and the end."""
    if not studio.wants("card"):
        return

    def at(wanted: str, number: int = 1) -> Stop:
        return step(wanted, round_number=number)

    cases: dict[str, tuple[Stop, tuple[str, ...], dict[str, Any]]] = {
        "card-bid": (at("bid", 4), ("greedy", "greedy"), {"main": True}),
        "card-bid-first": (at("bid"), ("greedy",), {}),
        "card-pick": (at("pick", 3), ("greedy", "greedy"), {"main": True}),
        "card-displaced": (at("displaced", 2), ("greedy", "random", "greedy"), {}),
        "card-take": (at("take", 2), ("greedy", "greedy"), {}),
        "card-pay": (at("pay", 2), ("greedy", "greedy"), {}),
        "card-strike": (at("strike", 3), ("greedy", "greedy"), {}),
        "card-cover": (at("cover", 3), ("greedy", "greedy"), {"main": True}),
        "card-feed": (at("feed", 3), ("greedy", "greedy"), {}),
        "card-redeem": (at("redeem", 3), ("greedy", "greedy"), {}),
    }
    for name, (stop, bots, more) in cases.items():
        if studio.wants(name):
            anna, table = studio.reach(stop, "Anna", bots=bots, wit=0.7, game="peloponnes_card")
            studio.shoot(name, f"/t/{table}", anna, prepare=at_table, **more)
    if studio.wants("card-late") or studio.wants("card-opponent"):
        anna, table = studio.reach(at("bid", 7), *LONG, bots=("greedy",), wit=0.95, game="peloponnes_card")
        studio.shoot("card-late", f"/t/{table}", anna, prepare=at_table, main=True, language="de")
        studio.shoot("card-opponent", f"/t/{table}", anna, prepare=opponent)
    if studio.wants("card-end"):
        (anna,) = studio.people("Anna")
        table = studio.table([anna], "greedy", "greedy", game="peloponnes_card")
        studio.play([anna], table, lambda _: False, wit=1)
        studio.shoot("card-end", f"/t/{table}", anna, prepare=result, main=True)


def covers(studio: Studio) -> None:
    """The card game after all disasters: covers on everything, two on one card; face down, and face up."""
    for name, option in (("card-covers", "down"), ("card-covers-up", "up")):
        if not studio.wants(name):
            continue
        cards = ["A11", "A07", "A01", "B07"]
        mine = {"hand": "wwsgi", "cards": cards, "luxury": 2, "under": {"B07": "s"}, "cover": {"A11": "g", "A01": "w"}}
        mine |= {"dried": {"A11": "i"}, "civilization_cover": "s", "luxury_cover": "w"}
        theirs = {"hand": "ssg", "cards": ["A12", "A02"], "cover": {"A12": "W"}, "dried": {"A12": "s"}}
        theirs |= {"civilization_cover": "g", "luxury_cover": "I", "luxury": 3}
        lines = {}
        if option == "up":  # then everybody has seen them
            places = ("civilization_cover", "luxury_cover", "cover.0", "dried.0")
            lines = {f"players.{seat}.{place}.seen": 31 for seat in (0, 1) for place in places}
            lines["players.0.cover.2.seen"] = 31
        match = card_table([mine, theirs], row=["B02", "B12"], lines=lines, cover_faces=option).match
        (anna,) = studio.people("Anna")
        found = anna.request("POST", "saves", content=json.dumps(match.as_save()).encode())
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        table = anna.post(f"tables/{found['id']}/fork", move=found["moves"], seats=seats)["id"]
        studio.shoot(name, f"/t/{table}", anna, prepare=at_table, main=option == "up")
        studio.shoot(f"{name}-opponent", f"/t/{table}", anna, prepare=opponent)


def alone(studio: Studio) -> None:
    if not studio.wants("solo"):
        return
    (anna,) = studio.people("Anna")
    for level, name in ((1, "solo-civilization"), (3, "solo-income")):
        table = anna.open("me", options={"solo_level": level}, start=True)["id"]
        if level == 3:
            studio.play([anna], table, step("extra_income", round_number=0))
        studio.shoot(name, f"/t/{table}", anna, prepare=at_table, main=level == 1)
    play_out([anna], table)
    studio.shoot("solo-end", f"/t/{table}", anna, prepare=result, whole=True)


LONG = (
    "Maximiliane von Hohenstaufen",
    "Friedrich-Wilhelm Donaudampf",
    "Anneliese Rindfleischetikett",
    "Gwendolin Schattenspringer",
)


def late(studio: Studio) -> None:
    """A full table late in the game, in German, with long names; and what may happen around it."""
    names = ("late", "hint", "bid", "why-not", "history", "opponent", "tip", "reconnecting", "chat", "rules-panel")
    if not any(studio.wants(name) for name in (*names, "spectator", "undo")):
        return
    for _ in range(10):
        people = studio.people(*LONG)
        table = studio.table(people, "greedy")
        late = late_auction(7)
        if studio.play(people, table, lambda moment: moment["first"] and late(moment), wit=0.95):  # noqa: B023
            break
    first = people[0]
    studio.shoot("late", f"/t/{table}", first, prepare=at_table, main=True, language="de")
    studio.shoot("hint", f"/t/{table}", first, prepare=hinted)
    studio.shoot("bid", f"/t/{table}", first, prepare=bidding)
    studio.shoot("why-not", f"/t/{table}", first, prepare=why_not)
    studio.shoot("history", f"/t/{table}", first, prepare=looking_back)
    studio.shoot("opponent", f"/t/{table}", first, prepare=opponent)
    studio.shoot("tip", f"/t/{table}", first, prepare=tip)
    studio.shoot("reconnecting", f"/t/{table}", first, prepare=reconnecting)
    people[1].post(f"tables/{table}/chat", text="Wer nimmt denn den Hafen?")
    first.post(f"tables/{table}/chat", text="Abwarten …")
    studio.shoot("chat", f"/t/{table}", first, prepare=lambda one: panel(one, 2))
    studio.shoot("rules-panel", f"/t/{table}", first, prepare=lambda one: panel(one, 1))
    (watcher,) = studio.people("Thukydides")
    studio.shoot("spectator", f"/t/{table}", watcher, prepare=at_table)
    for _ in range(30):
        # Somebody decides; as soon as another one has decided after him he has to ask.
        studio.play(people, table, lambda _: studio.dice.random() < 0.5)
        asker = next((one for one in people if asks(one, table)), None)
        if asker is not None:
            now = asker.now(table, seat_of(asker, table))
            asker.post(f"tables/{table}/undo", seat=now["seat"], number=now["number"])
            asked = next(one for one in people if one is not asker)
            studio.shoot("undo-asked", f"/t/{table}", asked, prepare=at_table)
            studio.shoot("undo-asking", f"/t/{table}", asker, prepare=at_table)
            break


def advice(studio: Studio) -> None:
    """A hint in each game; one that is asked about something else; and one alone."""

    cases: dict[str, tuple[str, Stop, tuple[str, ...]]] = {
        "advice-peloponnes": ("peloponnes", late_auction(4), ("greedy", "greedy")),
        "advice-card": ("peloponnes_card", step("bid", round_number=4), ("greedy", "greedy")),
        "advice-cover": ("peloponnes_card", step("cover", "feed", "pay", round_number=3), ("greedy", "greedy")),
        "advice-island": ("hellas", step_of("house", 2), ("greedy", "greedy")),
        "advice-action": ("hellas", step_of("action", 2), ("greedy",)),
        "advice-market": ("poseidon", step_of("turn", 2), ("greedy", "greedy")),
        "advice-discover": ("poseidon", step_of("discover", 2), ("greedy", "greedy")),
        "advice-fleet": ("poseidon", step_of("fleet", 2), ("greedy", "greedy")),
    }
    for name, (game, stop, bots) in cases.items():
        if studio.wants(name) or (game == "peloponnes" and studio.wants("advice-pointed")):
            anna, table = studio.reach(stop, "Anna", bots=bots, wit=0.3, game=game, most=900)
            studio.shoot(name, f"/t/{table}", anna, prepare=hinted, main=True)
            if game == "peloponnes":
                studio.shoot("advice-pointed", f"/t/{table}", anna, prepare=compared, main=True, language="de")
    if studio.wants("advice-solo"):
        (anna,) = studio.people("Anna")
        table = anna.open("me", options={"solo_level": 3}, start=True)["id"]
        studio.play([anna], table, step("auction", round_number=2), wit=0.3)
        studio.shoot("advice-solo", f"/t/{table}", anna, prepare=hinted, language="it")


def compared(visitor: Visitor) -> None:
    """A hint, and something on the board that is none of the best choices."""
    hinted(visitor)
    legal = visitor.page.locator("main .legal[data-target]")
    others = legal.filter(has_not=visitor.page.locator(".rank"))
    visitor.press((others if others.count() else legal).first)
    visitor.page.locator("form.decide").wait_for()
    visitor.hint_lines()


def seat_of(person: Person, table: str) -> int:
    found: int = next(one["seat"] for one in person.look(table)["seats"] if one["mine"])
    return found


def asks(person: Person, table: str) -> bool:
    undo = person.now(table, seat_of(person, table))["undo"]
    return bool(undo["possible"] and not undo["at_once"])


def hinted(visitor: Visitor) -> None:
    visitor.my_turn()
    visitor.hint()


def bidding(visitor: Visitor) -> None:
    visitor.my_turn()
    visitor.press(visitor.page.locator("[data-target^='slot:'].legal").last)
    visitor.page.locator("form.decide").wait_for()


def why_not(visitor: Visitor) -> None:
    visitor.my_turn()
    visitor.press(visitor.page.locator("[data-target='track:population']"))
    visitor.page.locator(".prompt .why").wait_for()


def looking_back(visitor: Visitor) -> None:
    at_table(visitor)
    panel(visitor, 3)
    visitor.page.locator(".history").get_by_label("One back").click()
    visitor.page.locator(".prompt.back").wait_for()


def opponent(visitor: Visitor) -> None:
    at_table(visitor)
    visitor.press(visitor.page.locator(".opponents button").first)


def tip(visitor: Visitor) -> None:
    at_table(visitor)
    visitor.page.locator("[data-target='slot:3']").focus()
    visitor.page.keyboard.press("Shift+Tab")
    visitor.page.wait_for_timeout(600)


def reconnecting(visitor: Visitor) -> None:
    at_table(visitor)
    visitor.context.set_offline(True)
    visitor.page.evaluate("() => window.sockets.forEach((one) => one.close())")
    visitor.page.locator(".banner").wait_for()


def panel(visitor: Visitor, tab: int) -> None:
    at_table(visitor)
    tabs = visitor.page.get_by_role("tab")
    if not tabs.count():
        buttons = visitor.page.locator("header .tabs button:visible")
        visitor.press(buttons.first)
        tabs.first.wait_for()
    visitor.press(tabs.nth(tab))


def result(visitor: Visitor) -> None:
    at_table(visitor)
    visitor.page.locator(".result .plots, .result .sheets").first.wait_for()


def end(studio: Studio) -> None:
    if not studio.wants("end"):
        return
    people = studio.people("Anna", "Ben", "Carla")
    table = studio.table(people, "greedy")
    studio.play(people, table, lambda _: False, wit=1)
    studio.shoot("end", f"/t/{table}", people[0], prepare=result, main=True)
    studio.shoot("end-whole", f"/t/{table}", people[0], prepare=unroll, whole=True)


def unroll(visitor: Visitor) -> None:
    """The whole of the result, which scrolls in its frame on a desk."""
    result(visitor)
    if visitor.page.evaluate("() => innerWidth >= 1024"):
        high = visitor.page.evaluate("() => document.querySelector('.result').scrollHeight + 200")
        size = visitor.page.viewport_size or {"width": 1280, "height": 800}
        visitor.page.set_viewport_size({"width": size["width"], "height": high})


def lively(moment: Json) -> bool:
    """The middle of a game, with bids on several tiles and much on the own side."""
    state = moment["state"]
    me = state["players"][moment["seat"]]
    return (
        moment["prompt"]["step"] == "auction"
        and 5 <= state["round_number"] <= 7
        and sum(seat >= 0 for seat in state["bidder"]) >= 3
        and 4 <= me["tile_count"] <= 5
        and len([group for group in moment["choices"] if group["target"]]) >= 4
    )


def front(studio: Studio) -> None:
    """The lobby as a stranger sees it first, for the docs."""
    if not studio.wants("pictures-lobby"):
        return
    ben, chloe = studio.people("Ben", "Chloe")
    ben.open("me", "open", "open", "greedy", listed=True)
    chloe.open("me", "open", listed=True)
    with studio.visitor(size=(1280, 1370), scale=1) as visitor:
        visitor.go("/")
        visitor.page.locator(".game svg").first.wait_for()
        visitor.page.wait_for_timeout(200)
        picture(visitor, "lobby")


WORTH_IT = ".slot:not(:has(.tray > *)) .legal:not(:has(.warn))"


def pictures(studio: Studio) -> None:
    """The best ones, for the README and the docs."""
    if not studio.wants("pictures-table"):
        return
    for _ in range(20):
        anna, table = studio.reach(lively, "Anna", "Ben", "Chloe", "Dimitri", wit=1)
        with studio.visitor(anna, size=(1280, 800), scale=1.5) as visitor:
            visitor.go(f"/t/{table}")
            visitor.my_turn()
            # Buildings and lands of one's own, and something that is worth a bid.
            if not visitor.page.locator(".own .none").count() and visitor.page.locator(WORTH_IT).count():
                break
    with studio.visitor(anna, size=(1280, 800), scale=1.5) as visitor:
        visitor.go(f"/t/{table}")
        visitor.my_turn()
        visitor.press(visitor.page.locator(WORTH_IT).first)
        visitor.page.locator("form.decide").wait_for()
        visitor.page.evaluate("() => document.activeElement.blur()")
        visitor.page.mouse.move(2, 2)
        visitor.page.wait_for_timeout(200)
        picture(visitor, "table")
    with studio.visitor(anna, size=PHONE, scale=2) as visitor:
        visitor.go(f"/t/{table}")
        visitor.my_turn()
        picture(visitor, "table-phone")


def settled(moment: Json) -> bool:
    """A house of Hellas to be built, with cities of everybody around."""
    return (
        moment["prompt"]["step"] == "house"
        and moment["state"]["phase"] == 3
        and len(moment["choices"]) > 20
        and all(any(group["kind"] == "city" for group in own) for own in moment["extras"]["groups"])
    )


def bidding_with_cards(moment: Json) -> bool:
    """The second half of the card game: cards of one's own, something covered or mortgaged, bids on the table."""
    state = moment["state"]
    mine = state["players"][moment["seat"]]
    return (
        moment["prompt"]["step"] == "bid"
        and state["round_number"] in (5, 6)
        and mine["card_count"] >= 4
        and mine["hand_count"] >= 6
        and sum(player["slot"] >= 0 for player in state["players"]) >= 1
    )


def sailing(moment: Json) -> bool:
    """A fleet of the second phase, before it leaves."""
    return moment["prompt"]["step"] == "fleet" and moment["state"]["phase"] >= 2


def portraits(studio: Studio) -> None:
    """A table of each of the other games, for the docs."""
    for name, game, moment in (
        ("hellas", "hellas", settled),
        ("card", "peloponnes_card", bidding_with_cards),
        ("poseidon", "poseidon", sailing),
    ):
        if not studio.wants(f"pictures-{name}"):
            continue
        anna, table = studio.reach(moment, "Anna", "Ben", "Chloe", wit=1, game=game, most=900)
        with studio.visitor(anna, size=(1280, 800), scale=1.5) as visitor:
            visitor.go(f"/t/{table}")
            visitor.my_turn()
            visitor.page.mouse.move(2, 2)
            visitor.page.wait_for_timeout(200)
            picture(visitor, name)


def picture(visitor: Visitor, name: str) -> None:
    taken = visitor.page.screenshot()
    wide, high, raw = visitor.page.evaluate(PIXELS, base64.b64encode(taken).decode())
    pixels = np.frombuffer(base64.b64decode(raw), np.uint8).reshape(high, wide, 4)
    small = in_few_colours(pixels)
    (PICTURES / f"{name}.png").write_bytes(small)
    print(f"{name}.png: {len(small) // 1000} kB")


PIXELS = """async (data) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]))
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
  canvas.drawImage(image, 0, 0)
  const bytes = canvas.getImageData(0, 0, image.width, image.height).data
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return [image.width, image.height, btoa(text)]
}"""
COLOURS = 256
FREQUENT = 160  # colours that are kept as they are; the others are gathered around means


def in_few_colours(pixels: np.ndarray) -> bytes:
    """A PNG with a palette: a flat drawing needs no more colours, and is half as large."""
    high, wide = pixels.shape[:2]
    flat = pixels[..., :3].reshape(-1, 3).astype(np.uint32)
    packed = flat[:, 0] << 16 | flat[:, 1] << 8 | flat[:, 2]
    codes, where, often = np.unique(packed, return_inverse=True, return_counts=True)
    shades = np.stack([codes >> 16 & 255, codes >> 8 & 255, codes & 255], axis=1).astype(float)
    frequent = np.argsort(-often)[:FREQUENT]
    rest = np.delete(shades, frequent, axis=0)
    palette = shades[frequent]
    if len(rest):
        means, _ = scipy.cluster.vq.kmeans2(rest, min(COLOURS - FREQUENT, len(rest)), minit="++", rng=1)
        palette = np.vstack([palette, np.round(means)])
    _, nearest = scipy.spatial.cKDTree(palette).query(shades)
    rows = nearest[where].astype(np.uint8).reshape(high, wide)
    lines = np.hstack([np.zeros((high, 1), np.uint8), rows])

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", head),
            chunk(b"PLTE", palette.astype(np.uint8).tobytes()),
            chunk(b"IDAT", zlib.compress(lines.tobytes(), 9)),
            chunk(b"IEND", b""),
        )
    )


def main() -> None:
    require_pages()
    PICTURES.mkdir(parents=True, exist_ok=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(serving(f"sqlite:///{folder / 'petteia.db'}", folder, bot_pause=0))
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        visit = Visitors(browser, server.address)
        studio = Studio(server, visit, sys.argv[1:])
        for part in (
            rooms,
            front,
            lobby,
            steps,
            island,
            aegean,
            hands,
            covers,
            alone,
            late,
            advice,
            end,
            pictures,
            portraits,
        ):
            part(studio)
        close_all()
    print(f"{studio.taken} pictures in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
