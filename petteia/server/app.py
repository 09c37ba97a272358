"""The application: everything put together."""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.staticfiles import StaticFiles
from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from petteia import __version__
from petteia.engine.errors import PetteiaError
from petteia.server import examples, metrics, models
from petteia.server.admin.sanctions import FRESH
from petteia.server.api import Answer, router
from petteia.server.door import Doorkeeper
from petteia.server.guard import Guard
from petteia.server.problems import Refusal, unstored, wrong
from petteia.server.reporting import Board, look_at, watch_loop
from petteia.server.settings import Settings, from_environment
from petteia.server.store import NoDatabase, Store
from petteia.server.tables.cleaning import Cleaner
from petteia.server.tables.hall import PAUSE, Hall
from petteia.server.tables.housekeeping import SWEEP, keep_house
from petteia.server.watch import Watch
from petteia.server.words import language_of
from petteia.server.workshop import open_workshop

CLIENT = pathlib.Path(__file__).parent / "client"
LONGEST_PAGE = 1000  # letters of the address of a page
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
STOP_TIME = 3.0  # seconds that live connections get to say goodbye


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application for one worker. Its database has been migrated already."""
    settings = settings or from_environment()

    @contextlib.asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(Store(settings.url, settings.database_timeout), settings, open_workshop())
        app.state.hall = hall
        board = Board()
        app.state.board = board
        look_at(hall)
        with contextlib.suppress(NoDatabase):  # a worker that died is started anew whether or not the database answers
            await hall.sanctions.reload()
        hall.spawn(hall.warm())
        cleaner = Cleaner(hall)
        hall.keep_on(lambda: keep_house(hall), SWEEP)
        hall.keep_on(cleaner.look, cleaner.pause)
        hall.keep_on(hall.sanctions.reload, FRESH)
        hall.keep_on(watch_loop, PAUSE)
        hall.keep_on(board.leave_often, PAUSE)
        hall.keep_on(hall.gathering.keep_telling, PAUSE)
        if not hall.store.sqlite:
            hall.keep_on(hall.gathering.keep_sharing, PAUSE)
            hall.keep_on(lambda: hall.store.notices.follow(hall.on_notice, hall.catch_up_all), PAUSE)
        yield
        for room in hall.rooms.values():
            for socket in list(room.sockets):
                socket.close()
        await hall.close()
        if not hall.store.sqlite:
            await hall.gathering.say_goodbye()
        hall.workshop.close()
        await hall.store.close()
        board.close()

    app = FastAPI(
        title="Petteia",
        version=__version__,
        description="Tables of board games about ancient Greece: people, tables, moves.",
        lifespan=living,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
        default_response_class=Answer,
    )
    app.state.settings = settings
    app.include_router(router)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(NoDatabase, _no_database)
    app.add_exception_handler(PetteiaError, _mistaken)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
    _serve_client(app)
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]
    return app


def guarded(settings: Settings | None = None) -> Watch:
    """What Uvicorn serves: the application behind its guard, and a watch before both."""
    app = create_app(settings)
    guard = Guard(app, app.state.settings)
    app.state.paces, app.state.turns = guard.paces, guard.turns
    return Watch(guard, Doorkeeper(app.state.settings))


# -- problems ----------------------------------------------------------------------------------------------------------


def _problem(request: Request, refusal: Refusal) -> Response:
    metrics.REFUSALS.add(refusal.kind)
    said = orjson.dumps(refusal.as_json(language_of(request.scope)))
    return Response(said, status_code=refusal.status, media_type="application/problem+json")


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refusal)
    return _problem(request, problem)


async def _no_database(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, NoDatabase)
    return _problem(request, unstored(problem))


async def _mistaken(request: Request, problem: Exception) -> Response:
    """What the engine says about wrong options, bots and the like, which no page lets anybody choose."""
    return _problem(request, wrong("impossible", cause=str(problem)))


async def _unreadable(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    said = [f"{'.'.join(str(part) for part in error['loc'][1:])}: {error['msg']}" for error in problem.errors()[:5]]
    return _problem(request, wrong("unreadable", cause="; ".join(said)[:1000]))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if problem.status_code == 400:  # a body that broke off, or is no text
        cause = problem.__cause__
        refusal = cause if isinstance(cause, Refusal) else wrong("unreadable", cause="Send JSON in UTF-8.")
        return _problem(request, refusal)
    known = {404: ("no-page", "no_page"), 405: ("no-method", "no_method")}
    kind, words = known.get(problem.status_code, ("http", "broken"))
    answer = _problem(request, Refusal(problem.status_code, kind, words, cause=str(problem.detail)))
    answer.headers.update(problem.headers or {})
    if problem.status_code == 405 and request.url.path.startswith("/api/"):
        answer.headers["allow"] = ", ".join(_methods_at(request))
    return answer


def _methods_at(request: Request) -> list[str]:
    """All that a path of the interface knows, by whichever endpoints; Starlette names those of the first alone."""
    routes = request.app.router.routes
    asked = ({**request.scope, "method": method} for method in METHODS)
    return [scope["method"] for scope in asked if any(route.matches(scope)[0] is Match.FULL for route in routes)]


async def _broken(request: Request, problem: Exception) -> Response:
    return _problem(request, Refusal(500, "broken", "broken"))


# -- the browser's files -----------------------------------------------------------------------------------------------


def _serve_client(app: FastAPI) -> None:
    if not (CLIENT / "index.html").is_file():
        return
    files = {file.relative_to(CLIENT).as_posix(): file for file in CLIENT.rglob("*") if file.is_file()}
    app.mount("/assets", GZipMiddleware(StaticFiles(directory=CLIENT / "assets"), minimum_size=1000), name="assets")

    nothing = app.router.default

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        """What is no endpoint: a file of the client, or its page, which looks at the address itself."""
        path = str(scope["path"]).removeprefix("/")
        if scope["type"] != "http" or path.startswith("api/"):
            await nothing(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        if len(path) > LONGEST_PAGE:
            raise HTTPException(404)
        await FileResponse(files.get(path, CLIENT / "index.html"))(scope, receive, send)

    app.router.default = page  # not a route: as one it would answer for endpoints that know only other methods


# -- the schema --------------------------------------------------------------------------------------------------------


def _schema(app: FastAPI) -> dict[str, Any]:
    """OpenAPI, with the messages of the live connection among its components."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            openapi_version="3.1.0",
        )
        both = (models.Problem, *models.Incoming.__origin__.__args__, *models.Outgoing.__origin__.__args__)  # type: ignore[attr-defined]
        _, found = models_json_schema(
            [(model, "serialization") for model in both], ref_template="#/components/schemas/{model}"
        )
        components = schema.setdefault("components", {}).setdefault("schemas", {})
        for name, definition in found["$defs"].items():
            components.setdefault(name, definition)
        for codes in (models.ClosedForNow, models.ClosedForGood):
            components[codes.__name__] = TypeAdapter(codes).json_schema()
        components.pop("HTTPValidationError", None)
        components.pop("ValidationError", None)
        examples.add_to(schema)
        app.openapi_schema = schema
    return app.openapi_schema
