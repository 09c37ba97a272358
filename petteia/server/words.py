"""The server's own words, and the language in which somebody wants them."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from petteia.engine.texts import LANGUAGES, load

FOLDER = pathlib.Path(__file__).with_name("text")


def server_words(lang: str) -> dict[str, Any]:
    return load(FOLDER, lang)


def language_of(scope: Mapping[str, Any]) -> str:
    """The language that a request asks for: by its `lang`, else by what the browser prefers. (Browsers name what they
    like best first.)"""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [])
    liked = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1").split(",")
    tags = (word.split(";")[0].split("-")[0].strip().lower() for word in (*asked, *liked))
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])
