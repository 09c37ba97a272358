"""Files that are written to cost much: whatever somebody uploads, everybody else is answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
import time
import types
from collections.abc import Callable
from typing import Any

import psutil
import pytest
from table_clients import ANSWER_TIME, Person, Server, plans, serving, words_of

import petteia
from petteia.games import NAMES, find
from petteia.pages import page
from petteia.server import reader
from petteia.server.problems import Refusal
from petteia.server.reader import ReadSave, TookTooLong, Unreadable, read_save
from petteia.server.reading import MOST_OF_ONE, MOST_WAITING, Reading
from petteia.server.showing import MOMENT_SECONDS
from petteia.server.tables import moves

Json = dict[str, Any]


def save_of(game: str = "peloponnes", moves: int = 0, **more: Any) -> Json:
    match = petteia.new(game, seats=2, seed=1)
    for _ in range(moves):
        match.play(match.legal_ids[0])
    return {**match.as_save(), **more}


OWN_NAME = "Our Market"


def own_box() -> str:
    """The printed box of Peloponnes, but for what one tile is called."""
    printed = find("peloponnes").box.text
    assert 'name = "Market"' in printed
    return printed.replace('name = "Market"', f'name = "{OWN_NAME}"', 1)


def with_box(text: str) -> Json:
    return save_of(box="0" * 16, box_file={"name": "mine.toml", "text": text})


# Each took seconds to hours of processor time, during which nobody at all was answered.
HOSTILE = {
    "blanks": save_of(position="x = " + " " * 40_000 + "y"),
    "blanks in each line": save_of(position=("x = " + " " * 1500 + "y\n") * 20),
    "a long position": save_of(position="x = 1\n" * 60_000),
    "a dotted key": with_box("a." * 16_000 + "a = 1"),
    "a dotted header": with_box("[" + "a." * 16_000 + "a]"),
    "a dotted key in a table": with_box("x = {" + "a." * 16_000 + "a = 1}"),
    "a dotted key in a position": save_of(position="x = {" + "a." * 16_000 + "a = 1}"),
    "a large box": with_box("# " + "x" * 200_000),
    "a long way down": {"petteia": "save", "options": json.loads("[" * 400 + "]" * 400)},
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_file_that_would_take_long_is_refused_at_once(case: str) -> None:
    began = time.process_time()
    answer = reader.read_save(json.dumps(HOSTILE[case]).encode())
    assert isinstance(answer, Unreadable)
    assert len(answer.cause) <= reader.LONGEST_CAUSE
    assert time.process_time() - began < reader.SECONDS / 2


def test_what_is_too_long_is_said_in_words() -> None:
    for data, said in (
        (HOSTILE["a long position"], "too many for a position"),
        (HOSTILE["a dotted key in a position"], "line 1: 32011 characters are too many"),
        (HOSTILE["a dotted key"], "16000 dots"),
        (HOSTILE["a large box"], "200002 characters"),
        (save_of(more="x" * 600_000), "too large for a save file"),
    ):
        answer = reader.read_save(json.dumps(data).encode())
        assert isinstance(answer, Unreadable)
        assert said in answer.cause


@pytest.mark.parametrize("game", NAMES)
def test_a_save_is_handed_over_as_it_was_played(game: str) -> None:
    match = petteia.new(game, seats=2, seed=1)
    for _ in range(10):
        match.play(match.legal_ids[-1])
    read = reader.read_save(json.dumps(match.as_save()).encode())
    assert isinstance(read, ReadSave)
    assert (read.game, read.seats, read.seed, read.dealt, read.box) == (game, 2, match.seed, True, None)
    assert [step.state for step in read.course] == match.states
    assert [step.words for step in read.course] == [None, *(choice.words for choice in match.history)]
    assert [step.seat for step in read.course[1:]] == [match.at(move).to_move for move in range(10)]


def test_a_game_of_which_a_moment_takes_long_to_show_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would keep everybody waiting who is at the same worker."""
    data = json.dumps(save_of("poseidon", moves=5)).encode()
    assert isinstance(read_save(data), ReadSave)
    shown: list[int] = []

    def extras(match: petteia.Match) -> Json:
        shown.append(match.move_number)
        until = time.process_time() + (2 * MOMENT_SECONDS if match.move_number == 3 else 0)
        while time.process_time() < until:
            pass
        return {}

    monkeypatch.setattr(page("poseidon"), "extras", extras)
    assert isinstance(read_save(data), TookTooLong)
    assert shown == [0, 1, 2, 3, 3]  # the first time something may have to be loaded


def test_a_choice_that_leads_to_such_a_moment_is_refused_where_the_box_is_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = petteia.new("peloponnes", seats=2, seed=1)
    own = petteia.new("peloponnes", seats=2, seed=1, box=find("peloponnes").read_box("mine.toml", own_box()))
    room: Any = types.SimpleNamespace(seats=[{"kind": "person"}, {"kind": "bot"}])
    assert [moves._may_take_long(room, match, seat) for match in (printed, own) for seat in (0, 1)] == [
        *(False, False),
        *(True, False),
    ]
    moves._try_out(own.at(0), own.legal_ids[0])

    def extras(match: petteia.Match) -> Json:
        until = time.thread_time() + 2 * MOMENT_SECONDS
        while time.thread_time() < until:
            pass
        return {}

    monkeypatch.setattr(page("peloponnes"), "extras", extras)
    with pytest.raises(Refusal) as refused:
        moves._try_out(own.at(0), own.legal_ids[0])
    assert "too long" in refused.value.as_json("en")["detail"] + refused.value.as_json("en")["title"]


def test_a_box_is_handed_over_as_it_was_read() -> None:
    box = find("peloponnes").read_box("mine.toml", own_box())
    sent = reader.read_box("peloponnes", "mine.toml", own_box())
    assert isinstance(sent, reader.SentBox)
    opened = sent.opened()
    assert opened.record.tobytes() == box.record.tobytes()
    assert opened.record.dtype == box.record.dtype
    assert (opened.data, opened.lists, opened.titles, opened.text) == (box.data, box.lists, box.titles, box.text)
    assert opened.fingerprint == box.fingerprint


# -- the process -------------------------------------------------------------------------------------------------------


# A process to which every save takes for ever, in a loop of C, in which Python hears no signal.
ENDLESS = """
import itertools
from petteia.server import reader
reader.ANSWERS["save"] = lambda data: sum(itertools.count())
reader.serve()
"""


def test_who_takes_too_long_is_ended_and_the_next_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("petteia.server.reading.COMMAND", ENDLESS)
    for limit in ("PATIENCE", "START_TIME"):  # it is ended by its processor time, however busy the machine is
        monkeypatch.setattr(f"petteia.server.reading.{limit}", 600.0)

    async def ask() -> None:
        reading = Reading()
        try:
            for _ in range(2):
                with pytest.raises(Refusal) as refused:
                    await reading.save(b"{}", "somebody")
                assert refused.value.words == "slow_save"
            process = reading._process
            assert await reading.box("peloponnes", "mine.toml", own_box()) is not None
            assert reading._process is process  # which has children for what takes long
        finally:
            await reading.close()

    asyncio.run(ask())


def test_a_reader_that_was_killed_is_replaced() -> None:
    async def ask() -> None:
        reading = Reading()
        try:
            for _ in range(2):
                save = await reading.save(json.dumps(save_of()).encode(), "somebody")
                assert save.game == "peloponnes"
                assert reading._process is not None
                reading._process.kill()
                await reading._process.wait()
        finally:
            await reading.close()

    asyncio.run(ask())


def test_one_sender_does_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read turn by turn, one from each source; who sends too many is told so, and so is everybody where there
    are too many in all."""
    order: list[str] = []

    async def answered(self: Reading, question: Any) -> Any:
        await asyncio.sleep(0)
        order.append(question[1][0].decode())
        return TookTooLong()

    monkeypatch.setattr(Reading, "_answered", answered)

    async def send(reading: Reading, source: str, name: str) -> str:
        with pytest.raises(Refusal) as refused:
            await reading.save(name.encode(), source)
        return refused.value.words

    async def crowd() -> None:
        reading = Reading()
        many = [send(reading, "mallory", f"mallory {number}") for number in range(MOST_OF_ONE + 2)]
        said = await asyncio.gather(*many, send(reading, "alice", "alice"))
        assert said == ["slow_save"] * MOST_OF_ONE + ["too_fast"] * 2 + ["slow_save"]
        assert order.index("alice") == 1
        said = await asyncio.gather(*(send(reading, f"guest {number}", "x") for number in range(MOST_WAITING + 1)))
        assert said.count("busy") == 1
        assert not reading._waiting

    asyncio.run(crowd())


# -- at a server -------------------------------------------------------------------------------------------------------


def readers_of(server: Server) -> list[psutil.Process]:
    assert server.process is not None
    readers = []
    for child in psutil.Process(server.process.pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # it has ended, as a reader that took too long does
            if "petteia.server.reader" in " ".join(child.cmdline()):
                readers.append(child)
    return readers


def test_hostile_files_cost_the_server_nothing(lite: Server) -> None:
    """What counts is the server's own processor time: whatever else this machine does, nobody waits for longer."""
    mallory = lite.person("Mallory")
    assert lite.process is not None
    server = psutil.Process(lite.process.pid)
    began = sum(server.cpu_times()[:2])
    for data in HOSTILE.values():
        mallory.request("POST", "saves", 422, json=data)
    assert sum(server.cpu_times()[:2]) - began < 2
    assert lite.person("Alice").request("POST", "saves", json=save_of(moves=3))["moves"] == 3


def test_a_table_with_a_box_of_its_own_is_found_again(
    new_database: Callable[[str], str], tmp_path: pathlib.Path
) -> None:
    """Its box is read again by the process that reads, never by the server; and that process ends with the server, also
    where it is killed."""
    match = petteia.new("peloponnes", seats=2, seed=1, box=find("peloponnes").read_box("mine.toml", own_box()))
    with serving(new_database("sqlite"), tmp_path) as server:
        person = server.person()
        table = person.request("POST", "saves", json=match.as_save())["id"]
        readers = readers_of(server)
        assert readers
        fork = person.post(f"tables/{table}/fork", move=0, seats=plans("me", "me"))["id"]
        seat = person.look(fork)["to_move"]
        moment = person.now(fork, seat)
        person.play(fork, seat, moment["number"], words_of(moment)[0])
        server.kill()
        _, alive = psutil.wait_procs(readers, ANSWER_TIME)
        assert not alive
        server.start()
        again = Person(server, cookie=person.cookie)
        assert OWN_NAME in json.dumps(again.get(f"tables/{table}/box"))
        readers = readers_of(server)
        server.stop()
        _, alive = psutil.wait_procs(readers, ANSWER_TIME)
        assert not alive
