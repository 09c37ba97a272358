"""Languages, replays, spectators, tabs, and links that carry people and seats."""

from __future__ import annotations

import gzip
import json
import pathlib
import random
import re

from playwright.sync_api import Response, expect
from table_clients import Person, Server, play_out
from visitors import PHONE, Visitors, play_on

LANGUAGES = (("de", "Brettspiele", "Du bist dran"), ("it", "Giochi da tavolo", "Tocca a te"))


def test_the_language_changes_without_a_reload_and_stays(visit: Visitors) -> None:
    visitor = visit()
    page = visitor.go()
    page.evaluate("() => (window.same = true)")
    for language, motto, _ in LANGUAGES:
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        expect(page.locator("h1")).to_contain_text(motto)
        assert page.evaluate("() => document.documentElement.lang") == language
    assert page.evaluate("() => window.same")
    page.reload()
    expect(page.locator("h1")).to_contain_text(LANGUAGES[-1][1])
    page.get_by_role("banner").get_by_role("combobox").select_option("en")

    visitor.open_table("me", "bot:random")
    page = visitor.page
    visitor.my_turn()
    visitor.decide(random.Random(1))
    visitor.my_turn()
    page.evaluate("() => (window.same = true)")
    logs = {page.locator(".log").inner_text()}
    for language, _, turn in LANGUAGES:
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        expect(page.locator(".prompt h2")).to_have_text(turn)
        page.wait_for_function("(old) => !old.includes(document.querySelector('.log').innerText)", arg=list(logs))
        logs.add(page.locator(".log").inner_text())
    assert page.evaluate("() => window.same")
    page.reload()
    expect(page.locator(".prompt h2")).to_have_text(LANGUAGES[-1][2])


def finished(house: Server, seats: int = 2) -> tuple[str, bytes]:
    """A table whose game is over, and its save."""
    somebody = house.person("Solon")
    table = somebody.open("me", *["random"] * (seats - 1), start=True)["id"]
    play_out([somebody], table, seed=seats)
    return table, somebody.http.get(f"tables/{table}/save").content


def test_a_replay_is_watched_and_gone_on_from(visit: Visitors, house: Server, tmp_path: pathlib.Path) -> None:
    _, save = finished(house)
    kept = tmp_path / "game.json"
    kept.write_bytes(save)
    visitor = visit()
    page = visitor.go()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Pick a file").click()
    chooser.value.set_files(kept)
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", name="You are looking back")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("the deal")

    # The slider, the buttons, and letting it run.
    slider = page.locator(".prompt").get_by_role("slider", name="Moment")
    slider.fill("5")
    expect(page.locator(".prompt")).to_contain_text("move 5 of")
    page.locator(".prompt").get_by_label("One forward").click()
    expect(page.locator(".prompt")).to_contain_text("move 6 of")
    page.locator(".prompt").get_by_label("Let it run").click()
    expect(page.locator(".prompt")).to_contain_text("move 8 of")
    page.locator(".prompt").get_by_label("Stop").click()
    slider.fill("9")
    expect(page.locator(".prompt")).to_contain_text("move 9 of")

    # Going on from there, against a bot.
    before = visitor.table
    page.locator(".prompt").get_by_role("button", name="Go on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Go on from here").click()
    page.wait_for_url(lambda url: before not in url)
    visitor.my_turn()
    play_on([visitor], random.Random(9), most=3)

    # The same by drag and drop; a file that is none says so.
    page = visitor.go()
    drop = """([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text], name, { type: 'application/json' }))
      for (const kind of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }))
    }"""
    page.evaluate(drop, ["x.json", "not a game"])
    expect(page.get_by_text("This file is not a saved game.")).to_be_visible()
    page.evaluate(drop, ["game.json", save.decode()])
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", name="You are looking back")).to_be_visible()
    page.locator(".prompt").get_by_role("button", name="Result").click()
    expect(page.get_by_role("heading", name="Where the points come from")).to_be_visible()


def test_a_spectator_sees_everything_and_decides_nothing(visit: Visitors, house: Server) -> None:
    host = visit()
    page = host.go("/new/peloponnes")
    page.get_by_label("Seat 2", exact=True).select_option("open")
    page.get_by_text("Show the table in the lobby").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    guest = visit()
    guest.go()
    guest.page.locator(f"a[href='/t/{host.table}']").click()
    guest.press(guest.button("Sit here").first)
    host.press(host.button("Start the game"))

    watcher = visit(size=PHONE, touch=True)
    watcher.go()
    row = watcher.page.locator(f"a[href='/t/{host.table}']")
    expect(row).to_contain_text("Watch")
    watcher.press(row)
    watcher.wait_for("it.there")
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(host.page.get_by_text("1 watches")).to_be_visible()
    play_on([host, guest], random.Random(3), most=6)
    watcher.wait_for(f"it.number >= {max(one.look()['number'] for one in (host, guest))}")
    expect(watcher.page.locator(".prompt .choice, form.decide, .prompt .tools button")).to_have_count(0)
    expect(watcher.page.locator("main .legal")).to_have_count(0)

    # He may speak, and is known as a spectator.
    watcher.press(watcher.page.get_by_role("banner").get_by_role("button", name="Chat"))
    watcher.page.get_by_label("Say something").fill("Well played!")
    watcher.press(watcher.button("Send"))
    host.press(host.page.get_by_role("tab", name=re.compile("Chat")))
    expect(host.page.locator(".chat li")).to_contain_text("watches")


def test_two_tabs_on_one_seat(visit: Visitors) -> None:
    visitor = visit()
    visitor.open_table("me", "bot:random")
    first = visitor.page
    look = visitor.my_turn()
    second = visitor.tab()
    second.goto(first.url)
    second.locator(".prompt.mine").wait_for()
    # Both decide upon the same moment: what the second has not heard of yet is held back.
    hold = """() => {
      const send = WebSocket.prototype.send
      window.held = []
      WebSocket.prototype.send = function (data) { window.held.push([this, data]) }
      window.release = () => { for (const [socket, data] of window.held) send.call(socket, data) }
    }"""
    second.evaluate(hold)
    second.locator(".prompt .choice").first.click()
    if second.locator("form.decide").count():
        second.locator("form.decide button[type=submit]").click()
    second.wait_for_function("() => window.held.some(([, data]) => data.includes('play'))")
    visitor.decide(random.Random(2))
    number = visitor.wait_for(f"it.number > {look['number']}")["number"]
    second.evaluate("() => window.release()")
    expect(second.get_by_text("Somebody has moved already.")).to_be_visible()
    second.wait_for_function(f"() => Number(document.querySelector('.prompt').dataset.number) >= {number}")
    # And it goes on, in either tab.
    visitor.my_turn()
    visitor.decide(random.Random(3))


def test_a_person_is_carried_to_another_device(visit: Visitors) -> None:
    at_home, phone, late = visit(), visit(size=PHONE, touch=True), visit()
    at_home.go()
    at_home.be_called("Sappho")
    at_home.open_table("me", "bot:random")
    at_home.wait_for("it.there")
    at_home.press(at_home.page.get_by_role("banner").get_by_role("button", name=re.compile("Settings")))
    at_home.press(at_home.button("Make a link"))
    link = at_home.page.get_by_role("dialog").get_by_label("Use on another device").input_value()
    phone.page.goto(link)
    expect(phone.page.get_by_text("Welcome here too, Sappho.")).to_be_visible()
    assert "carry" not in phone.page.url
    row = phone.page.locator(f"a[href='/t/{at_home.table}']")
    phone.press(row)
    phone.my_turn()
    phone.decide(random.Random(1))
    # It works once.
    with late.forgiving("404", "410", "403"):
        late.page.goto(link)
        expect(late.page.locator(".notice.bad")).to_be_visible()


def test_a_seat_is_handed_on_by_a_link(visit: Visitors) -> None:
    visitor, other = visit(), visit(size=PHONE, touch=True)
    page = visitor.go("/new/peloponnes")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name of the player on seat 2").fill("Pindar")
    page.get_by_role("button", name="Start", exact=True).click()
    visitor.wait_for("it.there")
    page.get_by_role("banner").get_by_role("button", name="More").click()
    page.get_by_role("button", name="Let Pindar play on another device").click()
    link = page.get_by_label("Let Pindar play on another device").input_value()
    assert "#seat=1." in link
    page.get_by_role("dialog").get_by_label("Close").click()
    other.page.goto(link)
    other.wait_for("it.there")
    assert "seat=" not in other.page.url
    made = play_on([visitor, other], random.Random(4), most=6)
    assert made == 6
    number = max(one.look()["number"] for one in (visitor, other))
    for one in (visitor, other):  # the last move reaches both
        one.wait_for(f"it.number >= {number}")


def test_the_first_page_is_light(visit: Visitors) -> None:
    visitor = visit()
    loaded: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if "/api/" not in response.url and response.status == 200:
            loaded[response.url] = len(gzip.compress(response.body(), 9))

    visitor.page.on("requestfinished", lambda request: weigh(request.response()))  # type: ignore[arg-type]
    page = visitor.go()
    expect(page.locator(".game svg").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert any(url.endswith(".js") for url in loaded)
    assert any(url.endswith(".woff2") for url in loaded)
    assert sum(loaded.values()) <= 200_000, json.dumps(loaded, indent=1)


def test_a_suggested_name_stays(visit: Visitors) -> None:
    visitor = visit()
    field = visitor.go().get_by_label(re.compile("What shall we call you"))
    name = field.input_value()
    for _ in range(3):  # another would be drawn nearly always
        visitor.page.reload()
        expect(field).to_have_value(name)
    other = visitor.tab()
    other.goto(visitor.page.url)
    expect(other.get_by_label(re.compile("What shall we call you"))).to_have_value(name)
    visitor.open_table("me", "bot:random")
    visitor.my_turn()
    person = visitor.page.evaluate("async () => (await (await fetch('/api/me')).json())")
    assert person["name"] == name
    # The other tab does not know yet that somebody is here, and makes nobody else of him.
    other.locator("a[href='/new/hellas']").click()
    other.get_by_role("button", name="Start", exact=True).click()
    other.wait_for_url(re.compile("/t/"))
    assert other.evaluate("async () => (await (await fetch('/api/me')).json())") == person


def test_my_games_tell_place_and_points(visit: Visitors, over: tuple[Person, str]) -> None:
    person, table = over
    visitor = visit()
    visitor.sit(person)
    page = visitor.go()
    row = page.locator(f"a[href='/t/{table}']")
    seats = page.evaluate("async (table) => (await (await fetch(`/api/tables/${table}`)).json()).seats", table)
    mine = next(seat for seat in seats if seat["mine"])
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}[mine["place"]]
    expect(row).to_contain_text(f"{ordinal} of 3 · {mine['points']} point{'s' * (mine['points'] != 1)}")
