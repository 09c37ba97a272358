"""What goes over the wire: requests, answers and live messages. The browser's types are made from these models."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

from petteia.preparing import Stage

NAME_LENGTH = 32
CHAT_LENGTH = 500
WHY_LENGTH = 300
QR_LENGTH = 150
SEATS = 5  # at most, in any game
MOST_NAMES = 32  # in an option that is a list: the same again and again would be long, and everybody is sent options

Language = Literal["en", "de", "it"]
TableId = Annotated[str, Field(pattern=r"^[0-9a-z]{12}$", description="the table's name in links")]
Secret = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{8,64}$", description="a secret out of a link")]
Nonce = Annotated[
    str, Field(pattern=r"^([0-9a-f]{2}){4,32}$", description="random hexadecimal digits that help to mix the seed")
]
# No control characters, which could break a log or hide what a name says.
PersonName = Annotated[
    str, Field(min_length=1, max_length=NAME_LENGTH, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$")
]
# What is sent is a number or not: no `true` for 1, no "1".
SeatNumber = Annotated[int, Field(strict=True, ge=0, lt=SEATS, description="a seat, counted from 0")]
Number = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
Flag = Annotated[bool, Field(strict=True)]


class Model(BaseModel):
    """No unknown keys: a misspelt one is an error, not a surprise."""

    model_config = ConfigDict(extra="forbid")


class Problem(Model):
    """What went wrong, in words for people (RFC 9457)."""

    type: str = Field(description="a short name of the kind of problem, for programs", examples=["already-moved"])
    title: str = Field(
        description="one sentence for people, in the language of `lang` or of Accept-Language",
        examples=["Somebody has moved already."],
    )
    status: int = Field(description="the HTTP status", examples=[409])
    detail: str = Field(default="", description="what to do about it")
    cause: str = Field(default="", description="what exactly is wrong, in English, for whoever writes programs")
    clause: str | None = Field(
        default=None, description="the clause of the rulebook that forbids it", examples=["§4.6"]
    )


class Health(Model):
    well: bool
    games: dict[str, bool] = Field(
        description="by game: whether its rules are compiled", examples=[{"peloponnes": True}]
    )


class Ready(Model):
    ready: bool
    waits_for: list[str] = Field(
        description="what is not there yet: `database`, and games whose rules are being compiled",
        examples=[["database", "peloponnes"]],
    )


class Reach(Model):
    """How others in the local network come here. Only whoever sits at this machine is told."""

    address: str | None = Field(
        description="of the lobby, for others in the network; none where they cannot come, or nothing is told",
        examples=["http://192.168.178.23:8000/"],
    )
    here_only: bool = Field(description="the server listens on this machine only; another `--host` changes that")


class QrText(Model):
    text: Annotated[str, Field(min_length=1, max_length=QR_LENGTH)]


class QrCode(Model):
    rows: list[str] = Field(
        description="1 is dark, 0 is light; the quiet border is left out", examples=[["101", "010"]]
    )


# -- games -------------------------------------------------------------------------------------------------------------


class OptionValue(Model):
    value: str | int
    title: str


class Option(Model):
    """An option of a game, explained."""

    name: str = Field(examples=["conquest_bid"])
    title: str = Field(description="in words", examples=["Bids in the conquest row"])
    about: str = Field(description="what it changes", examples=["A bid may be higher than needed, or not."])
    clause: str | None = Field(default=None, description="where the rulebook speaks of it", examples=["§4.7"])
    values: list[OptionValue] = Field(description="what it can be; empty for a list of names")
    any_of: list[OptionValue] = Field(description="for an option that is a list: the names to pick from")
    default: str | int | list[str]
    seats: list[int] = Field(description="the numbers of players it is for")


class BotLevel(Model):
    name: str = Field(examples=["greedy"])
    title: str = Field(examples=["Greedy"])
    about: str = Field(examples=["Looks one step ahead."])
    face: str = Field(description="the name of its drawing", examples=["merchant"])


class GameInfo(Model):
    """A game that can be played here."""

    name: str = Field(examples=["peloponnes"])
    title: str = Field(examples=["Peloponnes"])
    author: str
    published: str
    about: str = Field(description="two sentences for the lobby")
    seats: list[int] = Field(description="possible numbers of players", examples=[[1, 2, 3, 4, 5]])
    hands: bool = Field(description="whether seats hold things that the others may not see")
    campaign: bool = Field(description="whether it has a campaign for one player")
    options: list[Option]
    bots: list[BotLevel] = Field(description="those that play it, from gentle to strong")
    rules_version: int
    compiled: float = Field(
        description="how much of its rules is compiled, from 0 to 1; less than 1 only after the first start, when they"
        " are interpreted meanwhile, which is slower",
        ge=0,
        le=1,
        examples=[1.0],
    )
    stage: Stage = Field(
        description="its rules wait for others, are being compiled, are compiled, or could not be: then the game is"
        " played without, and its bots take longer",
        examples=["compiled"],
    )


class OptionWords(Model):
    title: str
    about: str
    values: dict[str, str] = Field(default={}, description="what it can be; none for a list of names")


class GameWords(Model):
    """The words of a game in one language, by section and key: its text file."""

    words: dict[str, str] = Field(description="those that sentences are put together with")
    nouns: dict[str, str] = Field(description="singular and plural")
    names: dict[str, dict[str, str]] = Field(description="by what they name")
    news: dict[str, str] = Field(description="what happened; [words for somebody|words for whoever reads it]")
    briefly: dict[str, str] = Field(description="what somebody did in a round, in a few words")
    choices: dict[str, str]
    prompts: dict[str, str] = Field(description="said to whoever decides, by step")
    waiting: dict[str, str] = Field(description="the same, told to everybody else")
    terminal: dict[str, str] = Field(description="what the terminal shows, and some of it the page")
    when: dict[str, str] = Field(description="when each kind of choice is asked for")
    hints: dict[str, str] = Field(description="what the columns of the score sheet count")
    standing: dict[str, str] = Field(
        description="the standing answers by their names, each followed by `NAME_more`: what it does, how long it holds"
    )
    lobby: dict[str, str]
    options: dict[str, OptionWords]
    table: dict[str, str] = Field(description="what the page shows")


class ClauseModel(Model):
    number: str = Field(examples=["§4.6"])
    section: str
    words: str
    source: str


class Rules(Model):
    game: str
    title: str
    clauses: list[ClauseModel]


class HowToBlock(Model):
    """A paragraph, an item of a list, or a picture that the game's page draws, with the words below it."""

    kind: Literal["text", "item", "picture"]
    words: str
    picture: str | None


class HowToSection(Model):
    title: str
    blocks: list[HowToBlock]


class HowTo(Model):
    """How to play, on one page, and the goal in one sentence. Words between two ** are strong."""

    game: str
    title: str
    goal: str
    sections: list[HowToSection]


# -- people ------------------------------------------------------------------------------------------------------------


class Sanction(Model):
    """What somebody may not do any more, or for some time."""

    until: float | None = Field(description="seconds since 1970; none: until it is lifted")
    why: str


class Person(Model):
    id: int
    name: str
    admin: bool = Field(description="whether he has the admin mark, and may use /api/admin")
    ban: Sanction | None = Field(description="a ban: he may neither look, sit nor talk")
    mute: Sanction | None = Field(description="a mute: he may not talk")


class Named(Model):
    name: PersonName = Field(examples=["Aspasia"])


class Carry(Model):
    """A one-time link that carries an identity to another device: open `/#carry=TOKEN` there."""

    token: str
    minutes: int = Field(description="how long it can be used")


class Token(Model):
    token: Secret


class Device(Model):
    """A browser that speaks for a person."""

    id: str
    about: str = Field(description="the browser and its system; empty where that is not known")
    since: float = Field(description="in seconds since 1970")
    seen: float | None = Field(description="when it was last used, to the day")
    here: bool = Field(description="whether it is the one that asks")


class LoggedOut(Model):
    devices: int = Field(description="browsers that still speak for the person; with none, nobody can be him again")


class Farewell(Model):
    """What became of the games of somebody who has gone for good."""

    deleted: int = Field(description="tables that went with him")
    nameless: int = Field(description="tables of others, at which his seat has no name any more")


class Deleted(Model):
    id: TableId


class CampaignAttempt(Model):
    """A finished game of a campaign."""

    table: str = Field(examples=["k3v9x2m4p8qa"])
    level: int
    civilization: str = Field(examples=["Sparta"])
    title: str = Field(description="the civilization in words", examples=["Sparta"])
    points: int
    reached: bool


class CampaignLevel(Model):
    level: int
    target: int = Field(description="points to reach")
    conquest_tiles: int = Field(description="of the tiles of each round, those in the conquest row")
    extra_incomes: int = Field(description="incomes that one chooses for the whole game")
    attempts: list[CampaignAttempt] = Field(description="in their order; the last one has reached it, if any has")


class CampaignCivilization(Model):
    name: str
    title: str
    used: bool = Field(description="has led a level to its target, and leads no other")


class Campaign(Model):
    """A person's latest campaign for one player."""

    game: str
    title: str
    number: int = Field(description="of the person's campaigns of this game, from 1")
    won: bool
    level: int | None = Field(description="to be played next; none when all are reached")
    levels: list[CampaignLevel]
    civilizations: list[CampaignCivilization]
    current: str | None = Field(description="the table of an attempt that is being played")


# -- tables ------------------------------------------------------------------------------------------------------------

Status = Literal["open", "playing", "over", "abandoned", "damaged"]  # damaged: it cannot be read any more


class Seat(Model):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str = Field(description="the person's name, the bot's own, or nothing for an open seat")
    former: str | None = Field(default=None, description="who gave the seat up, where a bot took over")
    bot: str | None = Field(default=None, description="the bot's level", examples=["greedy"])
    mine: bool = Field(description="held by whoever asks")
    ready: bool = Field(description="false for somebody who is expected (a rematch) and has not come yet")
    mixed: bool = Field(description="its digits help to mix the seed")
    online: bool = Field(description="looking at the table just now")
    resigned: bool = Field(description="a bot took over")
    standing: list[str] = Field(description="the standing answers that were given for it, told to its holder alone")
    points: int | None = Field(default=None, description="after the end")
    place: int | None = Field(default=None, description="after the end; those who share one have the same")


class Proof(Model):
    """Shows after the game how the seed was mixed: SHA-256 of the secret is the commitment, and the seed is SHA-256
    over the secret and the nonces of all seats. Whoever has seen the commitment before he gave his nonce knows that the
    server did not pick the seed, unless it and whoever gave a nonce after him worked together."""

    secret: str
    nonces: list[str] = Field(description="by seat; empty where no digits were given, as for bots")
    seed: str


class UndoRequest(Model):
    """Somebody would like to take back; everybody in `waiting` is asked. Once somebody has declined, nobody is."""

    seat: int
    move: int = Field(description="the number of choices that would stand")
    waiting: list[int] = Field(description="seats that have not answered yet")
    declined: int | None = Field(description="the seat that said no; it is shown until somebody decides")


class Knock(Model):
    """Somebody who has the address of a private table and asks to join."""

    person: int
    name: str


class Sharing(Model):
    """A public link to a finished game: there is one when all people at the table have agreed."""

    agreed: list[int] = Field(description="seats whose people have")
    shown: str | None = Field(
        description="the table where everybody may watch the game again", examples=["p8qak3v9x2m4"]
    )


class Table(Model):
    """A table with its seats, as one person sees it."""

    id: str = Field(examples=["k3v9x2m4p8qa"])
    game: str
    title: str
    status: Status
    options: dict[str, Any]
    listed: bool
    seats: list[Seat]
    hosting: bool = Field(description="whoever asks opened the table and may start it")
    to_move: int | None = Field(description="the seat that decides")
    thinking: bool = Field(description="the seat that decides is a bot's")
    search_is_awaited: bool = Field(
        description="that bot thinks as soon as its search is compiled, which happens only after the first start"
    )
    moves: int = Field(description="choices played")
    created: float = Field(description="seconds since 1970")
    changed: float
    watching: int = Field(description="people looking at the table without a seat")
    commitment: str = Field(description="SHA-256 of the server's secret, shown before the seed is mixed")
    proof: Proof | None = Field(description="after the end")
    undo: UndoRequest | None
    rematch: str | None = Field(description="the table where it goes on")
    knocks: list[Knock] = Field(description="who asks to join; only the host is told")
    sharing: Sharing | None = Field(description="after the end, for those who sat there")
    origin: Literal["deal", "upload", "fork", "replay", "shown", "guided"] = Field(
        description="how the game began; a replay, and what is shown to everybody, can only be watched; a guided game"
        " explains its decisions"
    )
    rules_version: int


class SeatPlan(Model):
    """Who shall sit on a seat: whoever asks, whoever has the link, or a bot."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = Field(
        default=None, max_length=32, description="the name of a level that plays the game; greedy unless said"
    )
    name: PersonName | None = Field(default=None, description="the name of a hot-seat player")


class NewTable(Model):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "game": "peloponnes",
                    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
                    "options": {},
                    "listed": False,
                    "start": True,
                }
            ]
        },
    )

    game: str = Field(max_length=32)
    seats: list[SeatPlan] = Field(min_length=1, max_length=SEATS)
    options: dict[str, str | StrictInt | Annotated[list[str], Field(max_length=MOST_NAMES)]] = Field(
        default_factory=dict, max_length=64
    )
    listed: Flag = False
    start: Flag = Field(
        default=False,
        description="begin at once; needs a table without open seats. Then no seat adds digits of its own, for they are"
        " given when the commitment has been seen",
    )


class Invite(Model):
    """The secret of an invitation: `/t/ID#join=SECRET` lets whoever has it in. Only the last one made does."""

    secret: str


class Enter(Model):
    invite: Secret


class Join(Model):
    seat: SeatNumber | None = Field(default=None, description="the seat wanted; without it, the first open one")
    invite: Secret | None = Field(default=None, description="needed for a table that is not listed")
    nonce: Nonce | None = None


class Digits(Model):
    nonce: Nonce


class KnockState(Model):
    """How it stands with somebody's wish to join a private table."""

    state: Literal["none", "waiting", "declined", "expired", "ended", "admitted"] = Field(
        description="not asked yet; waits for the host; declined, or too long ago, so that one may ask again; asked as "
        "often as one may; may look at the table"
    )


class KnockAnswer(Model):
    accept: Flag = Field(description="true: a free seat is the person's")


class SeatLink(Model):
    """`/t/ID#seat=SEAT.SECRET` lets another browser play the seat."""

    seat: int
    secret: str


class TakeSeat(Model):
    secret: Secret


class SeatBot(Model):
    bot: str = Field(max_length=32, description="the name of a level that plays the game", examples=["hard"])


class Play(Model):
    seat: SeatNumber
    number: Number = Field(description="the number of the moment that the decision was made in")
    choice: str = Field(
        max_length=100,
        description="the choice in words, as in `words` of an option; several in a row have a semicolon between them",
        examples=["bid 3 5"],
    )


class Played(Model):
    number: int = Field(description="the number of the moment after it")


class Ask(Model):
    seat: SeatNumber


class Back(Model):
    seat: SeatNumber
    number: Number = Field(description="the number of the moment that the wish was made in")


class Answer(Model):
    seat: SeatNumber
    agree: Flag


class Stand(Model):
    """A standing answer is given, or taken off."""

    seat: SeatNumber
    name: str = Field(max_length=32, description="by its name in `standing` of the game's words", examples=["pay"])
    on: Flag


class Share(Model):
    agree: Flag = Field(description="that everybody with the link may watch the game again; or not any more")


class Undone(Model):
    done: bool = Field(description="true where it was taken back; false where others are asked first")
    number: int


class Why(Model):
    """Why something cannot be done: a choice in words, or a thing on the table by its target."""

    seat: SeatNumber
    choice: str | None = Field(default=None, max_length=100)
    target: str | None = Field(default=None, max_length=64, examples=["slot:3"])


class Reason(Model):
    words: str
    clause: ClauseModel | None


class HintWish(Model):
    seat: SeatNumber
    choice: str | None = Field(
        default=None,
        max_length=100,
        description="a legal choice in words, which the best one is compared with",
        examples=["pass"],
    )


class Prospect(Model):
    """A choice, and what may come of it. Without futures nothing is known of that."""

    choice: str = Field(description="in words, to be found among the options", examples=["bid 3 5"])
    text: str = Field(examples=["Bid 5 coins on Market"])
    targets: list[str] = Field(description="the things on the table that it is about", examples=[["slot:3"]])
    chance: float | None = Field(ge=0, le=1, description="the share of futures that are won, or reach the goal")
    chance_error: float | None = Field(ge=0, description="its standard error")
    points: float | None = Field(description="on average at the end of futures")
    points_error: float | None = Field(ge=0, description="its standard error")
    beside: str | None = Field(description="the text of the choice that the reasons compare it with")
    reasons: list[str] = Field(description="what differs from that one in the same futures, in sentences")


class Hint(Model):
    """What a strong bot would do, what may come of it, and why."""

    choice: str = Field(description="the best choice in words, to be found among the options", examples=["bid 3 5"])
    text: str = Field(examples=["Bid 5 coins on Market"])
    bot: str = Field(description="the level whose order it is", examples=["hard"])
    goes_on_like: str | None = Field(
        description="the level that all go on like in futures; nothing while there are none: the search is compiled",
        examples=["greedy"],
    )
    futures: int = Field(description="of each choice")
    prospects: list[Prospect] = Field(min_length=1, max_length=3, description="the best choices, the best first")
    pointed: Prospect | None = Field(description="the choice that was asked about; it may be one of those, too")
    sure: Literal["only", "clear", "slight", "equal", "disputed"] | None = Field(
        description="how the first stands beside the choice that was asked about, or the second: nothing else is worth "
        "considering, it is clearly or slightly ahead, they are equal, or futures see another of these choices ahead; "
        "nothing where there are too few futures to say"
    )
    sure_text: str = Field(description="the same in words, or why it cannot be said")
    basis: str = Field(description="whose order it is, and what chances and points mean, in words")
    chance_of: str = Field(description="what chances are of, in words", examples=["chance to win"])
    unit: str = Field(description="of points, in words", examples=["points"])


class Say(Model):
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH)]


class Chat(Model):
    id: int
    seat: int | None = Field(description="the speaker's seat; nothing for a spectator")
    name: str
    text: str = Field(description="nothing where an administrator took the words back")
    at: float
    hidden: bool = Field(description="whether an administrator took the words back")


class Report(Model):
    """A name or a message that whoever runs this server should look at."""

    message: Number | None = Field(default=None, description="the `id` of a message")
    seat: SeatNumber | None = Field(default=None, description="or the seat whose name is meant")
    knock: Number | None = Field(default=None, description="or, for the host, the `person` of a wish to join")
    why: Annotated[str, Field(max_length=WHY_LENGTH)] = Field(default="", examples=["This is an insult."])


class Done(Model):
    done: bool


class ForkFrom(Model):
    move: Number = Field(description="go on after so many choices")
    seats: list[SeatPlan] = Field(min_length=1, max_length=SEATS)
    start: Flag = Field(default=True, description="begin at once, where no seat is open")


# -- administration ----------------------------------------------------------------------------------------------------

Because = Annotated[
    str, Field(min_length=3, max_length=WHY_LENGTH, description="the reason, for the log", examples=["spam"])
]
Hours = Annotated[float, Field(gt=0, le=24 * 366 * 10, strict=True)]
TableStatus = Literal["open", "playing", "over", "abandoned"]


class AdminPerson(Model):
    """A person as administrators see one."""

    id: int
    name: str
    created: float
    admin: bool
    tables: int = Field(description="that he opened or sits at")
    ban: Sanction | None
    mute: Sanction | None
    kicks: int = Field(description="tables that he was kicked from")
    barred: bool = Field(description="nobody may come from where he came from")


class PersonDeed(Model):
    """What an administrator does with a person. The admin mark is given and taken by the command line alone."""

    do: Literal["rename", "ban", "mute", "lift", "kick", "delete", "mark", "unmark"] = Field(
        description="to lift is to end bans, mutes and kicks; to kick is from one table, whose seat goes to a bot or"
        " becomes free; to delete is what he could do himself by DELETE /api/me"
    )
    why: Because
    name: PersonName | None = Field(default=None, description="the new name")
    hours: Hours | None = Field(default=None, description="of a ban or a mute; none: until it is lifted")
    addresses: Hours | None = Field(
        default=None, description="of a ban: for so many hours nobody comes in from where he comes from"
    )
    table: TableId | None = Field(default=None, description="of a kick")


class PersonDone(Model):
    """What came of a deed."""

    person: AdminPerson | None = Field(description="as he stands now; none: he is gone")
    numbered: list[str] = Field(
        description="tables at which the new name is shown with a number, since one there looks the same"
    )


class AdminTable(Model):
    """A table as administrators see one."""

    id: str
    game: str
    status: str
    listed: bool
    hidden: bool
    origin: str
    host: int
    host_name: str
    seats: list[str] = Field(description="the names on its seats; of a bot its level, nothing where one is free")
    entries: int
    bytes: int = Field(description="of its states")
    created: float
    changed: float


class TableDeed(Model):
    """What an administrator does with a table."""

    do: Literal["hide", "show", "end", "delete", "rename_seat", "hide_message"]
    why: Because
    seat: SeatNumber | None = Field(default=None, description="whose name is changed")
    name: PersonName | None = Field(default=None, description="the new name")
    message: Number | None = Field(default=None, description="the `id` of a message that is taken back")


class TableDone(Model):
    """What came of a deed."""

    name: str | None = Field(
        description="that a seat has now: with a number, where one there looks the same", examples=["Guest (2)"]
    )


class SaidThen(Model):
    name: str
    text: str
    at: float


class AdminReport(Model):
    """What a player reported, as it was then."""

    id: int
    at: float
    by: int
    by_name: str | None = Field(description="none: he is gone")
    table: str
    person: int | None = Field(description="who is reported; none where nobody knows")
    name: str = Field(description="his name then")
    name_now: str | None
    message: int | None = Field(description="the message; none where the name is meant")
    text: str = Field(description="what was said")
    around: list[SaidThen] = Field(description="what was said before, and itself")
    why: str
    handled: float | None
    outcome: str | None


class Outcome(Model):
    outcome: Because


class AdminBox(Model):
    fingerprint: str
    game: str
    file: str
    bytes: int
    tables: int = Field(description="that play with it")


class StorageOfKind(Model):
    kind: str
    rows: int
    bytes: int | None = Field(description="none where the database cannot say")


class StorageOfPerson(Model):
    person: int
    name: str
    tables: int
    bytes: int = Field(description="of the states of games at tables that he opened")


class Storage(Model):
    """How much the database holds."""

    bytes: int
    kinds: list[StorageOfKind]
    people: list[StorageOfPerson] = Field(description="those whose tables take most")


class StorageDeed(Model):
    do: Literal["drop_boxes", "vacuum"] = Field(
        description="drop boxes that no table plays with; or give unused room back to the disk, for which writing waits"
    )
    why: Because


class Freed(Model):
    boxes: int
    before: int = Field(description="bytes of the whole database")
    after: int


class Deed(Model):
    """What an administrator did."""

    id: int
    at: float
    person: int | None = Field(description="none for the command line")
    who: str
    what: str
    about: str
    why: str
    done: bool = Field(description="false where it was refused or broke off")


# -- the game as one seat sees it --------------------------------------------------------------------------------------


class Line(Model):
    """A line of the log."""

    number: int = Field(description="the moment it belongs to")
    move: int = Field(description="the choice that made it happen, from 1; 0 for the deal")
    seat: int | None
    kind: str = Field(description="what happened, by name", examples=["bid"])
    text: str = Field(description="in words; whoever looks as the seat that it happened to is spoken to")
    clause: str | None
    forced: bool
    facts: dict[str, Any] = Field(description="the arguments of the happening, for animations")
    weight: Literal["decisive", "plain", "routine"] = Field(description="how much it changes fortunes")
    brief: str | None = Field(
        description="its few words in the summary of what the seat did in a round", examples=["Market for 5 coins"]
    )
    things: list[str] = Field(
        description="what it is about, by the names that things have on the page", examples=[["tile:A12"]]
    )


class ChoiceOption(Model):
    words: str = Field(description="what to send", examples=["bid 3 5"])
    text: str = Field(description="what to show", examples=["Bid 5 coins on Market"])
    amount: int | None = Field(description="the amount it stands for, where the group is about one")
    note: str | None = Field(description="a warning about this amount, where that of the group is another or missing")


class ChoiceGroup(Model):
    """Choices that belong together: one of them, or a range of amounts."""

    name: str = Field(examples=["bid"])
    target: str | None = Field(description="the thing on the table that it is about", examples=["slot:3"])
    label: str = Field(description="the group in words", examples=["Bid 2 to 9 on Market"])
    note: str | None = Field(description="a warning")
    final: bool = Field(description="cannot be taken back without asking")
    standing: list[str] = Field(description="the standing answers that would choose it", examples=[["pay"]])
    lasting: list[str] = Field(description="those of them that answer later questions, too", examples=[["pay"]])
    options: list[ChoiceOption]


class Prompt(Model):
    text: str
    seat: int | None
    step: str = Field(description="the step of the rulebook", examples=["auction"])


class UndoState(Model):
    possible: bool
    at_once: bool = Field(description="nobody needs to agree")


class Lesson(Model):
    """What a guided game says of the decision that its player has to make."""

    number: int = Field(description="which of its lessons, from 1")
    of: int
    title: str
    words: list[str] = Field(description="paragraphs, in which words between two ** are strong")
    targets: list[list[str]] = Field(
        description="for each paragraph the things on the table that it points out", examples=[[["slot:2"]]]
    )
    choice: str | None = Field(description="what it suggests, where that can be chosen", examples=["bid 2 3"])


class Moment(Model):
    """The game at one moment, as one seat (or a spectator) may know it."""

    number: int = Field(description="of the last entry; goes up with every choice and every taking back")
    move: int = Field(description="choices that stand")
    moves: int = Field(description="choices that stand at the present moment; more than `move` when looking back")
    seat: int | None = Field(description="whose eyes these are; none for a spectator")
    to_move: int | None
    over: bool
    since: float = Field(description="when this moment began, in seconds since 1970")
    prompt: Prompt
    state: dict[str, Any] = Field(description="the table by the names of the game's record, what is hidden blanked")
    extras: dict[str, Any] = Field(description="what the game's own page shows besides")
    scores: list[int]
    ranks: list[int]
    choices: list[ChoiceGroup] = Field(description="empty unless the seat decides")
    lines: list[Line] = Field(description="what the last choice made happen")
    undo: UndoState
    lesson: Lesson | None = Field(description="what a guided game says of the decision, where it says something")


class SheetItem(Model):
    """One thing that gave points."""

    label: str = Field(examples=["Market"])
    points: int
    clause: str | None
    targets: list[str] = Field(
        default=[], description="the things on the table that it is about", examples=[["space:3"]]
    )
    thing: str | None = Field(default=None, description="what it is, without amounts, where it is one thing")
    row: str | None = Field(
        default=None, description="what it is added up with, where its sum has several parts", examples=["Buildings"]
    )


class SheetColumn(Model):
    """One sum of points, such as prestige or population."""

    name: str = Field(examples=["prestige"])
    label: str
    clause: str | None
    items: list[SheetItem]
    total: int
    decisive: bool = Field(description="this is the sum that counted")


class SheetSeat(Model):
    seat: int
    name: str = Field(description="what the seat goes by in the game", examples=["Sparta"])
    score: int
    rank: int
    columns: list[SheetColumn]
    ties: list[SheetItem] = Field(description="what breaks ties, in its order")


class CurveLine(Model):
    """What a line of a plot belongs to, where that is not a seat."""

    name: str = Field(examples=["Athenai"])
    mark: str = Field(description="one or two letters that stand for it", examples=["At"])
    tone: str = Field(description="the name of its colour", examples=["red"])


class Bend(Model):
    """What bent a line of a plot, and when. Times lie between the points of time of the curves; the first one is 0."""

    line: int = Field(description="which of the values it bent")
    move: int = Field(description="the choice that made it happen")
    text: str = Field(examples=["Sparta loses 3 inhabitants."])
    began: float = Field(description="the time of the choice before it")
    before: int = Field(description="the value then")
    ended: float = Field(description="its own time")
    after: int = Field(description="the value after it")
    when: str | None = Field(
        default=None,
        description="the rounds that its text tells of, where one choice led on into the next: the log has it there",
        examples=["4"],
    )


class Curve(Model):
    name: str = Field(examples=["coins"])
    label: str
    values: list[list[int | None]] = Field(
        description="by seat, or by line where there are lines, then by point of time; nothing before it began"
    )
    lines: list[CurveLine] = Field(default=[], description="whose the values are, where they are not the seats'")
    bends: list[Bend] = Field(default=[], description="the events that changed its lines most, in their order")


class Sheet(Model):
    """Where every point came from, and how the game went."""

    seats: list[SheetSeat]
    verdict: str = Field(description="how points and ties are counted, in words")
    times: list[str] = Field(description="the points of time of the curves", examples=[["1", "2", "3"]])
    curves: list[Curve]


# -- live --------------------------------------------------------------------------------------------------------------


class Hello(Model):
    """The first message of a browser: whose eyes it wants, and in which language."""

    type: Literal["hello"]
    seat: SeatNumber | None = None
    lang: Language = "en"


class PlayLive(Model):
    type: Literal["play"]
    id: Number = Field(description="comes back in `played` of the moment after it, or in `refused`")
    seat: SeatNumber
    number: Number
    choice: str = Field(max_length=100)


class SayLive(Model):
    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH)]


class Ping(Model):
    type: Literal["ping"]


Incoming = Annotated[Hello | PlayLive | SayLive | Ping, Field(discriminator="type")]


class Welcome(Model):
    """Everything one needs to know after (re)connecting; sent after every hello."""

    type: Literal["welcome"]
    table: Table
    moment: Moment | None = Field(description="none before the game starts")
    log: list[Line]
    chat: list[Chat]


class TableLive(Model):
    type: Literal["table"]
    table: Table


class PresenceLive(Model):
    """Who is there now. Those who come and go are gathered for a moment, and told together."""

    type: Literal["presence"]
    online: list[bool] = Field(description="by seat, whether its people look at the table just now")
    watching: int = Field(description="people looking at the table without a seat")


class MomentLive(Model):
    type: Literal["moment"]
    moment: Moment
    log: list[Line] | None = Field(description="the whole log, where it did not just grow by `moment.lines`")
    played: int | None = Field(description="the id of one's own message, where this is the moment that it led to")


class ChatLive(Model):
    type: Literal["chat"]
    chat: Chat


class Refused(Model):
    type: Literal["refused"]
    id: int | None = Field(description="of the message that was refused")
    problem: Problem


class Pong(Model):
    type: Literal["pong"]


Outgoing = Annotated[
    Welcome | TableLive | PresenceLive | MomentLive | ChatLive | Refused | Pong, Field(discriminator="type")
]


class ClosedForNow(enum.IntEnum):
    """Why a live connection is closed that a browser opens again after a while: the next welcome holds everything."""

    RESTARTS = 1012
    NOT_WELL = 1013  # the database does not answer
    NO_HELLO = 4408
    TOO_SLOW = 4413  # more waits for this browser than may wait
    TOO_FAST = 4429  # it sends more than may be sent
    CROWDED = 4430  # too many look at the table, in all or from this browser's address


class ClosedForGood(enum.IntEnum):
    """Why a live connection is closed that would be closed again: there is nothing to come back to."""

    BANNED = 4403
    NO_TABLE = 4404  # or one that this person may not see


Closing = ClosedForNow | ClosedForGood
