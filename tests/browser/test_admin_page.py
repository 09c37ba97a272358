"""Reporting, and the page of administrators: by mouse and by thumb, in all languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_clients import Person, Server
from visitors import DESKTOP, PHONE, Visitor, Visitors

from petteia.server.admin.access import ask
from petteia.server.schema import METADATA
from petteia.server.settings import Settings

sizes = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


def do(house: Server, path: str, what: str, **more: object) -> None:
    """What somebody does at the command line."""
    ask(Settings(database=house.database), None, "POST", path, {"do": what, "why": "for the test", **more})


def solon(house: Server, visit: Visitors, size: tuple[int, int], **more: object) -> Visitor:
    """An administrator before his page."""
    person = house.person("Solon")
    do(house, f"people/{person.id}", "mark")
    visitor = visit(size=size, touch=size == PHONE, **more)  # type: ignore[arg-type]
    visitor.sit(person)
    visitor.go("/admin")
    return visitor


def act(visitor: Visitor, name: str, why: str) -> None:
    """Says the reason of a deed, and does it."""
    dialog = visitor.page.get_by_role("dialog", name=name)
    expect(dialog.get_by_role("button", name=name, exact=True)).to_be_disabled()
    assert not visitor.faults(f"the dialog {name}")
    dialog.get_by_label("Outcome" if name == "Done with it" else "Reason").fill(why)
    visitor.press(dialog.get_by_role("button", name=name, exact=True))
    expect(dialog).to_have_count(0)


def tab(visitor: Visitor, name: str) -> None:
    visitor.press(visitor.page.get_by_role("tab", name=name))


@pytest.fixture
def two(house: Server) -> tuple[Person, Person, str]:
    """Anna and Kleon at a table, where Kleon is rude."""
    anna, kleon = house.person("Anna"), house.person("Kleon")
    table = anna.open("me", "open", listed=True)["id"]
    kleon.post(f"tables/{table}/join")
    anna.post(f"tables/{table}/start")
    anna.post(f"tables/{table}/chat", text="Good luck!")
    kleon.post(f"tables/{table}/chat", text="You play like a Persian.")
    return anna, kleon, table


@sizes
def test_a_message_is_reported_and_handled(
    visit: Visitors, house: Server, two: tuple[Person, Person, str], size: tuple[int, int]
) -> None:
    anna, kleon, table = two
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(anna)
    page = visitor.go(f"/t/{table}")
    visitor.wait_for("it.there")
    page.keyboard.press("c")
    expect(page.get_by_text("You play like a Persian.")).to_be_visible()
    expect(page.get_by_role("button", name="Report this message of Anna")).to_have_count(0)
    assert not visitor.faults("the chat")
    visitor.press(page.get_by_role("button", name="Report this message of Kleon"))
    report = page.get_by_role("dialog", name="Report")
    report.get_by_label("What is wrong with it?").fill("an insult")
    assert not visitor.faults("reporting")
    visitor.press(report.get_by_role("button", name="Report it"))
    expect(page.get_by_text("Reported. Thank you.")).to_be_visible()

    admin = solon(house, visit, size)
    row = admin.page.get_by_role("listitem").filter(has_text=table)
    expect(row).to_contain_text("Kleon: You play like a Persian.")
    expect(row).to_contain_text("an insult")
    admin.press(row.get_by_text("What was said before"))
    expect(row.get_by_text("Good luck!")).to_be_visible()
    assert not admin.faults("reports")
    admin.press(row.get_by_role("button", name="Take back"))
    act(admin, "Take back", "an insult")
    expect(page.get_by_text("An administrator took this message back.")).to_be_visible()
    expect(page.get_by_text("You play like a Persian.")).to_have_count(0)
    admin.press(row.get_by_role("button", name="Mute"))
    act(admin, "Mute", "no insults here")
    assert "no insults here" in kleon.post(f"tables/{table}/chat", 403, text="And you like a Spartan.")["detail"]
    admin.press(row.get_by_role("button", name="Kick"))
    act(admin, "Kick", "no insults here")
    assert anna.wait(table, lambda found: found["seats"][1]["resigned"])["seats"][1]["kind"] == "bot"
    admin.press(row.get_by_role("button", name="Done with it"))
    act(admin, "Done with it", "muted for a day, and sent away")
    expect(row).to_have_count(0)
    admin.page.get_by_role("radio", name="Handled").check(force=True)
    expect(row).to_contain_text("muted for a day, and sent away")
    tab(admin, "Log")
    deeds = admin.page.get_by_role("tabpanel").get_by_role("listitem")
    for place, words in enumerate(("Done with it", "Kick", "Mute", "Take back")):
        expect(deeds.nth(place)).to_contain_text(words)
        expect(deeds.nth(place)).to_contain_text("Solon")


@sizes
def test_a_name_is_reported_and_changed(
    visit: Visitors, house: Server, two: tuple[Person, Person, str], size: tuple[int, int]
) -> None:
    anna, kleon, table = two
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(anna)
    page = visitor.go(f"/t/{table}")
    visitor.wait_for("it.there")
    visitor.press(visitor.button("More", exact=True))
    visitor.press(visitor.button("Report a name"))
    assert not visitor.faults("reporting a name")
    visitor.press(visitor.button("Report it"))
    expect(page.get_by_text("Reported. Thank you.")).to_be_visible()

    admin = solon(house, visit, size)
    row = admin.page.get_by_role("listitem").filter(has_text=table)
    expect(row).to_contain_text("The name is meant.")
    admin.press(row.get_by_role("button", name="Rename"))
    admin.page.get_by_label("New name").fill("Guest")
    act(admin, "Rename", "a rude name")
    expect(page.get_by_text("Guest").first).to_be_attached()
    assert kleon.get("me")["name"] == "Guest"


@sizes
def test_people_and_tables_are_looked_after(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    name = f"Phidias {size[0]}"
    phidias = house.person(name)
    table = phidias.open("me", {"kind": "me", "name": "Rude"}, "open", listed=True)["id"]
    there = visit(size=size, touch=size == PHONE)
    there.sit(phidias)
    there.go(f"/t/{table}")
    expect(there.page.get_by_role("heading", name="The table is being set")).to_be_visible()

    admin = solon(house, visit, size)
    page = admin.page
    tab(admin, "People")
    page.get_by_role("searchbox").fill(name.lower())
    admin.press(admin.button("Find"))
    row = page.get_by_role("tabpanel").get_by_role("listitem")
    expect(row).to_have_count(1)
    admin.press(row.get_by_role("button", name="1 table"))
    expect(page.get_by_text(f"Tables of {name}")).to_be_visible()
    seat = page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=table)
    expect(seat).to_contain_text(f"Peloponnes · {table}")
    expect(seat).to_contain_text("0 bytes")
    admin.press(seat.get_by_role("button", name="Rename a seat"))
    page.get_by_role("dialog").get_by_role("radio", name="Rude").check(force=True)
    page.get_by_label("New name").fill("Second")
    act(admin, "Rename a seat", "rude")
    expect(there.page.get_by_text("Second")).to_be_visible()
    admin.press(seat.get_by_role("button", name="Hide"))
    act(admin, "Hide", "for a while")
    expect(seat).to_contain_text("hidden")
    admin.press(seat.get_by_role("button", name="Show"))
    act(admin, "Show", "enough")
    admin.press(seat.get_by_role("button", name="End"))
    act(admin, "End", "it never began")
    expect(seat).to_contain_text("abandoned")

    tab(admin, "People")
    page.get_by_role("searchbox").fill(name)
    admin.press(admin.button("Find"))
    expect(row).to_have_count(1)
    expect(row.get_by_role("button", name="Lift")).to_have_count(0)  # there is nothing to be lifted
    admin.press(row.get_by_role("button", name="Ban"))
    with there.forgiving("403"):
        act(admin, "Ban", "spam everywhere")
        expect(row).to_contain_text("banned until")
        expect(there.page.get_by_role("heading", name="You are banned")).to_be_visible()
        expect(there.page.get_by_text("spam everywhere")).to_be_visible()
        assert not there.faults("banned")
    admin.press(row.get_by_role("button", name="Lift"))
    act(admin, "Lift", "he is sorry")
    expect(row.get_by_role("button", name="Lift")).to_have_count(0)
    do(house, f"people/{phidias.id}", "kick", table=house.person("Host").open("me", "open", listed=True)["id"])
    tab(admin, "Log")
    tab(admin, "People")
    page.get_by_role("searchbox").fill(name)
    admin.press(admin.button("Find"))
    expect(row).to_have_count(1)
    expect(row).to_contain_text("kicked from 1 table")
    admin.press(row.get_by_role("button", name="Lift"))
    act(admin, "Lift", "once more")
    expect(row).not_to_contain_text("kicked")
    there.go("/")
    expect(there.page.get_by_role("heading", name="My games")).to_be_visible()

    tab(admin, "Tables")
    page.get_by_role("searchbox").fill(table)
    admin.press(admin.button("Find"))
    admin.press(seat.get_by_role("button", name="Delete"))
    act(admin, "Delete", "nobody needs it")
    expect(seat).to_have_count(0)
    assert phidias.get("me/tables") == []

    tab(admin, "People")
    page.get_by_role("searchbox").fill(name)
    admin.press(admin.button("Find"))
    expect(row).to_have_count(1)
    admin.press(row.get_by_role("button", name="Delete"))
    expect(page.get_by_role("dialog").get_by_text("This cannot be undone.")).to_be_visible()
    admin.press(page.get_by_role("dialog").get_by_role("button", name="Cancel"))
    assert phidias.get("me")["name"] == name
    admin.press(row.get_by_role("button", name="Delete"))
    act(admin, "Delete", "he asked for it")
    expect(row.filter(has_text=name)).to_have_count(0)
    assert phidias.get("me") is None


@sizes
def test_the_name_of_who_asks_to_join_is_reported(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    anna, rude = house.person("Anna"), house.person("Rude")
    table = anna.open("me", "open")["id"]
    rude.post(f"tables/{table}/knock")
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(anna)
    page = visitor.go(f"/t/{table}")
    visitor.press(page.get_by_role("button", name="Report: Rude"))
    assert not visitor.faults("reporting who asks to join")
    visitor.press(visitor.button("Report it"))
    expect(page.get_by_text("Reported. Thank you.")).to_be_visible()
    admin = solon(house, visit, size)
    expect(admin.page.get_by_role("listitem").filter(has_text=table)).to_contain_text("Rude")


@sizes
def test_who_is_banned_still_has_his_data(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    kleon = house.person("Kleon")
    do(house, f"people/{kleon.id}", "ban")
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(kleon)
    page = visitor.go("/")
    expect(page.get_by_role("heading", name="You are banned")).to_be_visible()
    visitor.press(page.get_by_role("banner").get_by_role("button", name="Settings"))
    expect(page.get_by_role("dialog").get_by_text("this one")).to_be_visible()
    visitor.press(visitor.button("Delete me …"))
    with page.expect_navigation():
        visitor.press(visitor.button("Delete me for good"))
    page.get_by_role("banner").wait_for()
    assert kleon.get("me") is None


@sizes
def test_who_has_no_mark_sees_nothing(visit: Visitors, house: Server, size: tuple[int, int]) -> None:
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(house.person("Anna"))
    visitor.go("/")
    expect(visitor.page.get_by_role("link", name="Administration")).to_have_count(0)
    with visitor.forgiving("403"):
        visitor.go("/admin")
        expect(visitor.page.get_by_role("heading", name="This page is for administrators.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "it"])
@sizes
def test_every_tab_for_every_eye(
    visit: Visitors, house: Server, two: tuple[Person, Person, str], size: tuple[int, int], language: str
) -> None:
    anna, _, table = two
    anna.post(f"tables/{table}/report", seat=1, why="a rude name")
    admin = solon(house, visit, size, dark=language == "de", prefers={"language": language})
    page = admin.page
    found: list[str] = []
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(5)
    for place in range(5):
        admin.press(tabs.nth(place))
        page.get_by_role("tabpanel").locator("li, td").first.wait_for()
        found += admin.faults(f"{language} {place}")
        found += [
            f"{language}: {words}" for words in page.locator("tbody th").all_inner_texts() if words in METADATA.tables
        ]
    assert not found, "\n".join(found)
