"""What an operator sees: metrics of all workers, the dashboard and the alerts that use them, readiness, and the log."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pathlib
import re
import signal
import time
from collections.abc import Callable

import httpx
import pytest
import yaml
from table_clients import ANSWER_TIME, Json, Person, Server, play_out, serving, words_of

from petteia.games import NAMES
from petteia.server import logs, metrics, watch
from petteia.server.door import Doorkeeper
from petteia.server.metrics import INSTRUMENTS, STEPS
from petteia.server.settings import BadSetting, Settings

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
SAMPLE = re.compile(r'^(\w+)\{((?:\w+="(?:[^"\\\n]|\\.)*",?)*)\} (\S+)$')

Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Series:
    """All samples, by name and labels; the text has to be what Prometheus reads."""
    found: Series = {}
    family, seen = "", set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
            assert family not in seen, f"{family} stands in two places"
            assert kind in ("counter", "gauge", "histogram")
            seen.add(family)
        elif not line.startswith("# HELP "):
            sample = SAMPLE.match(line)
            assert sample, line
            name, labels, value = sample.groups()
            assert name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") == family or name == family
            key = (name, frozenset(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', labels)))
            assert key not in found, line
            found[key] = float(value)
    assert text.endswith("\n")
    return found


def seen(server: Server) -> Series:
    answer = httpx.get(f"{server.address}/api/metrics", timeout=ANSWER_TIME)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(answer.text)


def total(series: Series, name: str, **labels: str) -> float:
    """The sum of all series of a name with some labels."""
    return sum(number for (one, of), number in series.items() if one == f"petteia_{name}" and labels.items() <= set(of))


# -- metrics -----------------------------------------------------------------------------------------------------------


def test_what_people_and_bots_do_is_counted(server: Server) -> None:
    before = seen(server)
    alice = server.person("Alice")
    table = alice.open("me", "random", start=True)["id"]
    alice.get("tables/aaaaaaaaaaaa", 404)
    alice.http.get("nothing")
    alice.my_turn(table)
    with alice.live(table, 0) as live:
        assert live.moment is not None
        live.play(0, live.moment["number"], words_of(live.moment)[0])
        live.play(0, 10**6, "nonsense")
        now = seen(server)
        assert total(now, "live_connections") - total(before, "live_connections") == 1
    rise = {key: number - before.get(key, 0) for key, number in now.items()}
    assert total(rise, "requests_total", method="POST", route="/api/tables", status="201") == 1
    assert total(rise, "requests_total", route="/api/tables/{table}", status="404") == 1
    assert total(rise, "requests_total", route="none", status="404") == 1
    assert total(rise, "request_seconds_count", route="/api/tables") == 1
    assert total(rise, "refusals_total", kind="no-table") == 1
    assert total(rise, "live_connections_opened_total") == 1
    assert total(rise, "move_seconds_count") == 1
    assert total(rise, "moves_total") >= 1
    assert total(rise, "bot_thoughts_total", pace="quick") >= 1
    assert total(rise, "database_seconds_count", what="append") >= 2
    assert total(rise, "database_seconds_count", what="statement") > 5
    assert total(now, "rooms", status="playing") >= 1
    assert total(now, "game_compiled") == len(NAMES)
    assert total(now, "memory_bytes") > 1e7
    assert total(now, "failures_total") == total(before, "failures_total")
    assert table not in str(now), "names of tables are nobody's business"


def test_a_histogram_adds_up() -> None:
    one = metrics.Histogram("test_seconds", "For a test", "what")
    try:
        for seconds in (0.0005, 0.001, 0.3, 99.0):
            one.observe(seconds, 'a "quoted"\nthing\\')
        lines = one.lines("0")
    finally:
        del INSTRUMENTS[one.name]
    samples = read("# TYPE petteia_test_seconds histogram\n" + "\n".join(lines) + "\n")
    steps = {dict(labels)["le"]: number for (name, labels), number in samples.items() if name.endswith("_bucket")}
    assert list(steps) == [*(str(step) for step in STEPS), "+Inf"]
    assert (steps["0.001"], steps["0.25"], steps["0.5"], steps["10.0"], steps["+Inf"]) == (2, 2, 3, 3, 4)
    assert total(samples, "test_seconds_count") == 4
    assert total(samples, "test_seconds_sum") == pytest.approx(99.3015)


def test_whichever_worker_is_asked_tells_of_all(new_database: Callable[[str], str], tmp_path: pathlib.Path) -> None:
    with serving(new_database("postgresql"), tmp_path, workers=2) as server:

        def both() -> Series:
            until = time.monotonic() + ANSWER_TIME
            while True:
                series = seen(server)
                if {dict(labels)["worker"] for _, labels in series} == {"0", "1"}:
                    return series
                assert time.monotonic() < until, "one worker is never heard of"
                time.sleep(0.2)

        both()
        for _ in range(3):
            alice = server.person()
            play_out([alice], alice.open("me", "random", game="hellas", start=True)["id"], moves=3)
        made = total(both(), "requests_total", route="/api/tables", status="201")
        until = time.monotonic() + ANSWER_TIME
        while made < 3:  # the other worker leaves its numbers every few seconds
            assert time.monotonic() < until
            time.sleep(0.2)
            made = total(both(), "requests_total", route="/api/tables", status="201")
        assert made == 3
        for worker in _workers_of(server):
            os.kill(worker, signal.SIGKILL)
        until = time.monotonic() + ANSWER_TIME  # Uvicorn starts others, which take the numbers over and count anew
        while total(both(), "requests_total", route="/api/tables", status="201"):
            assert time.monotonic() < until, "the new workers are never heard of"
            time.sleep(0.2)


def _workers_of(server: Server) -> list[int]:
    """The processes of the workers."""
    assert server.process is not None
    children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(child) for child in children if "spawn_main" in pathlib.Path(f"/proc/{child}/cmdline").read_text()]


def test_the_dashboard_and_the_alerts_ask_for_what_is_counted() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    alerts = yaml.safe_load((DEPLOY / "petteia-alerts.yml").read_text(encoding="utf-8"))
    rules = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]

    def names(expressions: list[str]) -> set[str]:
        found = {name for expression in expressions for name in re.findall(r"petteia_\w+", expression)}
        return {name.removesuffix("_bucket") for name in found}

    assert names(asked) == set(INSTRUMENTS), "every instrument is shown, and nothing else is asked for"
    assert names(rules) <= set(INSTRUMENTS)
    labels = {label for instrument in INSTRUMENTS.values() for label in instrument.labels} | {"worker", "le"}
    by = {word for e in [*asked, *rules] for group in re.findall(r"by \(([^)]*)\)", e) for word in group.split(", ")}
    assert {word.strip() for group in by for word in group.split(",")} <= labels
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_an_exception_that_nobody_expected_is_counted() -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    before = sum(metrics.FAILURES._counts.values())
    for scope in ({"type": "http", "method": "BREW", "path": "/api/x"}, {"type": "websocket", "path": "/api/x"}):
        with pytest.raises(RuntimeError):
            asyncio.run(watch.Watch(broken, Doorkeeper(Settings()))(scope, None, None))  # type: ignore[arg-type]
    assert sum(metrics.FAILURES._counts.values()) == before + 2
    assert metrics.REQUESTS._counts["other", "none", "0"] >= 1


# -- readiness ---------------------------------------------------------------------------------------------------------


def test_a_server_that_can_play_is_ready(server: Server) -> None:
    assert Person(server, None).get("ready") == {"ready": True, "waits_for": []}


# -- the log -----------------------------------------------------------------------------------------------------------


def lines_of(server: Server) -> list[Json]:
    return [json.loads(line) for line in server.output.splitlines()]


def test_the_log_has_a_line_of_json_for_each_event_and_tells_nothing_of_anybody(tmp_path: pathlib.Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'x.db'}", tmp_path, log="json") as server:
        alice = server.person("Themistokles")
        table = alice.open("me", "random", game="hellas", start=True)["id"]
        play_out([alice], table, moves=2)
        alice.post(f"tables/{table}/chat", text="A word in confidence.")
        alice.get("tables/aaaaaaaaaaaa", 404)
        cookie = alice.cookie
    lines = lines_of(server)
    assert all({"at", "level", "from", "process", "event"} <= set(line) for line in lines)
    assert "Petteia is at" in lines[0]["event"]
    assert lines[-1]["event"] == "Petteia has stopped."
    asked = [(line["method"], line["route"], line["status"]) for line in lines if line["event"] == "request"]
    assert ("POST", "/api/tables", 201) in asked
    assert ("GET", "/api/tables/{table}", 404) in asked
    assert all(line["ms"] >= 0 for line in lines if line["event"] == "request")
    requests = json.dumps([line for line in lines if line["event"] == "request"])
    for secret in (table, "aaaaaaaaaaaa", "Themistokles", "confidence", cookie, "127.0.0.1"):
        assert secret is not None
        assert secret not in requests


def test_a_trace_is_in_its_line() -> None:
    try:
        raise KeyError("lost")
    except KeyError as problem:
        record = logging.LogRecord("petteia", logging.ERROR, "", 0, "it %s", ("broke",), (KeyError, problem, None))
    said = json.loads(logs.JsonLines().format(record))
    assert (said["level"], said["event"]) == ("error", "it broke")
    assert "KeyError: 'lost'" in said["trace"]


def test_another_kind_of_log_is_refused() -> None:
    with pytest.raises(BadSetting, match="PETTEIA_LOG=xml: give text or json"):
        Settings(log="xml").checked()
