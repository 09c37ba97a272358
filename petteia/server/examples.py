"""One example of everything that an endpoint takes or answers, for the OpenAPI schema. A test shows that they fit."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from petteia.server import models

_SECRET = "Zk3vX9-2m4p8qaJt_7wYbN5c1rLdHsEf"
_TABLE = "k3v9x2m4p8qa"
_AT = 1767225600.0

_PARAGRAPH = {"kind": "text", "words": "Only the **lower** sum is your score.", "picture": None}
_CLAUSE = {
    "number": "§4.6",
    "section": "4",
    "words": "A bid is at least as high as the tile's minimum.",
    "source": "rules, page 3",
}

_SEAT = {
    "seat": 0,
    "kind": "person",
    "name": "Aspasia",
    "former": None,
    "bot": None,
    "mine": True,
    "ready": True,
    "mixed": True,
    "online": True,
    "resigned": False,
    "standing": [],
    "points": None,
    "place": None,
}

_BEND = {
    "line": 0,
    "move": 31,
    "text": "Sparta pays 4 coins and places Market.",
    "began": 1.2,
    "before": 7,
    "ended": 1.3,
    "after": 3,
}

_LINE = {
    "number": 12,
    "move": 12,
    "seat": 0,
    "kind": "bid",
    "text": "Aspasia bids 5 coins on Market.",
    "clause": "§4.1",
    "forced": False,
    "facts": {"tile": 12, "coins": 5, "luxury": 0},
    "weight": "plain",
    "brief": None,
    "things": ["tile:A12"],
}

_PROSPECT = {
    "choice": "bid 3 5",
    "text": "Bid 5 coins on Market",
    "targets": ["slot:3"],
    "chance": 0.62,
    "chance_error": 0.02,
    "points": 21.5,
    "points_error": 0.2,
}
_ADMIN_PERSON = {
    "id": 7,
    "name": "Aspasia",
    "created": _AT,
    "admin": False,
    "tables": 3,
    "ban": None,
    "mute": {"until": _AT + 3600, "why": "spam"},
    "kicks": 0,
    "barred": False,
}
EXAMPLES: dict[type[BaseModel], dict[str, Any]] = {
    models.Health: {"well": True, "games": {"peloponnes": True}},
    models.Ready: {"ready": False, "waits_for": ["peloponnes"]},
    models.GameInfo: {
        "name": "peloponnes",
        "title": "Peloponnes",
        "author": "Bernd Eisenstein",
        "published": "2009",
        "about": "Lead a people of ancient Greece through eight rounds.",
        "seats": [1, 2, 3, 4, 5],
        "hands": False,
        "campaign": True,
        "options": [
            {
                "name": "last_income",
                "title": "Income of the last round",
                "about": "The last round brings a full income before the final supply, or none.",
                "clause": "§13.1",
                "values": [{"value": "full", "title": "Full income"}, {"value": "none", "title": "No income"}],
                "any_of": [],
                "default": "full",
                "seats": [1, 2, 3, 4, 5],
            }
        ],
        "bots": [{"name": "greedy", "title": "Greedy", "about": "Looks one step ahead.", "face": "merchant"}],
        "rules_version": 1,
        "compiled": 1.0,
        "stage": "compiled",
    },
    models.GameWords: {
        "words": {"and": "and"},
        "nouns": {"coins": "coin|coins"},
        "names": {"disaster": {"plague": "Plague"}},
        "news": {"bid": "{who} [bids|bid] {coins:coins} on {tile}."},
        "briefly": {"passed": "passed"},
        "choices": {"pass": "Pass"},
        "prompts": {"over": "The game is over."},
        "waiting": {"auction": "{who} bids."},
        "terminal": {"prestige": "Prestige"},
        "standing": {"pass": "Pass in the next auction", "pass_more": "Once, the next time you would bid."},
        "when": {"bid": "Bids are made in the auction."},
        "hints": {"prestige": "points of prestige"},
        "lobby": {"about": "Lead a civilization of ancient Greece through eight rounds."},
        "options": {
            "conquest_bid": {
                "title": "Bids in the conquest row",
                "about": "A bid may be higher than needed, or not.",
                "values": {"at_least": "As high as you like", "exact": "Exactly the price"},
            }
        },
        "table": {"end": "End"},
    },
    models.Reach: {"address": "http://192.168.178.23:8000/", "here_only": False},
    models.QrText: {"text": f"http://192.168.178.23:8000/t/{_TABLE}#join={_SECRET}"},
    models.QrCode: {"rows": ["111", "100", "101"]},
    models.Rules: {"game": "peloponnes", "title": "Peloponnes", "clauses": [_CLAUSE]},
    models.HowToBlock: _PARAGRAPH,
    models.HowToSection: {"title": "The goal", "blocks": [_PARAGRAPH]},
    models.HowTo: {
        "game": "peloponnes",
        "title": "Peloponnes",
        "goal": "The lower of prestige and population counts.",
        "sections": [{"title": "The goal", "blocks": [_PARAGRAPH]}],
    },
    models.Person: {"id": 7, "name": "Aspasia", "admin": False, "ban": None, "mute": None},
    models.Named: {"name": "Aspasia"},
    models.Campaign: {
        "game": "peloponnes",
        "title": "Peloponnes",
        "number": 1,
        "won": False,
        "level": 2,
        "levels": [
            {
                "level": 1,
                "target": 24,
                "conquest_tiles": 0,
                "extra_incomes": 0,
                "attempts": [
                    {
                        "table": _TABLE,
                        "level": 1,
                        "civilization": "Sparta",
                        "title": "Sparta",
                        "points": 26,
                        "reached": True,
                    }
                ],
            }
        ],
        "civilizations": [{"name": "Sparta", "title": "Sparta", "used": True}],
        "current": None,
    },
    models.Carry: {"token": _SECRET, "minutes": 15},
    models.Device: {"id": "4f1c0a9be27d5836", "about": "Firefox, Linux", "since": _AT, "seen": _AT, "here": True},
    models.LoggedOut: {"devices": 1},
    models.Farewell: {"deleted": 3, "nameless": 1},
    models.Deleted: {"id": _TABLE},
    models.Token: {"token": _SECRET},
    models.NewTable: {
        "game": "peloponnes",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
        "options": {},
        "listed": False,
        "start": True,
    },
    models.Table: {
        "id": _TABLE,
        "game": "peloponnes",
        "title": "Peloponnes",
        "status": "playing",
        "options": {"last_income": "none"},
        "listed": False,
        "seats": [_SEAT, {**_SEAT, "seat": 1, "kind": "bot", "name": "Lykos", "bot": "greedy", "mine": False}],
        "hosting": True,
        "to_move": 0,
        "thinking": False,
        "search_is_awaited": False,
        "moves": 12,
        "created": _AT,
        "changed": _AT + 60,
        "watching": 0,
        "commitment": "3f0a377ba0a4a460ecb616f6507ce0d8cfa3e704025d4fda3ed0c5ca05468728",
        "proof": None,
        "undo": None,
        "rematch": None,
        "knocks": [],
        "sharing": None,
        "origin": "deal",
        "rules_version": 1,
    },
    models.Invite: {"secret": _SECRET},
    models.Enter: {"invite": _SECRET},
    models.Digits: {"nonce": "00112233445566778899aabbccddeeff"},
    models.Join: {"seat": 1, "invite": _SECRET, "nonce": "00112233445566778899aabbccddeeff"},
    models.KnockState: {"state": "waiting"},
    models.KnockAnswer: {"accept": True},
    models.SeatLink: {"seat": 0, "secret": _SECRET},
    models.TakeSeat: {"secret": _SECRET},
    models.SeatBot: {"bot": "hard"},
    models.Play: {"seat": 0, "number": 12, "choice": "bid 3 5"},
    models.Played: {"number": 13},
    models.Ask: {"seat": 0},
    models.Back: {"seat": 0, "number": 13},
    models.Answer: {"seat": 1, "agree": True},
    models.Stand: {"seat": 0, "name": "pay", "on": True},
    models.Share: {"agree": True},
    models.Report: {"message": 17, "seat": None, "knock": None, "why": "This is an insult."},
    models.Done: {"done": True},
    models.AdminPerson: _ADMIN_PERSON,
    models.PersonDone: {"person": _ADMIN_PERSON, "numbered": []},
    models.PersonDeed: {
        "do": "mute",
        "why": "spam",
        "name": None,
        "hours": 1.0,
        "addresses": None,
        "table": None,
    },
    models.AdminTable: {
        "id": _TABLE,
        "game": "peloponnes",
        "status": "playing",
        "listed": True,
        "hidden": False,
        "origin": "deal",
        "host": 7,
        "host_name": "Aspasia",
        "seats": ["Aspasia", "greedy"],
        "entries": 12,
        "bytes": 24_000,
        "created": _AT,
        "changed": _AT,
    },
    models.TableDeed: {"do": "hide", "why": "a name that offends", "seat": None, "name": None, "message": None},
    models.TableDone: {"name": None},
    models.AdminReport: {
        "id": 3,
        "at": _AT,
        "by": 7,
        "by_name": "Aspasia",
        "table": _TABLE,
        "person": 8,
        "name": "Kleon",
        "name_now": "Kleon",
        "message": 17,
        "text": "You play like a Persian.",
        "around": [{"name": "Kleon", "text": "You play like a Persian.", "at": _AT}],
        "why": "This is an insult.",
        "handled": None,
        "outcome": None,
    },
    models.Outcome: {"outcome": "muted for a day"},
    models.AdminBox: {"fingerprint": "1f" * 32, "game": "hellas", "file": "box.toml", "bytes": 9000, "tables": 12},
    models.Storage: {
        "bytes": 1_000_000,
        "kinds": [{"kind": "entries", "rows": 900, "bytes": 800_000}],
        "people": [{"person": 7, "name": "Aspasia", "tables": 3, "bytes": 72_000}],
    },
    models.StorageDeed: {"do": "vacuum", "why": "after the clean-up"},
    models.Freed: {"boxes": 0, "before": 1_000_000, "after": 700_000},
    models.Deed: {
        "id": 1,
        "at": _AT,
        "person": None,
        "who": "command line: root",
        "what": "mute",
        "about": "#8 Kleon",
        "why": "spam",
        "done": True,
    },
    models.Undone: {"done": True, "number": 14},
    models.Why: {"seat": 0, "target": "slot:3"},
    models.Reason: {"words": _CLAUSE["words"], "clause": _CLAUSE},
    models.HintWish: {"seat": 0, "choice": "pass"},
    models.Hint: {
        "choice": "bid 3 5",
        "text": "Bid 5 coins on Market",
        "bot": "hard",
        "goes_on_like": "greedy",
        "futures": 400,
        "prospects": [
            {**_PROSPECT, "beside": "Pass", "reasons": ["You end with 3.2 more points of prestige."]},
        ],
        "pointed": {
            **_PROSPECT,
            "choice": "pass",
            "text": "Pass",
            "targets": [],
            "chance": 0.5,
            "beside": "Bid 5 coins on Market",
            "reasons": ["You end with 3.2 fewer points of prestige."],
        },
        "sure": "clear",
        "sure_text": "“Bid 5 coins on Market” is clearly ahead of “Pass”.",
        "basis": "The bot Hard would choose the first; the others stand in the order of what comes of them.",
        "chance_of": "chance to win",
        "unit": "points",
    },
    models.Say: {"text": "Well played!"},
    models.Chat: {"id": 1, "seat": 0, "name": "Aspasia", "text": "Well played!", "at": _AT, "hidden": False},
    models.ForkFrom: {"move": 12, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]},
    models.Line: _LINE,
    models.Moment: {
        "number": 12,
        "move": 12,
        "moves": 12,
        "seat": 0,
        "to_move": 0,
        "over": False,
        "since": _AT,
        "prompt": {"text": "Aspasia: bid for a tile, or pass.", "seat": 0, "step": "auction"},
        "state": {"round_number": 2, "players": [{"civilization": "Sparta", "coins": 9}]},
        "extras": {"points": [{"prestige": 4, "population": 6}]},
        "scores": [4, 3],
        "ranks": [1, 2],
        "choices": [
            {
                "name": "bid",
                "target": "slot:3",
                "label": "Bid 5 to 9 on Market",
                "note": None,
                "final": False,
                "standing": [],
                "lasting": [],
                "options": [{"words": "bid 3 5", "text": "Bid 5 coins on Market", "amount": 5, "note": None}],
            }
        ],
        "lines": [_LINE],
        "undo": {"possible": True, "at_once": True},
        "lesson": None,
    },
    models.Lesson: {
        "number": 1,
        "of": 7,
        "title": "Your first bid",
        "words": ["Five tiles lie on the table."],
        "targets": [["slot:2"]],
        "choice": "bid 2 3",
    },
    models.Sheet: {
        "seats": [
            {
                "seat": 0,
                "name": "Sparta",
                "score": 21,
                "rank": 1,
                "columns": [
                    {
                        "name": "prestige",
                        "label": "Prestige",
                        "clause": "§14.1",
                        "items": [{"label": "Market", "points": 21, "clause": "§14.1"}],
                        "total": 21,
                        "decisive": True,
                    }
                ],
                "ties": [{"label": "Higher sum", "points": 24, "clause": "§14.4"}],
            }
        ],
        "verdict": "The lower of both sums counts.",
        "times": ["1", "2", "End"],
        "curves": [{"name": "coins", "label": "Coins", "values": [[5, 7, 3]], "bends": [_BEND]}],
    },
}


def add_to(schema: dict[str, Any]) -> None:
    """Puts an example beside every body of a request or an answer that has none."""
    known = {model.__name__: example for model, example in EXAMPLES.items()}
    for operations in schema["paths"].values():
        for operation in operations.values():
            answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            for holder in [operation.get("requestBody", {}), *answers]:
                for media in holder.get("content", {}).values():
                    inner = media.get("schema", {})
                    of = inner.get("items") or inner.get("anyOf", [inner])[0]
                    name = str(of.get("$ref", "")).rpartition("/")[2]
                    if "example" not in media and name in known:
                        media["example"] = [known[name]] if "items" in inner else known[name]
