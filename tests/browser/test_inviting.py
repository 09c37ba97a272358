"""How friends come to a table from their own devices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from visitors import DESKTOP, PHONE, Visitors

IN_THE_NETWORK = {"address": "http://192.168.178.23:8000/", "here_only": False}
SHARE = "navigator.share = (what) => { window.shared = what; return Promise.resolve() }"


def test_an_invitation_by_the_address_in_the_network(visit: Visitors) -> None:
    visitor = visit(size=PHONE, touch=True)
    page = visitor.page
    page.add_init_script(SHARE)
    page.route("**/api/reach", lambda route: route.fulfill(json=IN_THE_NETWORK))
    table = visitor.open_table("me", "open")
    field = page.get_by_role("textbox", name="Invite others")
    expect(field).to_have_value(re.compile(rf"^http://192\.168\.178\.23:8000/t/{table}#join=[\w-]+$"))
    expect(page.get_by_role("img", name="Invite others: QR code")).to_be_visible()
    expect(page.get_by_text("When every seat is taken, you start the game.")).to_be_visible()
    visitor.press(visitor.button("Share"))
    shared = page.evaluate("window.shared")
    assert shared == {"text": "Come and play Peloponnes with me:", "url": field.input_value()}
    assert not visitor.faults("the invitation")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_every_link_for_another_device_has_that_address(visit: Visitors, size: tuple[int, int]) -> None:
    """Oneself on a phone, one's seat there, and friends who come to a running game."""
    visitor = visit(size=size, touch=size == PHONE)
    page = visitor.page
    page.route("**/api/reach", lambda route: route.fulfill(json=IN_THE_NETWORK))
    table = visitor.open_table("me", "bot:greedy")
    visitor.my_turn()
    faults = []
    for menu, button, label, path in (
        ("Settings", "Make a link", "Use on another device", "#carry="),
        ("More", re.compile("^Let .* play on another device"), re.compile("^Let .* play"), f"t/{table}#seat=0."),
        ("More", "Make an invitation link", "Invite others", f"t/{table}#join="),
    ):
        visitor.press(page.get_by_role("banner").get_by_role("button", name=re.compile(menu)))
        dialog = page.get_by_role("dialog")
        visitor.press(dialog.get_by_role("button", name=button))
        link = re.compile("^" + re.escape(f"http://192.168.178.23:8000/{path}"))
        expect(dialog.get_by_role("textbox", name=label)).to_have_value(link)
        expect(dialog.get_by_role("img", name="QR code")).to_be_in_viewport()
        faults += visitor.faults(path)
        visitor.press(dialog.get_by_label("Close").first)
    assert not faults, "\n".join(faults)


def test_a_server_for_this_machine_says_how_others_can_come(visit: Visitors) -> None:
    visitor = visit()
    visitor.open_table("me", "open")
    expect(visitor.page.get_by_text("petteia serve --host 0.0.0.0")).to_be_visible()
    expect(visitor.page.get_by_role("img", name="QR code")).to_have_count(0)  # it would lead nowhere
    assert not visitor.faults("the invitation")


def test_a_friend_with_the_address_alone_asks_to_join(visit: Visitors) -> None:
    anna, ben = visit(), visit(size=PHONE, touch=True)
    anna.go()
    anna.be_called("Anna")
    anna.open_table("me", "open")
    with ben.forgiving("404"):  # the table itself is not shown
        ben.page.goto(anna.page.url)
        expect(ben.page.get_by_role("heading", name="This table is private")).to_be_visible()
        expect(ben.page.get_by_text("Anna")).to_have_count(0)
        expect(ben.page.get_by_text("Peloponnes")).to_have_count(0)
        assert not ben.faults("asking to join")
        ben.page.get_by_label("Your name").fill("Ben")
        ben.press(ben.button("Ask to join"))
        expect(ben.page.get_by_text("You have asked.")).to_be_visible()
        knock = anna.page.get_by_role("alert").filter(has_text="Ben asks to join.")
        expect(knock).to_be_visible()
        assert not anna.faults("somebody asks to join")
        knock.get_by_role("button", name="Not now").click()
        expect(ben.page.get_by_text("You were not let in this time.")).to_be_visible()
        ben.press(ben.button("Ask to join"))
        knock.get_by_role("button", name="Let in").click()
        expect(ben.page.get_by_text("Whoever opened the table will start it.")).to_be_visible()
    anna.press(anna.button("Start the game"))
    ben.wait_for("it.there")


def test_an_address_that_leads_nowhere_asks_nobody(visit: Visitors) -> None:
    visitor = visit()
    with visitor.forgiving("404"):
        page = visitor.go("/t/aaaaaaaaaaaa")
        expect(page.get_by_role("heading", name="There is no table here")).to_be_visible()
        expect(visitor.button("Ask to join")).to_have_count(0)
