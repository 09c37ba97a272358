"""The HTTP interface: thin, for everything is done in `tables`. The browser is typed from its OpenAPI schema."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from petteia.server import live, models, moments, qr, saves, views
from petteia.server.admin import people as admin_people
from petteia.server.admin import reports
from petteia.server.admin.api import router as administration
from petteia.server.api_parts import (
    ID,
    Address,
    CookieValue,
    GameName,
    Here,
    Id,
    Known,
    Lang,
    Maybe,
    Me,
    Myself,
    SeatPath,
    ViewingSeat,
    address_of,
    counts,
    problems,
)
from petteia.server.bounds import full
from petteia.server.catalogue import clause_in, game_info, game_named
from petteia.server.guard import COOKIE
from petteia.server.people import described
from petteia.server.problems import Refusal, wrong
from petteia.server.reaching import is_here, network_address, source_of
from petteia.server.rooms import Room
from petteia.server.tables import (
    asking,
    campaigning,
    ending,
    going_on,
    guiding,
    hinting,
    inviting,
    joining,
    knocking,
    leaving_for_good,
    mixing,
    opening,
    playing,
    rematching,
    renaming,
    sharing,
    standing_in,
    starting,
    taking_back,
    talking,
)
from petteia.server.tables.hall import Hall

A_YEAR = 365 * 24 * 3600


class Answer(JSONResponse):
    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


router = APIRouter(prefix="/api")
games = APIRouter(prefix="/games", tags=["games"], responses=problems(404))
people = APIRouter(tags=["people"], responses=problems(401, 403))
tables = APIRouter(tags=["tables"], responses=problems(401, 403, 404, 409))
service = APIRouter(tags=["service"], responses=problems())

OPENS = [counts("tables")]


# -- service -----------------------------------------------------------------------------------------------------------


@service.get("/health", responses={503: {"model": models.Health, "description": "The database does not answer."}})
async def health(hall: Here, response: Response) -> models.Health:
    """Whether the server and its database are well."""
    well = await hall.store.alive()
    if not well:
        response.status_code = 503
    return models.Health(well=well, games={name: part == 1 for name, part in hall.workshop.progress.items()})


@service.get("/ready", responses={503: {"model": models.Ready, "description": "Not yet, or not now."}})
async def ready(hall: Here, response: Response) -> models.Ready:
    """Whether people may be sent here: the database answers, and all rules are loaded (those that could not be compiled
    are played more slowly). A server that is not ready need not be started again: it may be well, and waiting."""
    workshop = hall.workshop
    waits = [game for game, part in workshop.progress.items() if part < 1 and game not in workshop.failed]
    if not await hall.store.alive():
        waits = ["database", *waits]
    if waits:
        response.status_code = 503
    return models.Ready(ready=not waits, waits_for=waits)


@service.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={
        200: {"content": {"text/plain": {"example": 'petteia_moves_total{worker="0"} 1234\n'}}},
        **problems(403),
    },
)
async def metrics(hall: Here, request: Request) -> PlainTextResponse:
    """What goes on in all workers, in the text form of Prometheus, for whoever runs the server: from this machine, or
    with a token."""
    if not (_is_from_here(request) or _has_token(request, hall.settings.metrics_token)):
        raise Refusal(403, "not-yours", "not_yours")
    return PlainTextResponse(request.app.state.board.text(), media_type="text/plain; version=0.0.4")


def _is_from_here(request: Request) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it."""
    forwarded = any(name.startswith("x-forwarded") or name == "forwarded" for name in request.headers)
    return not forwarded and is_here(request.client.host if request.client else "")


def _has_token(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return bool(token) and secrets.compare_digest(given.encode(), f"Bearer {token}".encode())


@service.get("/reach")
async def reach(hall: Here, request: Request) -> models.Reach:
    """How others in the local network come here. What a network calls a machine is nobody's business elsewhere, so this
    is told only to a browser on the machine itself, and not to one that comes through a proxy on it."""
    if not _is_from_here(request) or not is_here(request.url.hostname or ""):
        return models.Reach(address=None, here_only=False)
    return models.Reach(address=network_address(hall.settings), here_only=is_here(hall.settings.host))


@service.post("/qr", responses=problems(403))
async def draw_code(hall: Here, wish: models.QrText) -> models.QrCode:
    """A link as a QR code, for phones."""
    try:
        async with hall.one_code:  # drawing takes long
            return models.QrCode(rows=await asyncio.to_thread(qr.code, wish.text))
    except ValueError:  # too long, or no text
        raise wrong("unreadable") from None


# -- games -------------------------------------------------------------------------------------------------------------


@games.get("")
async def list_games(hall: Here, lang: Lang = "en") -> list[models.GameInfo]:
    """The games that can be played here."""
    shop = hall.workshop
    return [game_info(name, lang, part, shop.stage(name), hall.strangers) for name, part in shop.progress.items()]


@games.get("/{game}/rules")
async def rules(game: GameName, lang: Lang = "en") -> models.Rules:
    """The rulebook in clauses."""
    found = game_named(game)
    book = found.rulebook_in(lang)
    clauses = [models.ClauseModel(**clause_in(found, lang, clause.number)) for clause in book.clauses]
    return models.Rules(game=game, title=found.title, clauses=clauses)


@games.get("/{game}/how")
async def how(game: GameName, lang: Lang = "en") -> models.HowTo:
    """How to play, on one page."""
    found = game_named(game)
    return models.HowTo.model_validate({"game": game, "title": found.title, **dataclasses.asdict(found.how_to(lang))})


@games.get("/{game}/words", response_model_exclude_unset=True)
async def words(game: GameName, lang: Lang = "en") -> models.GameWords:
    """All words of a game's page, by section and key."""
    return models.GameWords.model_validate(game_named(game).texts(lang).groups)


@games.post("/{game}/guide", status_code=201, responses=problems(401, 403, 404, 409), dependencies=OPENS)
async def learn(hall: Here, person: Me, game: GameName) -> models.Table:
    """My guided game: the one that I have not finished, or a new one."""
    return _table(await guiding.begin(hall, person, game_named(game)), person)


# -- people ------------------------------------------------------------------------------------------------------------


def _remember(request: Request, response: Response, cookie: str) -> None:
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.secure or request.url.scheme == "https",
    )


def _device(request: Request) -> str:
    return described(request.headers.get("user-agent", ""))


@people.post("/people", status_code=201, dependencies=[counts("people")])
async def introduce(
    hall: Here, request: Request, response: Response, address: Address, wish: models.Named
) -> models.Person:
    """A new guest; the answer carries the cookie that says who he is."""
    await hall.sanctions.check_may_come(None, address)
    if hall.is_full:
        raise full()
    person, cookie = await hall.people.introduce(wish.name, _device(request))
    _remember(request, response, cookie)
    return models.Person(**person, admin=False, ban=None, mute=None)


@people.get("/me")
async def me(
    hall: Here, request: Request, response: Response, person: Known, cookie: CookieValue = None
) -> models.Person | None:
    """Whoever asks, also somebody who is banned; null for somebody who has not said a name yet. The cookie lasts for
    another year from now."""
    row = await hall.people.named(person) if person is not None else None
    if row is None or cookie is None:
        return None
    _remember(request, response, cookie)
    return await _person(hall, row["id"], row["name"])


async def _person(hall: Hall, person: int, name: str) -> models.Person:
    ban, mute = (admin_people.told(hall.sanctions.of(kind, person)) for kind in ("ban", "mute"))
    admin = await hall.store.sanctions.is_admin(person)
    return models.Person.model_validate({"id": person, "name": name, "admin": admin, "ban": ban, "mute": mute})


@people.delete("/me")
async def leave_for_good(hall: Here, person: Myself, response: Response) -> models.Farewell:
    """Deletes me: my devices, my words, and the games that I played alone. Games of others keep a seat without a name;
    where they are still being played, a bot goes on."""
    farewell = await leaving_for_good.leave(hall, person)
    response.delete_cookie(COOKIE)
    return models.Farewell(**farewell)


@people.get(
    "/me/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {"example": {"petteia": "person", "format": 1}}}}},
)
async def export(hall: Here, person: Myself) -> Response:
    """All that is stored of me, as a file."""
    data = orjson.dumps(await leaving_for_good.everything_of(hall, person), option=orjson.OPT_INDENT_2)
    name = 'attachment; filename="petteia-my-data.json"'
    return Response(data, media_type="application/json", headers={"content-disposition": name})


@people.get("/me/devices")
async def devices(hall: Here, person: Myself, cookie: CookieValue = None) -> list[models.Device]:
    """The browsers that speak for me, the one that was used last first."""
    return [models.Device(**device) for device in await hall.people.devices(person, cookie)]


@people.delete("/me/devices/{device}")
async def revoke(
    hall: Here,
    person: Myself,
    device: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["4f1c0a9be27d5836"])],
    cookie: CookieValue = None,
) -> list[models.Device]:
    """One of my browsers speaks for me no longer; those that still do."""
    await leaving_for_good.revoke(hall, person, device)
    return [models.Device(**device) for device in await hall.people.devices(person, cookie)]


@people.post("/me/logout")
async def log_out(hall: Here, person: Myself, response: Response, cookie: CookieValue = None) -> models.LoggedOut:
    """This browser speaks for me no longer."""
    await leaving_for_good.log_out(hall, person, cookie or "")
    response.delete_cookie(COOKIE)
    return models.LoggedOut(devices=len(await hall.people.devices(person, cookie)))


@people.patch("/me")
async def rename(hall: Here, person: Me, wish: models.Named) -> models.Person:
    """Another name."""
    return await _person(hall, person, (await renaming.rename(hall, person, wish.name))["name"])


@people.post("/me/carry", status_code=201)
async def carry(hall: Here, person: Me) -> models.Carry:
    """A one-time token for another device."""
    return models.Carry(**await hall.people.carry(person))


@people.post("/carry")
async def carried(hall: Here, request: Request, response: Response, wish: models.Token) -> models.Person:
    """Uses such a token up: this device becomes one of the person's."""
    person, cookie = await hall.people.carried(wish.token, _device(request))
    _remember(request, response, cookie)
    return await _person(hall, person["id"], person["name"])


@people.get("/me/tables")
async def my_tables(hall: Here, person: Me) -> list[models.Table]:
    """The tables I sit at or have opened, the latest first."""
    return [models.Table(**views.table(room, person)) for room in await hall.rooms_of(person)]


@people.get("/campaigns/{game}", responses=problems(404))
async def campaign(hall: Here, person: Maybe, game: GameName, lang: Lang = "en") -> models.Campaign:
    """How my solo campaign stands: levels, attempts, and civilizations that are used up."""
    return models.Campaign(**await campaigning.described(hall, person, game_named(game), lang))


@people.post("/campaigns/{game}", status_code=201, responses=problems(404, 409), dependencies=OPENS)
async def play_campaign(hall: Here, person: Me, game: GameName) -> models.Table:
    """The table of the next attempt, or of the one that is being played. After all levels a new campaign begins."""
    return models.Table(**views.table(await campaigning.play(hall, person, game_named(game)), person))


# -- tables ------------------------------------------------------------------------------------------------------------


@tables.get("/tables")
async def listed(hall: Here, person: Maybe) -> list[models.Table]:
    """Tables that everybody may see, waiting for players or being played."""
    return [models.Table(**views.table(room, person)) for room in await hall.listed()]


@tables.post("/tables", status_code=201, dependencies=OPENS)
async def create(hall: Here, person: Me, wish: models.NewTable) -> models.Table:
    """Opens a table."""
    return _table(await opening.create(hall, person, wish), person)


def _table(room: Room, person: int | None) -> models.Table:
    return models.Table(**views.table(room, person))


async def looked_at(hall: Here, person: Maybe, table: Id) -> Room:
    return await hall.visible(table, person)


Seen = Annotated[Room, Depends(looked_at)]


@tables.get("/tables/{table}")
async def look(room: Seen, person: Maybe) -> models.Table:
    """A table with its seats."""
    return _table(room, person)


@tables.delete("/tables/{table}")
async def delete_table(hall: Here, room: Seen, person: Me) -> models.Deleted:
    """Deletes a table that I opened, and at which nobody else plays or played."""
    await leaving_for_good.delete_table(hall, room, person)
    return models.Deleted(id=room.id)


@tables.get(
    "/tables/{table}/box",
    responses={200: {"content": {"application/json": {"example": {"tiles": {"A13": {"name": "Market"}}}}}}},
)
async def box(hall: Here, room: Seen, lang: Lang = "en") -> Mapping[str, Any]:
    """What is printed in the box that the table plays with."""
    return asking.printed(room, lang)


@tables.post("/tables/{table}/invite", status_code=201)
async def invite(hall: Here, room: Seen, person: Me) -> models.Invite:
    """A new invitation; the one before counts no longer."""
    return models.Invite(**await inviting.invite(hall, room, person))


@tables.post("/tables/{table}/enter")
async def enter(hall: Here, table: Id, person: Me, wish: models.Enter) -> models.Table:
    """Lets whoever has an invitation look at a private table."""
    return _table(await inviting.enter(hall, table, person, wish.invite), person)


@tables.post("/tables/{table}/join")
async def join(hall: Here, table: Id, person: Me, wish: models.Join) -> models.Table:
    """Takes an open seat."""
    return _table(await joining.join(hall, table, person, wish), person)


@tables.post("/tables/{table}/nonce")
async def add_nonce(hall: Here, room: Seen, person: Me, wish: models.Digits) -> models.Table:
    """Adds digits to the seed, for my seats that have none yet: after the commitment, and before the start."""
    return _table(await mixing.add_nonce(hall, room, person, wish.nonce), person)


@tables.get("/tables/{table}/knock")
async def knock_state(hall: Here, table: Id, person: Maybe) -> models.KnockState:
    """How it stands with my wish to join a private table."""
    return models.KnockState(**await knocking.state(hall, table, person))


@tables.post("/tables/{table}/knock", status_code=201)
async def knock(hall: Here, table: Id, person: Me) -> models.KnockState:
    """Asks to join a private table; the host answers."""
    return models.KnockState(**await knocking.knock(hall, table, person))


@tables.post("/tables/{table}/knocks/{who}")
async def answer_knock(
    hall: Here,
    room: Seen,
    person: Me,
    who: Annotated[int, Path(ge=1, le=1_000_000_000, description="who asks, by `person`", examples=[7])],
    wish: models.KnockAnswer,
) -> models.Table:
    """Lets somebody in who asks to join, or does not."""
    return _table(await knocking.answer(hall, room, person, who, wish.accept), person)


@tables.post("/tables/{table}/leave")
async def leave(hall: Here, room: Seen, person: Me) -> models.Table:
    """Gives my seats up; in a running game a bot goes on."""
    return _table(await ending.leave(hall, room, person), person)


@tables.post("/tables/{table}/start")
async def start(hall: Here, room: Seen, person: Me) -> models.Table:
    """Mixes the seed and deals."""
    return _table(await starting.start(hall, room, person), person)


@tables.post("/tables/{table}/seats/{seat}/free")
async def free(hall: Here, room: Seen, person: Me, seat: SeatPath) -> models.Table:
    """Gives a seat free that is kept for somebody who does not come, or that a bot has."""
    return _table(await joining.free(hall, room, seat, person), person)


@tables.post("/tables/{table}/seats/{seat}/bot")
async def seat_bot(hall: Here, room: Seen, person: Me, seat: SeatPath, wish: models.SeatBot) -> models.Table:
    """Lets a bot sit down on an open seat, or in place of another bot, before the start."""
    return _table(await joining.seat_bot(hall, room, seat, person, wish.bot), person)


@tables.post("/tables/{table}/seats/{seat}/link", status_code=201)
async def seat_link(hall: Here, room: Seen, person: Me, seat: SeatPath) -> models.SeatLink:
    """A link by which another browser may play my seat."""
    return models.SeatLink(**await inviting.seat_link(hall, room, seat, person))


@tables.post("/tables/{table}/seats/{seat}/take")
async def take_seat(hall: Here, table: Id, seat: SeatPath, person: Me, wish: models.TakeSeat) -> models.Table:
    """Holds a seat by its link."""
    return _table(await inviting.take_seat(hall, table, seat, person, wish.secret), person)


@tables.post("/tables/{table}/play")
async def play(hall: Here, room: Seen, person: Me, wish: models.Play) -> models.Played:
    """Makes a choice; answered when it is stored. (Browsers do this over the live connection.)"""
    return models.Played(number=await playing.play(hall, room, person, wish.seat, wish.number, wish.choice))


@tables.post("/tables/{table}/undo")
async def undo(hall: Here, room: Seen, person: Me, wish: models.Back) -> models.Undone:
    """Takes my last choice back, or asks the others whether I may."""
    return models.Undone(**await taking_back.undo(hall, room, person, wish.seat, wish.number))


@tables.post("/tables/{table}/undo/answer")
async def answer(hall: Here, room: Seen, person: Me, wish: models.Answer) -> models.Undone:
    """Agrees to somebody's taking back, or does not."""
    return models.Undone(**await taking_back.answer(hall, room, person, wish.seat, wish.agree))


@tables.post("/tables/{table}/standing")
async def stand(hall: Here, room: Seen, person: Me, wish: models.Stand) -> models.Table:
    """Gives a standing answer: the table answers a kind of question for me from now on. Or takes it off."""
    return _table(await standing_in.stand(hall, room, person, wish.seat, wish.name, wish.on), person)


@tables.post("/tables/{table}/resign")
async def resign(hall: Here, room: Seen, person: Me, wish: models.Ask) -> models.Table:
    """Leaves a running game; a bot takes the seat over."""
    return _table(await ending.resign(hall, room, person, wish.seat), person)


@tables.post("/tables/{table}/rematch", status_code=201, dependencies=OPENS)
async def rematch(hall: Here, room: Seen, person: Me) -> models.Table:
    """The same again: a new table on which everybody's seat is kept."""
    return _table(await rematching.rematch(hall, room, person), person)


@tables.post("/tables/{table}/share")
async def share(hall: Here, room: Seen, person: Me, wish: models.Share) -> models.Table:
    """Agrees to a public link to a finished game, or withdraws that. There is a link when everybody has agreed."""
    return _table(await sharing.share(hall, room, person, wish.agree), person)


@tables.get("/tables/{table}/moments/{move}", response_model=models.Moment)
async def moment(
    room: Seen,
    person: Maybe,
    move: Annotated[int, Path(ge=0, le=100_000, examples=[0])],
    seat: ViewingSeat = None,
    lang: Lang = "en",
) -> Answer:
    """The game after so many choices, as a seat may know it."""
    match = room.match
    if match is None or not match.first_move <= move <= match.move_number:
        raise (
            wrong("not_begun") if match is None else wrong("no_moment", first=match.first_move, last=match.move_number)
        )
    return Answer(views.moment(room, person, room.viewing_seat(person, seat), lang, move))


@tables.get("/tables/{table}/log", response_model=list[models.Line])
async def log(room: Seen, person: Maybe, seat: ViewingSeat = None, lang: Lang = "en") -> Answer:
    """Everything that happened, in words."""
    return Answer(views.log(room, room.viewing_seat(person, seat), lang))


@tables.post("/tables/{table}/why")
async def why(hall: Here, room: Seen, person: Maybe, wish: models.Why, lang: Lang = "en") -> models.Reason:
    """Why something cannot be chosen."""
    return models.Reason(**asking.why(room, person, wish, lang))


@tables.post("/tables/{table}/hint")
async def hint(
    hall: Here, room: Seen, person: Me, wish: models.HintWish, request: Request, lang: Lang = "en"
) -> models.Hint:
    """What a strong bot would do, what may come of it, and why."""
    return models.Hint(**await hinting.hint(hall, room, person, wish, lang, request.is_disconnected))


@tables.get("/tables/{table}/chat")
async def chat(hall: Here, room: Seen) -> list[models.Chat]:
    """What was said at the table."""
    return [models.Chat(**message) for message in await talking.chat(hall, room)]


@tables.post("/tables/{table}/chat", status_code=201)
async def say(hall: Here, room: Seen, person: Me, wish: models.Say) -> models.Chat:
    """Says something to everybody at the table."""
    return models.Chat(**await talking.say(hall, room, person, wish.text))


@tables.post("/tables/{table}/report", status_code=201)
async def report(hall: Here, room: Seen, person: Me, wish: models.Report) -> models.Done:
    """Reports a name or a message to whoever runs this server."""
    await reports.report(hall, room, person, wish)
    return models.Done(done=True)


@tables.get("/tables/{table}/sheet")
async def sheet(room: Seen, lang: Lang = "en") -> models.Sheet:
    """Where every point came from, and how the game went."""
    if room.match is None:
        raise wrong("not_begun")
    return models.Sheet(**moments.sheet(room.match, lang, views.names(room, lang)))


@tables.get(
    "/tables/{table}/save",
    response_class=Response,
    responses={200: {"content": {"application/json": {"example": {"petteia": "save", "format": 1}}}}},
)
async def save(hall: Here, room: Seen, person: Maybe) -> Response:
    """The game as a save file; before its end, the position as far as one knows it."""
    name = f'attachment; filename="{room.game.name}-{room.id}.json"'
    return Response(saves.written(room, person), media_type="application/json", headers={"content-disposition": name})


@tables.post("/tables/{table}/fork", status_code=201, dependencies=OPENS)
async def fork(hall: Here, room: Seen, person: Me, wish: models.ForkFrom) -> models.Table:
    """Goes on from a moment of this game at a new table; what is hidden is shuffled afresh."""
    return _table(await going_on.fork(hall, room, person, wish), person)


@tables.post(
    "/saves",
    status_code=201,
    dependencies=[counts("saves")],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"type": "object", "description": "a save file of petteia"},
                    "example": {"petteia": "save", "format": 1, "game": "peloponnes"},
                }
            },
        }
    },
)
async def upload(hall: Here, person: Me, request: Request) -> models.Table:
    """A save file, to watch and to go on from."""
    source = source_of(request.client.host if request.client else "")
    return _table(await going_on.upload(hall, person, await request.body(), source), person)


@router.websocket("/tables/{table}/live")
async def live_table(socket: WebSocket, table: str) -> None:
    hall: Hall = socket.app.state.hall
    table = table if re.fullmatch(ID, table) else ""  # no table has this name
    await live.serve(hall, socket, table, socket.cookies.get(COOKIE), address_of(socket))


for part in (service, games, people, tables, administration):
    router.include_router(part)
