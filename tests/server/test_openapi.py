"""The OpenAPI schema is right and complete, and a machine that reads it finds nothing that the server cannot bear."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import jsonschema_rs
import pytest
from table_clients import ANSWER_TIME, Json, Person, Server, schema

from petteia.server import models
from petteia.server.examples import EXAMPLES
from petteia.server.openapi import main as write_schema

OPERATIONS = [
    (f"{method.upper()} {path}", path, operation)
    for path, operations in schema()["paths"].items()
    for method, operation in operations.items()
]
names = pytest.mark.parametrize(("name", "path", "operation"), OPERATIONS, ids=[name for name, *_ in OPERATIONS])


def valid(schema_of: Json, value: object) -> str:
    validator = jsonschema_rs.Draft202012Validator({"components": schema()["components"], **schema_of})
    return "; ".join(str(problem) for problem in validator.iter_errors(value))


@names
def test_every_endpoint_is_explained_and_has_examples(name: str, path: str, operation: Json) -> None:
    assert operation["description"].endswith((".", ")"))
    bodies = list(operation.get("requestBody", {}).get("content", {}).values())
    for status, answer in operation["responses"].items():
        assert answer["description"], status
        if status.startswith("2"):
            assert answer["content"], status
        bodies += answer["content"].values() if not status.startswith("5") else []
    for body in bodies:
        assert "example" in body
        assert not valid(body.get("schema", {}), body["example"])
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            example = parameter.get("example", parameter["schema"].get("examples", [None])[0])
            assert not valid(parameter["schema"], example), parameter["name"]


@names
def test_every_endpoint_says_what_can_go_wrong(name: str, path: str, operation: Json) -> None:
    problems = {status for status in operation["responses"] if status.startswith("4")}
    assert problems >= {"413", "422", "429"}
    if "{table}" in path:
        assert "404" in problems
    if not name.startswith("GET"):
        assert "403" in problems  # a page from elsewhere
    for status in problems:
        content = operation["responses"][status]["content"]
        assert list(content) == ["application/problem+json"]
        assert content["application/problem+json"]["schema"]["$ref"].endswith("/Problem")


def test_the_messages_of_the_live_connection_are_in_the_schema() -> None:
    components = schema()["components"]["schemas"]
    for union in (models.Incoming, models.Outgoing):
        for model in union.__origin__.__args__:  # type: ignore[attr-defined]
            assert model.__name__ in components
    for codes in (models.ClosedForNow, models.ClosedForGood):
        assert not [code for code in codes if valid(components[codes.__name__], code.value)]
    assert "HTTPValidationError" not in json.dumps(schema())


def test_every_reference_leads_somewhere() -> None:
    components = schema()["components"]["schemas"]
    assert {found.rpartition("/")[2] for found in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema()))} <= set(
        components
    )


def test_examples_are_of_their_models() -> None:
    for model, example in EXAMPLES.items():
        model.model_validate_json(json.dumps(example), strict=True)


def test_the_schema_is_served_and_written(lite: Server, tmp_path: pathlib.Path) -> None:
    served: Any = Person(lite, None).http.get("openapi.json").json()
    assert served == schema()
    write_schema(str(tmp_path / "schema.json"))
    assert json.loads((tmp_path / "schema.json").read_text(encoding="utf-8")) == served


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
)


def schemathesis(person: Person, table: str | None, folder: pathlib.Path, *more: str) -> str:
    """Requests made from the schema, right ones and wrong ones, about a table; what it says about them."""
    address = person.server.address
    settings = folder / "schemathesis.toml"
    settings.write_text(f'[parameters]\n"path.table" = "{table}"\n' if table else "")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run"),
            *("--url", address, "--header", f"Cookie: petteia={person.cookie}"),
            *("--phases", "examples,coverage,fuzzing", "--max-examples", "12", "--seed", "1", "--workers", "1"),
            *("--request-timeout", str(ANSWER_TIME)),
            *("--checks", ",".join(CHECKS)),
            *("--generation-database", "none", "--no-color", "--no-shrink", "--suppress-health-check", "all", *more),
            f"{address}/api/openapi.json",
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=20 * ANSWER_TIME,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout


ENDING = "/(leave|resign|logout)$"  # what would end the game in the midst of it; so would DELETE


def asked(server: Server) -> Counter[str]:
    """How often each operation was asked for, as the server counts it."""
    text = Person(server, None).http.get("metrics").text
    found = re.findall(r'^petteia_requests_total\{method="(\w+)",route="([^"]+)".*\} (\S+)$', text, re.MULTILINE)
    counts: Counter[str] = Counter()
    for method, route, many in found:
        counts[f"{method} {route}"] += int(float(many))
    return counts


def test_schemathesis_finds_nothing(server: Server, tmp_path: pathlib.Path) -> None:
    person = server.person()
    table = person.open("me", "random", "random", listed=True, start=True)["id"]
    person.my_turn(table)
    before = asked(server)
    schemathesis(person, table, tmp_path, "--exclude-path-regex", ENDING, "--exclude-method", "DELETE")
    assert person.look(table)["seats"][0]["mine"]
    wanted = {name for name, path, _ in OPERATIONS if not (re.search(ENDING, path) or name.startswith("DELETE"))}
    assert not wanted - set(asked(server) - before)


def test_schemathesis_finds_nothing_when_somebody_goes(lite: Server, tmp_path: pathlib.Path) -> None:
    person = lite.person()
    table = person.open("me", "open", listed=True)["id"]
    before = asked(lite)
    schemathesis(person, table, tmp_path, "--include-method", "DELETE")
    schemathesis(lite.person(), table, tmp_path, "--include-path-regex", "/logout$")
    wanted = {name for name, path, _ in OPERATIONS if name.startswith("DELETE") or path.endswith("/logout")}
    assert not wanted - set(asked(lite) - before)


def test_schemathesis_finds_nothing_at_an_open_table(lite: Server, tmp_path: pathlib.Path) -> None:
    person = lite.person()
    table = person.open("me", "open", listed=True)["id"]
    before = asked(lite)
    about = ("--include-path-regex", "/tables/{table}", "--exclude-method", "DELETE")
    schemathesis(person, table, tmp_path, *about, "--phases", "examples,fuzzing")
    wanted = {name for name, path, _ in OPERATIONS if "{table}" in path and not name.startswith("DELETE")}
    assert not wanted - set(asked(lite) - before)


def test_schemathesis_finds_nothing_on_the_way_from_one_answer_to_the_next(
    lite: Server, tmp_path: pathlib.Path
) -> None:
    """Tables that it opened itself, seats that it sat down on: what an answer names is asked about next."""
    person = lite.person()
    before = asked(lite)
    said = schemathesis(person, None, tmp_path, "--phases", "stateful", "--max-examples", "30")
    covered = re.search(r"API Links: +(\d+) covered", said)
    assert covered, said
    assert int(covered[1]) >= 5
    made = asked(lite) - before
    assert made["POST /api/tables"] >= 1
    assert sum(many for name, many in made.items() if "{table}" in name) >= 5
