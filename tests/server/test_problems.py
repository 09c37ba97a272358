"""What is refused is said in the language of whoever hears it."""

from __future__ import annotations

import pathlib
import re

import pytest
from table_clients import Person, Server, too_low

from petteia.engine.texts import LANGUAGES
from petteia.server import problems
from petteia.server.words import language_of, server_words

SOURCES = pathlib.Path(problems.__file__).parent
USED = re.compile(
    r'(?:not_now|wrong|not_host|too_much)\(\s*"(\w+)"|Refusal\(\s*[\w.]+, "?[\w-]+"?, "(\w+)"|"illegal-choice", "(\w+)"'
)


def test_every_refusal_has_words_in_every_language() -> None:
    sources = "".join(path.read_text() for path in SOURCES.rglob("*.py"))
    used = {name for names in USED.findall(sources) for name in names if name} | {"no_page", "no_method"}
    english = server_words("en")["problems"]
    assert used == set(english)
    for lang in LANGUAGES:
        words = server_words(lang)["problems"]
        assert list(words) == list(english)
        for name, (title, detail) in words.items():
            assert title.endswith("."), (lang, name)
            assert bool(detail) == bool(english[name][1]), (lang, name)
            places = [re.findall(r"{\w+}", text) for text in (title, detail)]
            assert places == [re.findall(r"{\w+}", text) for text in english[name]], (lang, name)
            assert lang == "en" or title != english[name][0], name


@pytest.mark.parametrize(
    ("query", "header", "lang"),
    [
        ("", "", "en"),
        ("", "fr, it;q=0.8, de;q=0.5", "it"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("seat=1&lang=it", "de", "it"),
        ("lang=xx", "DE", "de"),
        ("lang", ";;,,", "en"),
    ],
)
def test_the_language_of_a_request(query: str, header: str, lang: str) -> None:
    scope = {"query_string": query.encode(), "headers": [(b"accept-language", header.encode())]}
    assert language_of(scope) == lang


def test_refusals_speak_the_language_of_the_page(lite: Server) -> None:
    person = lite.person()
    table = person.open("me", {"kind": "me", "name": "Hot"}, start=True)["id"]
    seat = person.look(table)["to_move"]
    moment = person.now(table, seat)
    low = too_low(moment)
    said: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        person.http.headers["accept-language"] = lang
        answers = [
            person.get("tables/aaaaaaaaaaaa", 404),
            person.get("games/chess/rules", 404),
            person.post("people", 422, name=""),
            person.post(f"tables/{table}/undo", 409, seat=seat, number=moment["number"]),
            person.request("POST", "saves", 422, content=b"{}"),
            person.play(table, seat, moment["number"], low, 409),
        ]
        said[lang] = [f"{one['title']} {one['detail']}" for one in answers]
        with person.live(table, seat, lang=lang) as live:
            live.send(type="play", id=1, seat=seat, number=moment["number"], choice=low)
            refused = live.until("refused")["problem"]
        assert refused == answers[-1]
    for words in zip(*said.values(), strict=True):
        assert len(set(words)) == len(LANGUAGES), words


def test_what_the_program_says_itself_is_kept_apart(lite: Server, alice: Person) -> None:
    problem = alice.post("people", 422, name="x" * 33)
    assert "name" in problem["cause"]
    assert "string" not in f"{problem['title']} {problem['detail']}".lower()
