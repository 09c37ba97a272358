"""How others come to a table from their own devices: the address in the network, and codes for cameras."""

from __future__ import annotations

import hashlib
import socket

import pytest
from table_clients import Server

from petteia.server import qr, serving
from petteia.server.reaching import is_here, network_address
from petteia.server.settings import Settings

WORDS = "In the beginning were Petteia, pebbles on a board. " * 4
# Of each version: so many letters fill it, drawn under a mask by another program (qrcode 8.2), and what came of it.
DRAWN = [
    (14, 0, "ef671c51a418ae31"),
    (26, 1, "c0decb5dd5dfd34a"),
    (42, 2, "406bafde0d22c76a"),
    (62, 3, "f34506716d9ee0bd"),
    (84, 4, "52288a4c24689999"),
    (106, 5, "708ca10cb80c7bff"),
    (122, 6, "9830b1e281af7d06"),
    (152, 7, "5f93d577b77d36a9"),
    (180, 0, "fee85db3ec52bcc2"),
]


@pytest.mark.parametrize(("length", "mask", "mark"), DRAWN)
def test_codes_are_those_of_another_program(length: int, mask: int, mark: str) -> None:
    rows = qr.drawn(WORDS[:length], mask)
    assert hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16] == mark
    assert qr.code(WORDS[:length]) in [qr.drawn(WORDS[:length], one) for one in range(8)]


def test_the_standards_example_of_correction() -> None:
    block = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert qr.correction(block, 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]


def test_a_code_in_the_terminal_shows_every_spot() -> None:
    rows = qr.code("Petteia")
    lines = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in qr.in_terminal(rows).splitlines()]
    light = {"█": "00", "▀": "01", "▄": "10", " ": "11"}
    seen = ["".join(light[sign][half] for sign in line) for line in lines for half in (0, 1)]
    assert [row[2:-2] for row in seen[2 : 2 + len(rows)]] == rows
    assert {*seen[0], *seen[1], *seen[-1]} == {"0"}


def test_what_is_too_long_for_a_code_is_refused(lite: Server) -> None:
    person = lite.person()
    link = f"http://192.168.178.23:8000/t/k3v9x2m4p8qa#join={'x' * 32}"
    assert person.post("qr", text=link)["rows"] == qr.code(link)
    assert person.post("qr", 422, text="x" * 151)["type"] == "wrong-input"
    assert person.post("qr", 422, text="λ" * 120)["title"] == "This cannot be read."


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1", True),
        ("127.3.2.1", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.178.23", False),
        ("example.org", False),
    ],
)
def test_who_is_at_this_machine(host: str, here: bool) -> None:
    assert is_here(host) is here


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    assert network_address(Settings()) is None
    assert network_address(Settings(host="192.168.178.23", port=80)) == "http://192.168.178.23:80/"
    assert network_address(Settings(host="fd00::7")) == "http://[fd00::7]:8000/"
    monkeypatch.setattr(socket.socket, "connect", lambda probe, address: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda probe: ("10.0.0.7", 1))
    assert network_address(Settings(host="0.0.0.0")) == "http://10.0.0.7:8000/"
    assert serving.for_others(Settings(host="0.0.0.0")) == "In your network it is at http://10.0.0.7:8000/"


def test_behind_a_proxy_nobody_is_led_round_it() -> None:
    asked = Settings(secure=True, hosts="play.example.org, petteia.example.org")
    assert serving.for_others(asked).endswith(": https://play.example.org/, https://petteia.example.org/")
    assert "PETTEIA_HOSTS" in serving.for_others(Settings(secure=True))


def test_a_machine_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(probe: socket.socket, address: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert network_address(Settings(host="0.0.0.0")) is None
    assert "no network" in serving.for_others(Settings(host="0.0.0.0"))
    assert "--host 0.0.0.0" in serving.for_others(Settings())


def test_only_this_machine_is_told_how_others_come_here(lite: Server) -> None:
    person = lite.person()
    assert person.get("reach") == {"address": None, "here_only": True}
    nothing = {"address": None, "here_only": False}
    for headers in ({"host": "192.0.2.7"}, {"x-forwarded-for": "203.0.113.9"}, {"forwarded": "for=203.0.113.9"}):
        assert person.http.get("reach", headers=headers).json() == nothing
