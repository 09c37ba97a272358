"""People: guests with a name, known by a secret in a cookie of each of their browsers."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from typing import NamedTuple

from petteia.server.bounds import MOST_CARRIES, MOST_DEVICES
from petteia.server.names import clean
from petteia.server.problems import Refusal, nobody, wrong
from petteia.server.rooms import Json
from petteia.server.store import NoDatabase, Store
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


A_DAY = 24 * 3600.0


class Known(NamedTuple):
    """A cookie that was looked up."""

    person: int
    secret_hash: str
    seen: float  # as it is stored


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, Known] = {}  # cookies that were looked up

    async def introduce(self, name: str, about: str = "") -> tuple[Json, str]:
        """A guest, and the cookie that says who he is."""
        name = as_name(name)
        person = await self.store.people.add(name)
        return {"id": person, "name": name}, await self._new_device(person, about)

    async def _new_device(self, person: int, about: str) -> str:
        """A cookie for one more browser of a person."""
        secret = new_secret()
        await self.store.people.add_device(person, hashed(secret), about, MOST_DEVICES)
        self.forget(person)  # one of his others may have gone for it
        return secret

    async def who(self, cookie: str | None) -> int | None:
        """The person that a cookie speaks of; none where it is not known."""
        if not cookie or len(cookie) > 100:
            return None
        known = self._known.get(cookie)
        if known is None:
            row = await self.store.people.with_device(hashed(cookie))
            if row is None:
                return None
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
            known = self._known[cookie] = Known(row["person_id"], row["secret_hash"], row["seen"] or 0.0)
        now = time.time()
        if now - known.seen > A_DAY:  # when exactly is nobody's business, and would be a write for every request
            self._known[cookie] = known._replace(seen=now)
            with contextlib.suppress(NoDatabase):  # on a full disk everything can still be looked at
                await self.store.people.saw(known.secret_hash, now)
        return known.person

    def forget(self, person: int | None = None) -> None:
        """Cookies of a person, or all, have to be looked up again: some of them may not speak for him any more."""
        self._known = {cookie: known for cookie, known in self._known.items() if person not in (None, known.person)}

    async def named(self, person: int) -> PersonRow | None:
        return await self.store.people.find(person)

    async def known(self, person: int) -> PersonRow:
        """Somebody who has not gone meanwhile."""
        found = await self.named(person)
        if found is None or not found["name"]:
            raise nobody()
        return found

    async def carry(self, person: int) -> Json:
        """A token that carries an identity to another device, once."""
        token = new_secret()
        expires = time.time() + 60 * CARRY_MINUTES
        await self.store.people.add_carry(person, hashed(token), expires, MOST_CARRIES)
        return {"token": token, "minutes": CARRY_MINUTES}

    async def carried(self, token: str, about: str = "") -> tuple[PersonRow, str]:
        """Uses a token up: the person, and a cookie for this device. Other devices keep theirs."""
        used = await self.store.people.use_carry(hashed(token))
        person = await self.named(used) if used is not None else None
        if person is None:
            raise Refusal(403, "used-up", "used_up")
        return person, await self._new_device(person["id"], about)

    async def devices(self, person: int, cookie: str | None) -> list[Json]:
        """The browsers that speak for a person: each a `models.Device`."""
        here = hashed(cookie or "")
        return [
            {
                "id": row["secret_hash"][:DEVICE_ID],
                "about": row["about"] or "",
                "since": row["created"],
                "seen": row["seen"],
                "here": row["secret_hash"] == here,
            }
            for row in await self.store.people.devices_of(person)
        ]

    async def revoke(self, person: int, device: str) -> None:
        """A browser speaks for him no longer. (Where there is none of this name, that holds already.)"""
        for row in await self.store.people.devices_of(person):
            if row["secret_hash"].startswith(device):
                await self.store.people.revoke(person, row["secret_hash"])


DEVICE_ID = 16  # digits of its secret's hash that tell one device of a person from his others

BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def described(user_agent: str) -> str:
    """A browser in two words, for people to tell their own apart; no more is kept of what it says about itself."""
    found = (
        next((words for sign, words in known.items() if sign in user_agent[:500]), "") for known in (BROWSERS, SYSTEMS)
    )
    return ", ".join(word for word in found if word)
