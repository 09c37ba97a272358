"""The tables of the database. `migrations/` makes them; a test shows that both say the same.

Room is left for what comes later: accounts would be a table of their own that points to `people`, clocks and reminders
ones that point to `tables`. Secrets of links and cookies are stored as SHA-256 only.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

HASH = String(64)

people = Table(
    "people",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", Float, nullable=False),
)

# The browsers that speak for a person: each has a cookie of its own.
devices = Table(
    "devices",
    METADATA,
    Column("secret_hash", HASH, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float),  # when it was last used, to the day; none: not since that is written down
    Column("about", String(40)),  # the browser and the system, as "Firefox, Linux"
    Index(None, "person_id"),
)

carries = Table(
    "carries",
    METADATA,
    Column("token_hash", HASH, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("expires", Float, nullable=False),
    Index(None, "person_id"),
)

# The boxes that tables play with, as text: the printed one may change in a later release.
boxes = Table(
    "boxes",
    METADATA,
    Column("fingerprint", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("file", String(200), nullable=False),
    Column("text", Text, nullable=False),
)

# The layouts that states were stored with (petteia.engine.layouts).
layouts = Table(
    "layouts",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("description", JSON, nullable=False),
)

# The boxes that a layout was stored for: it is kept while one of them is.
laid_out = Table(
    "laid_out",
    METADATA,
    Column("layout", ForeignKey("layouts.name"), primary_key=True),
    Column("box", ForeignKey("boxes.fingerprint"), primary_key=True),
    Index(None, "box"),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String(12), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("box", ForeignKey("boxes.fingerprint"), nullable=False),
    Column("options", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("status", String(12), nullable=False),  # open, playing, over, abandoned
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("invite_hash", HASH),
    Column("secret", LargeBinary(32), nullable=False),  # committed to by its hash, told after the end
    Column("seed", LargeBinary(32)),  # mixed at the start
    Column("origin", String(8), nullable=False),  # deal, upload, fork, replay, shown, guided
    Column("start", LargeBinary),  # the state that a fork starts from, before what is hidden is shuffled
    Column("start_layout", String(16)),
    Column("known", Integer),  # bit mask of the seats whose knowledge of that state is kept; none: no seat's
    Column("first_move", Integer, nullable=False),
    Column("undo", JSON),  # a wish to take back that waits for answers
    Column("rematch", String(12)),
    Column("agreed", JSON),  # the seats whose people let everybody watch the game again
    Column("shown", String(12)),  # the table where everybody may
    Column("hidden", Boolean),  # an administrator took it off the lobby: only those look who sit there or were let in
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # how often it was changed: see `Tables.change`
    Index(None, "status", "listed"),
    Index(None, "host"),
    Index(None, "box"),
)

seats = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("bot", String(32)),
    Column("name", String(64), nullable=False),
    Column("nonce", String(64)),  # none while somebody who is expected has not come; empty without digits of his own
    Column("link_hash", HASH),
    Column("resigned", Boolean, nullable=False),
    Column("standing", JSON),  # the names of the standing answers that were given for it
    Column("left_by", ForeignKey("people.id")),  # who gave it up to a bot
    Index(None, "left_by"),
)

# Who may act for a seat: the person that joined, and whoever opened the seat's link.
holders = Table(
    "holders",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Index(None, "person_id"),
)

# People who may look at a private table.
admissions = Table(
    "admissions",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Index(None, "person_id"),
)

# People who ask to join a private table whose address they have.
knocks = Table(
    "knocks",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("at", Float, nullable=False),  # when he asked last
    Column("times", Integer, nullable=False),
    Column("declined", Boolean, nullable=False),
    Index(None, "person_id"),
)

# The tables of people's solo campaigns; `campaign` counts those of a person at a game.
attempts = Table(
    "attempts",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("campaign", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index(None, "person_id", "game"),
)

# Everything that happened in a game, never changed: number 0 is the deal. Those of a game that is over move to `packs`.
entries = Table(
    "entries",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # deal, play, undo, resign
    Column("seat", Integer),
    Column("words", String(100)),  # the choice, or for a resignation the bot
    Column("back", Integer),  # of an undo: the entry whose state holds again
    Column("to_move", Integer),  # none when the game is over
    Column("rules_version", Integer, nullable=False),
    Column("layout", String(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
)

# All entries of a game that is over, in one piece (petteia.server.packing).
packs = Table(
    "packs",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("seat", Integer),
    Column("name", String(64), nullable=False),
    Column("text", String(600), nullable=False),
    Column("at", Float, nullable=False),
    Column("hidden", Boolean),  # an administrator took the words back
    Index(None, "table_id", "id"),
    Index(None, "person_id"),
)

# Written now and then, to see whether the database can be.
pulse = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

# -- administration ----------------------------------------------------------------------------------------------------

# People with the admin mark.
admins = Table(
    "admins",
    METADATA,
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("since", Float, nullable=False),
)

# What somebody may not do for some time, or until it is lifted.
sanctions = Table(
    "sanctions",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # ban, mute, kick (from one table), address (nobody from there)
    Column("person_id", ForeignKey("people.id")),
    Column("table_id", ForeignKey("tables.id")),
    Column("address", String(45)),
    Column("until", Float),
    Column("addresses_until", Float),  # of a ban: so long nobody may come from where he comes from
    Column("why", String(300), nullable=False),
    Column("at", Float, nullable=False),
    Index(None, "person_id"),
)

# What players report. It is kept as it was then, whatever becomes of table, message and people: nothing is pointed to.
reports = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", Integer, nullable=False),
    Column("table", String(12), nullable=False),
    Column("person", Integer),  # who is reported; none where nobody knows
    Column("name", String(64), nullable=False),  # his name then
    Column("message", Integer),  # of the chat; none where the name itself is meant
    Column("text", String(600), nullable=False),  # what was said
    Column("around", JSON, nullable=False),  # what was said before it
    Column("why", String(300), nullable=False),
    Column("handled", Float),
    Column("outcome", String(300)),
    Index(None, "by", "at"),
)

# What administrators did. Nothing here is changed or deleted by anybody.
deeds = Table(
    "deeds",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("person", Integer),  # none for the command line
    Column("who", String(80), nullable=False),
    Column("what", String(16), nullable=False),
    Column("about", String(120), nullable=False),
    Column("why", String(300), nullable=False),
    Column("done", Boolean, nullable=False),  # not yet, or never: it was refused or broke off
)
