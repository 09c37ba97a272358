"""The proof of how the seed of a game at a table was mixed.

When a table opens, the server draws a secret and shows its SHA-256, the commitment. Then every seat may add a nonce of
its own. The seed is SHA-256 over the secret and the nonces in the order of the seats, where those who added none, and
bots, count nothing; after the end all of them are told.

To whoever saw the commitment before he gave his nonce, and finds both in the proof, this shows that the server alone
did not pick the seed: it did not know his nonce when it fixed its secret. It does not show that nobody tried several
seeds: a server, and a person who gives his nonce after all others and works hand in hand with it, could. Where no seat
added a nonce it shows only that the seed is the one that was fixed when the table opened.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import pathlib
from collections.abc import Iterable

from petteia.engine.errors import PetteiaError
from petteia.match import Match, hidden_seed


class BadProof(PetteiaError):
    """The seed of a game is not the one that the proof gives."""


@dataclasses.dataclass(frozen=True)
class Proof:
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    seed: str

    def check(self, match: Match, shown: str | None = None) -> None:
        """Raises BadProof where anything does not fit. `shown` is the commitment as somebody saw it at the table."""
        try:
            secret = bytes.fromhex(self.secret)
            seed = mix(secret, self.nonces)
        except ValueError:
            raise BadProof("the proof is damaged: it is not written in hexadecimal digits") from None
        if commit(secret) != self.commitment:
            raise BadProof("the secret is not the one that the server committed to")
        if shown is not None and shown.lower() != self.commitment:
            raise BadProof(f"the table showed another commitment: {shown}, here it is {self.commitment}")
        # A game that went on from elsewhere was shuffled with the seed, not dealt with it.
        if seed.hex() != self.seed or match.seed != (seed if match.dealt else hidden_seed(seed)):
            raise BadProof("the seed is not the one that the secret and the nonces give")


def commit(secret: bytes) -> str:
    """What the server shows before the game."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, nonces: Iterable[str]) -> bytes:
    """The seed, out of the server's secret and the nonces of all seats."""
    return hashlib.sha256(secret + b"".join(bytes.fromhex(nonce) for nonce in nonces)).digest()


def read(path: str | os.PathLike[str]) -> Proof | None:
    """The proof in a save file that was loaded already; None where it comes from no table."""
    found = json.loads(pathlib.Path(path).read_text(encoding="utf-8")).get("proof")
    if found is None:
        return None
    try:
        nonces = tuple(str(nonce) for nonce in found["nonces"])
        return Proof(str(found["commitment"]), str(found["secret"]), nonces, str(found["seed"]))
    except (KeyError, TypeError):
        raise BadProof("the proof is damaged: it has not all its parts") from None
