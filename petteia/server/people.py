"""People: guests with a name, known by a secret in a cookie of each of their browsers."""

from __future__ import annotations

import hashlib
import secrets
import time

from petteia.server.names import clean
from petteia.server.problems import Refusal, wrong
from petteia.server.rooms import Json
from petteia.server.store import Store
from petteia.server.store.rows import PersonRow

CARRY_MINUTES = 15
MOST_REMEMBERED = 10_000  # cookies that need not be looked up


def hashed(secret: str) -> str:
    """How secrets are stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def as_name(words: str) -> str:
    """A name as everybody sees it."""
    name = clean(words)
    if not name:
        raise wrong("blank_name")
    return name


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, int] = {}  # cookies that were looked up

    async def introduce(self, name: str) -> tuple[Json, str]:
        """A guest, and the cookie that says who he is."""
        name = as_name(name)
        person = await self.store.people.add(name)
        return {"id": person, "name": name}, await self._new_device(person)

    async def _new_device(self, person: int) -> str:
        """A cookie for one more browser of a person."""
        secret = new_secret()
        await self.store.people.add_device(person, hashed(secret))
        return secret

    async def who(self, cookie: str | None) -> int | None:
        """The person that a cookie speaks of; none where it is not known."""
        if not cookie or len(cookie) > 100:
            return None
        if cookie not in self._known:
            person = await self.store.people.with_device(hashed(cookie))
            if person is None:
                return None
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
            self._known[cookie] = person
        return self._known[cookie]

    async def named(self, person: int) -> PersonRow | None:
        return await self.store.people.find(person)

    async def carry(self, person: int) -> Json:
        """A token that carries an identity to another device, once."""
        token = new_secret()
        await self.store.people.add_carry(person, hashed(token), time.time() + 60 * CARRY_MINUTES)
        return {"token": token, "minutes": CARRY_MINUTES}

    async def carried(self, token: str) -> tuple[PersonRow, str]:
        """Uses a token up: the person, and a cookie for this device. Other devices keep theirs."""
        used = await self.store.people.use_carry(hashed(token))
        person = await self.named(used) if used is not None else None
        if person is None:
            raise Refusal(403, "used-up", "used_up")
        return person, await self._new_device(person["id"])
