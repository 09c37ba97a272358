"""One's data, one's devices, and going for good, in the settings."""

from __future__ import annotations

import json
import pathlib
import re

import pytest
from playwright.sync_api import Page, expect
from table_clients import Person, Server
from visitors import DESKTOP, PHONE, Visitor, Visitors

WORDS = {
    "en": ("Where you are known", "Your data", "Delete me"),
    "de": ("Wo du bekannt bist", "Deine Daten", "Mich löschen"),
    "it": ("Dove ti conosciamo", "I tuoi dati", "Cancellami"),
}


def settings(visitor: Visitor) -> Page:
    """The settings, opened."""
    page = visitor.page
    visitor.press(page.get_by_role("banner").get_by_role("button", name=re.compile("Settings|Einstell|Impost")))
    page.get_by_role("dialog").wait_for()
    return page


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_devices_data_and_deletion(
    visit: Visitors, house: Server, size: tuple[int, int], tmp_path: pathlib.Path
) -> None:
    sappho, other = house.person("Sappho"), house.person("Alkaios")
    phone = Person(house, None)
    phone.http.headers["user-agent"] = "Mozilla/5.0 (iPhone) Version/17 Safari/604"
    phone.post("carry", token=sappho.post("me/carry")["token"])
    table = sappho.open("me", "open", listed=True)["id"]
    other.post(f"tables/{table}/join")
    sappho.post(f"tables/{table}/start")
    visitor = visit(size=size, touch=size == PHONE)
    visitor.sit(sappho)
    visitor.go("/")
    page = settings(visitor)

    # Another device is seen, and logged out.
    there = page.get_by_role("listitem").filter(has_text="Safari, iPhone")
    expect(there).to_be_visible()
    assert not visitor.faults("settings of somebody known")
    visitor.press(there.get_by_role("button"))
    expect(there).to_have_count(0)
    assert phone.get("me") is None
    assert sappho.get("me")["name"] == "Sappho"

    # All data is a file.
    with page.expect_download() as loading:
        visitor.press(page.get_by_role("link", name="Download all of it"))
    kept = tmp_path / "mine.json"
    loading.value.save_as(kept)
    assert json.loads(kept.read_text(encoding="utf-8"))["person"]["name"] == "Sappho"

    # To go for good is asked twice.
    visitor.press(visitor.button(re.compile("^Delete me …")))
    expect(page.get_by_text("a bot goes on")).to_be_visible()
    assert not visitor.faults("before one goes")
    visitor.press(visitor.button("Cancel"))
    assert sappho.get("me")["name"] == "Sappho"
    visitor.press(visitor.button(re.compile("^Delete me …")))
    with page.expect_navigation():
        visitor.press(visitor.button("Delete me for good"))
    expect(page.get_by_role("heading", name="My games")).to_have_count(0)
    assert sappho.get("me") is None
    assert other.look(table)["seats"][0]["kind"] == "bot"


def test_logging_out(visit: Visitors, house: Server) -> None:
    erinna = house.person("Erinna")
    visitor = visit()
    visitor.sit(erinna)
    visitor.go("/")
    page = settings(visitor)
    visitor.press(visitor.button("Log out here"))
    expect(page.get_by_text("nobody can be Erinna again")).to_be_visible()  # known nowhere else, so it is asked
    with page.expect_navigation():
        visitor.press(visitor.button("Log out anyway"))
    page.get_by_role("banner").wait_for()
    assert erinna.get("me") is None


def test_in_every_language(visit: Visitors, house: Server) -> None:
    visitor = visit()
    visitor.sit(house.person("Korinna"))
    page = visitor.go("/")
    for language, words in WORDS.items():
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        page.wait_for_function("(wanted) => document.documentElement.lang === wanted", arg=language)
        settings(visitor)
        for word in words:
            expect(page.get_by_role("dialog").get_by_text(word).first).to_be_visible()
        page.keyboard.press("Escape")


def test_a_table_of_ones_own_is_deleted(visit: Visitors, house: Server) -> None:
    myrtis = house.person("Myrtis")
    table = myrtis.open("me", "random", start=True)["id"]
    visitor = visit()
    visitor.sit(myrtis)
    page = visitor.go(f"/t/{table}")
    visitor.wait_for("it.there")
    visitor.press(page.get_by_role("banner").get_by_role("button", name="More"))
    visitor.press(visitor.button(re.compile("^Delete this table")))
    assert not visitor.faults("before a table goes")
    visitor.press(visitor.button("Delete it for good"))
    expect(page).to_have_url(re.compile(r"/$"))
    myrtis.get(f"tables/{table}", 404)
