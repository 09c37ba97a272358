"""Having files from outside read: saves that people upload, and the boxes that came with them.

A process of its own does it (`reader`), started when there is something to read, and again when it had to be ended. It
interprets the rules as long as some are not compiled yet. One file is read at a time; who sends several waits with the
next until everybody else has had a turn.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import logging
import os
import pickle
import sys
import weakref
from typing import Any

from petteia.engine.boxes import Box
from petteia.games import NAMES
from petteia.preparing import is_compiled
from petteia.server.problems import Refusal, wrong
from petteia.server.reader import LENGTH, Answer, Question, ReadSave, SentBox, TookTooLong, Unreadable, packed

PATIENCE = 30.0  # seconds until a process is ended that should have answered long before, by its processor time
START_TIME = 60.0  # the same until it can be asked anything
MOST_OF_ONE = 3  # files that wait to be read, from one source
MOST_WAITING = 60  # and in all

COMMAND = "from petteia.server.reader import serve; serve()"
STORED = "stored"  # the source of what is read because a table was opened with it

logger = logging.getLogger("petteia")


class Reading:
    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._compiled = False  # whether that one has compiled rules
        self._turn = asyncio.Lock()  # of whoever is next, one from each source
        self._turns_of: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._waiting: collections.Counter[str] = collections.Counter()

    async def save(self, data: bytes, source: str) -> ReadSave:
        """What is in a save file; what is wrong with it is said to whoever sent it."""
        answer = await self._ask(("save", (data,)), source)
        if isinstance(answer, ReadSave):
            return answer
        if isinstance(answer, Unreadable) and answer.move:
            raise wrong("broken_save", cause=answer.cause, move=answer.move)
        if isinstance(answer, Unreadable):
            raise wrong("no_save", cause=answer.cause)
        raise wrong("slow_save")

    async def box(self, game: str, file: str, text: str) -> Box | None:
        """A box that was stored; none where it cannot be read any more."""
        answer = await self._ask(("box", (game, file, text)), STORED)
        if isinstance(answer, TookTooLong):  # it did not when it was stored
            raise busy()
        return answer.opened() if isinstance(answer, SentBox) else None

    async def _ask(self, question: Question, source: str) -> Answer:
        if source != STORED:
            if self._waiting[source] >= MOST_OF_ONE:
                raise Refusal(429, "too-fast", "too_fast")
            if self._waiting.total() >= MOST_WAITING:
                raise busy()
        self._waiting[source] += 1
        try:
            mine = self._turns_of.setdefault(source, asyncio.Lock())
            async with mine, self._turn:
                return await self._answered(question)
        finally:
            self._waiting[source] -= 1
            self._waiting += collections.Counter()  # forgets whoever waits no more

    async def _answered(self, question: Question) -> Answer:
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(PATIENCE):
                process.stdin.write(packed(question))
                await process.stdin.drain()
                answer: Answer = await _heard(process.stdout)
                return answer
        except (TimeoutError, OSError, EOFError) as problem:
            logger.warning("a file could not be read in time (%s)", type(problem).__name__)
            await self.close()
            return TookTooLong()
        except BaseException:  # whoever asked is gone, and the answer would be taken for the next one's
            await self.close()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if not self._compiled and all(is_compiled(name) for name in NAMES):
            await self.close()
            self._compiled = True
        if self._process is None or self._process.returncode is not None:
            how = {} if self._compiled else {"NUMBA_DISABLE_JIT": "1"}
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **how},  # what has threads must not have children
                start_new_session=True,  # Ctrl-C is for the server; this one ends with it
            )
            assert self._process.stdout is not None
            async with asyncio.timeout(START_TIME):
                await _heard(self._process.stdout)  # that it is ready
        return self._process

    async def close(self) -> None:
        """Ends the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # also closes the pipes


async def _heard(stream: asyncio.StreamReader) -> Any:
    length = int.from_bytes(await stream.readexactly(LENGTH), "big")
    return pickle.loads(await stream.readexactly(length))


def busy() -> Refusal:
    return Refusal(503, "busy", "busy")
