"""The commands around the table: simulating, checking, reading. (`petteia play` stands in play.py.)"""

from __future__ import annotations

import json
import pathlib
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from petteia.cli import app
from petteia.cli.backup import backup, restore
from petteia.cli.play import play
from petteia.cli.serve import serve
from petteia.engine.errors import PetteiaError
from petteia.games import NAMES, find
from petteia.match import new_match
from petteia.preparing import Workshop, watching

if TYPE_CHECKING:
    from petteia.arena.simulate import Result

out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"one of: {', '.join(NAMES)}")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object and nothing else")]
Seed = Annotated[int, typer.Option(help="a whole number; the same seed gives the same games")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="an option of the game; may be repeated")
]
Lang = Annotated[str, typer.Option(envvar="PETTEIA_LANG", help="en, de or it")]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help=r"let the machines of a Ray cluster play: auto, or HOST:6379; extra \[ray]"
    ),
]
BoxFile = Annotated[pathlib.Path | None, typer.Option("--box", help="a box file of your own")]

app.command()(play)
app.command()(serve)
app.command()(backup)
app.command()(restore)


class NotCompiled(PetteiaError):
    """What was to be compiled ahead is not there."""


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, indent=1) + "\n")


class Clock(TimeRemainingColumn):
    """The time that is left; of compiling, whose last step is the longest and cannot be counted, the time so far."""

    def render(self, task: Task) -> Text:
        if task.fields.get("counted", True):
            return Text.assemble(super().render(task), " left")
        return Text(f"{timedelta(seconds=int(task.elapsed or 0))} so far", style="progress.elapsed")


@contextmanager
def progress_bar(game: str, what: str, total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Bars on standard error, so that standard output stays clean; none where nobody watches. Where the rules have to
    be compiled first, that has a bar of its own until the first of what is counted is done."""
    if quiet or not err.is_terminal:
        yield lambda done: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), Clock())
    with Progress(*columns, console=err, transient=True) as bar:
        compiling = bar.add_task("compiling (once)", total=1, visible=False, start=False, counted=False)
        task = bar.add_task(what, total=total)

        def compiled(part: float) -> None:
            if part > 0 and not bar.tasks[task].completed:
                bar.start_task(compiling)
                bar.update(compiling, completed=part, visible=True)

        def advance(done: int) -> None:
            bar.update(compiling, visible=False)
            bar.advance(task, done)

        with watching(game, compiled):
            yield advance


def parse_options(words: list[str] | None) -> dict[str, Any]:
    """`name=value` words as options; values that are numbers become numbers, lists are separated by commas."""
    options: dict[str, Any] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise PetteiaError(f"'{word}': write an option as name=value")
        if re.fullmatch(r"-?[0-9]{1,9}", value):
            options[name] = int(value)
        elif "," in value:
            options[name] = [item.strip() for item in value.split(",") if item.strip()]
        else:
            options[name] = value
    return options


@app.command()
def games(as_json: Json = False) -> None:
    """List the games there are."""
    found = [find(name) for name in NAMES]
    if as_json:
        print_json(
            {
                "games": [
                    {
                        "name": game.name,
                        "title": game.title,
                        "author": game.author,
                        "published": game.published,
                        "seats": list(game.seats),
                        "choices": game.space.size,
                        "rules_version": game.rules_version,
                        "options": {
                            option["name"]: {
                                **{key: option[key] for key in ("title", "about", "clause", "seats")},
                                **_allowed(game.options.fields[option["name"]].meaning),
                            }
                            for option in game.explained()
                        },
                    }
                    for game in found
                ]
            }
        )
        return
    for game in found:
        out.print(
            f"[bold]{game.name}[/bold]  {game.title} by {game.author} ({game.published}),"
            f" {game.seats[0]} to {game.seats[-1]} players"
        )
        table = Table(box=None, pad_edge=False, header_style="dim")
        for heading in ("  option", "values", "about"):
            table.add_column(heading)
        for field in game.options.fields.values():
            table.add_row(f"  {field.name}", escape(_values(field.meaning)), field.about)
        out.print(table)


@app.command()
def bots(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="those that play it; usually all")] = None,
    lang: Lang = "en",
    as_json: Json = False,
) -> None:
    """List the bots there are, from gentle to strong, and those that others have installed."""
    from petteia.cli.bots import introductions

    found = introductions(lang, NAMES if game is None else [find(game).name])
    if as_json:
        print_json({"bots": [one._asdict() for one in found]})
        return
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for one in found:
        table.add_row(Text(one.face), Text(one.name, style="bold"), Text(one.title), Text(one.about))
    out.print(table)


def _allowed(meaning: Any) -> dict[str, Any]:
    """An option's values and default, for JSON."""
    if isinstance(meaning, range):
        return {"values": list(meaning), "default": meaning[0]}
    if hasattr(meaning, "words"):
        return {"values": list(meaning.words), "default": meaning.words[meaning.default]}
    return {"any_of": meaning.of, "default": []}


def _values(meaning: Any) -> str:
    if isinstance(meaning, range):
        return f"{meaning[0]} to {meaning[-1]}"
    return ", ".join(meaning.words) if hasattr(meaning, "words") else f"a list of {meaning.of} names"


@app.command("compile")
def compile_rules(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="usually all of them")] = None,
) -> None:
    """Compile the rules ahead of their first use; otherwise that happens while the first game is being played."""
    for name in names or ():
        find(name)
    troubles: list[str] = []
    workshop = Workshop(names or NAMES, trouble=troubles.append, interpret=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal) as bar:
        tasks = {name: bar.add_task(name, total=1) for name in workshop.progress}
        while any(part < 1 and name not in workshop.failed for name, part in workshop.progress.items()):
            time.sleep(0.1)
            for name, part in workshop.progress.items():
                bar.update(tasks[name], completed=part)
    if troubles:
        raise NotCompiled("\n".join(troubles))


@app.command()
def simulate(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="players; usually as many as bots are named, or 4")] = None,
    number: Annotated[int, typer.Option("--games", help="games to play")] = 1000,
    bots: Annotated[
        str, typer.Option(help="a bot for all seats, or one for each: greedy,random,random; or hard:simulations=500")
    ] = "random",
    rotate: Annotated[
        bool, typer.Option("--rotate", help="play each deal once from every seat; without it, bots sit as named")
    ] = False,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(help="threads (for bots in Python, processes) to share the work")] = 1,
    option: Options = None,
    box: BoxFile = None,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Play many games between bots: scores by seat, win rates, length, speed. Ctrl-C ends it with what is played."""
    from petteia.arena.simulate import Simulation

    named = bots.count(",") + 1
    players = seats if seats is not None else named if named > 1 else 4
    with progress_bar(game, "playing", number, as_json) as progress:
        run = Simulation(game, players, number, bots, seed, workers, parse_options(option), box, rotate, ray)
        try:
            run.run(progress)
        except (KeyboardInterrupt, PetteiaError):
            if run.played.games:
                print_simulation(run.result, as_json)
            raise
    print_simulation(run.result, as_json)


def print_simulation(result: Result, as_json: bool) -> None:
    from petteia.arena.simulate import confidence

    if as_json:
        print_json(result.as_json())
        return
    rotate = result.rotate
    sat = ", each deal from every seat" if rotate else ""
    games = f"{result.games}" if result.games == result.wanted else f"the first {result.games} of {result.wanted}"
    table = Table(title=f"{games} games of {result.game}, seed {result.seed}{sat}", title_justify="left")
    margins = ("margin", "95 % interval") if result.mixed else ()
    for heading in (*(() if rotate else ("seat",)), "bot", "mean score", "wins", "95 % interval", *margins):
        table.add_column(heading, justify="left" if heading == "bot" else "right", overflow="fold")
    for place in range(result.seats):
        low, high = confidence(result.win_rates[place], result.games)
        cells = [
            result.bots[place],
            f"{result.mean_scores[place]:.2f}",
            f"{result.win_rates[place]:.1%}",
            f"{low:.1%} – {high:.1%}",
        ]
        if result.mixed:
            least, most = result.margin_ci[place]
            cells += [f"{result.margins[place]:+.2f}", f"{least:+.2f} – {most:+.2f}"]
        table.add_row(*cells if rotate else [str(place + 1), *cells])
    out.print(table)
    numbers = result.as_json()
    out.print(
        f"{numbers['decisions_per_game']:.1f} decisions a game; {numbers['games_per_s']:,.0f} games and"
        f" {numbers['decisions_per_s']:,.0f} decisions a second with {result.workers}"
        f" worker{'s' if result.workers > 1 else ''}"
    )


@app.command()
def ladder(
    game: GameName,
    seats: Annotated[int, typer.Option(help="players")] = 2,
    bots: Annotated[
        str | None, typer.Option(help="who plays, separated by commas; usually everybody that plays this game")
    ] = None,
    deals: Annotated[int, typer.Option(help="deals for each two of them, each played from every seat")] = 50,
    seed: Seed = 0,
    workers: Annotated[
        int | None, typer.Option(help="threads (for bots in Python, processes) to share the work; usually one a core")
    ] = None,
    results: Annotated[
        pathlib.Path | None,
        typer.Option(help="the file that results are added to; what is in it already is not played again"),
    ] = None,
    ray: Ray = None,
    as_json: Json = False,
) -> None:
    """Let bots play all against all, and say how strong each is."""
    from petteia.arena.ladder import games_of
    from petteia.arena.ladder import ladder as run
    from petteia.cli.saves import data_folder

    path = results or data_folder() / "ladders" / f"{find(game).name}.jsonl"
    with progress_bar(game, "playing", games_of(game, seats, bots, deals), as_json) as progress:
        found = run(game, seats, bots, deals, seed, workers, path, progress, ray)
    if as_json:
        print_json(found.as_json())
        return
    table = Table(title=f"{game}, {seats} players, {deals} deals a pair, seed {seed}", title_justify="left")
    for heading in ("bot", "strength", "95 % interval", "games", "wins", "margin"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", overflow="fold")
    for one in found.standings:
        table.add_row(
            one.bot,
            f"{one.strength:+.0f}",
            f"{one.low:+.0f} – {one.high:+.0f}",
            str(one.games),
            f"{one.wins:.1%}",
            f"{one.margin:+.2f}",
        )
    out.print(table)
    out.print(f"400 more are ten times the chance to win. The results are in {path}", highlight=False, soft_wrap=True)
    if found.left_aside:
        out.print(f"{found.left_aside} results there are of other bots, seats, seeds or versions.", highlight=False)


@app.command()
def train(
    game: GameName,
    folder: Annotated[pathlib.Path, typer.Argument(help="where the network and its curve are kept")],
    seats: Annotated[str, typer.Option(help="numbers of players, as often as they shall be played: 2,2,3,4")] = "2",
    seconds: Annotated[float, typer.Option(help="how long; compiling comes on top")] = 500.0,
    games: Annotated[int, typer.Option(help="games side by side")] = 16384,
    begin: Annotated[pathlib.Path | None, typer.Option(help="go on from this network (.npz, with its .json)")] = None,
    device: Annotated[str, typer.Option(help="cuda, or cpu for a try")] = "cuda",
    watch: Annotated[bool, typer.Option("--watch", help="learn from what bots try, played by processors")] = False,
    given: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=NUMBER", help="any other setting: --set rate=0.0005")
    ] = None,
    ray: Ray = None,
    seed: Seed = 1,
) -> None:
    r"""Let a network learn a game by playing against itself; it takes the extra \[learn]."""
    if ray is not None and not watch:
        raise PetteiaError("a Ray cluster plays what a network watches: --ray goes with --watch")
    try:
        import torch
    except ImportError:
        raise PetteiaError(
            "learning takes PyTorch: pip install 'petteia[learn]', in a checkout .venv/bin/pip install -e '.[learn]'"
        ) from None
    if device == "cuda" and not torch.cuda.is_available():
        raise PetteiaError("PyTorch finds no graphics card here: --device cpu tries it on the processor, slowly")
    from petteia.learn.studying import Studying
    from petteia.learn.training import Settings, Training, check

    numbers = check(game, seats, games, begin)
    settings = Settings(game, numbers, games, seconds=seconds, device=device, seed=seed).with_given(given or [])
    settings.evaluated = min(settings.evaluated, games)
    with progress_bar(game, "learning", 1000, quiet=False) as progress:
        done = 0

        def told(part: float, row: dict[str, Any] | None) -> None:
            nonlocal done
            progress(int(1000 * part) - done)
            done = int(1000 * part)
            if row is not None:
                print(json.dumps(row), flush=True)

        course = Studying(settings, begin, ray) if watch else Training(settings, begin)
        course.run(folder, told)
    out.print(f"{folder / game}.npz", highlight=False, soft_wrap=True)


@app.command()
def fuzz(
    game: GameName,
    number: Annotated[int, typer.Option("--games", help="games to play")] = 10_000,
    seats: Annotated[int | None, typer.Option(help="players; without it, any number")] = None,
    seed: Seed = 0,
    first: Annotated[int, typer.Option(help="the game of the seed's series to start with")] = 0,
    as_json: Json = False,
) -> None:
    """Look for mistakes in the rules: random games in which everything that must hold is checked."""
    from petteia.arena.fuzz import fuzz as run

    with progress_bar(game, "fuzzing", number, as_json) as progress:
        report = run(game, number, seats, seed, first, progress=progress)
    if as_json:
        print_json(report.as_json())
    else:
        for finding in report.findings:
            out.print(f"[bold red]found:[/bold red] {escape(finding.what)}")
            out.print(f"seed {finding.seed}, game {finding.game_number}, move {finding.move}, {finding.seats} seats")
            out.print(f"again: {finding.command}")
            out.print(finding.position, markup=False, highlight=False)
        out.print(
            f"{report.games:,} games, {report.decisions:,} decisions, {report.checks:,} checks,"
            f" {len(report.findings)} findings"
        )
    if report.findings:
        raise typer.Exit(1)


@app.command()
def observe(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="players; usually as many as can play")] = None,
    form: Annotated[str, typer.Option(help="compact, or entries: what learned networks see")] = "compact",
    describe: Annotated[
        bool, typer.Option("--describe", help="every number: its name, its bounds, what it is")
    ] = False,
    seed: Seed = 1,
    moves: Annotated[int, typer.Option(min=0, help="random choices to be made before")] = 0,
    seat: Annotated[int | None, typer.Option(help="who looks, from 0; usually the one to move")] = None,
    option: Options = None,
    box: BoxFile = None,
    as_json: Json = False,
) -> None:
    """Show what a seat may know as a row of numbers, by name: of the game of a seed, or of all games."""
    import random

    from petteia.cli import observations
    from petteia.observing import Observer

    found = find(game)
    observer = Observer(found, seats, box, form)
    about = observations.as_json(observer)
    if describe:
        if as_json:
            print_json({**about, "entries": [entry._asdict() for entry in observer.entries]})
        else:
            sys.stdout.writelines(f"{line}\n" for line in observations.described(observer))
        return
    match, dice = new_match(game, observer.seats, seed, parse_options(option), observer.box), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(dice.choice(match.legal_ids))
    looking = seat if seat is not None or match.over else match.to_move
    if as_json:
        row = match.observe(looking, form).tolist()
        print_json({**about, "seat": looking, "observation": row, "legal": match.legal_ids})
        return
    for line in observations.said(observer, match, looking):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


@app.command()
def bench(
    as_json: Json = False,
    seconds: Annotated[float, typer.Option(help="time for each measurement")] = 2.0,
    game: Annotated[str, typer.Option(help="the game to measure")] = "peloponnes",
) -> None:
    """Measure speed on one core, beside other systems in the same run."""
    from petteia.arena.bench import bench as run

    found = run(
        game, seconds, say=(lambda words: None) if as_json else (lambda words: err.print(f"[dim]{words}[/dim]"))
    )
    if as_json:
        print_json(found.as_json())
    else:
        out.print(found.table())


@app.command()
def rules(
    game: GameName,
    clause: Annotated[
        str | None, typer.Argument(metavar="[CLAUSE]", help="its number, such as 4.3, or that of a section, such as 4")
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="which tests show each clause")] = False,
    tests: Annotated[pathlib.Path, typer.Option(help="the folder of the tests, for --coverage")] = pathlib.Path(
        "tests"
    ),
    lang: Lang = "en",
    as_json: Json = False,
) -> None:
    """Read the rules in numbered clauses."""
    from petteia.cli.coverage import tests_of_clauses

    book = find(game).rulebook_in(lang)
    chosen = book.find(clause) if clause else list(book.clauses)
    shown = tests_of_clauses(tests, game) if coverage else {}
    if as_json:
        clauses = []
        for one in chosen:
            row: dict[str, Any] = {
                "clause": one.number,
                "section": one.section,
                "words": one.words,
                "source": one.source,
            }
            if coverage:
                row["tests"] = shown.get(one.number, [])
            clauses.append(row)
        print_json({"game": game, "clauses": clauses})
    else:
        section = ""
        for one in chosen:
            if one.section != section:
                section = one.section
                out.print(f"\n[bold]{one.number[1:].split('.')[0]} {section}[/bold]")
            out.print(f"[bold cyan]{one.number}[/bold cyan] {escape(one.words)}", highlight=False)
            out.print(f"      [dim]{escape(one.source)}[/dim]", highlight=False)
            if coverage:
                names = shown.get(one.number, [])
                count = f"{len(names)} {'test' if len(names) == 1 else 'tests'}"
                out.print(f"      {count}" if names else "      [bold red]no test[/bold red]", highlight=False)
    missing = [one.number for one in chosen if coverage and one.number not in shown]
    if missing:
        err.print(f"without a test: {', '.join(missing)}")
        raise typer.Exit(1)


@app.command(name="box")
def show_box(
    game: GameName,
    check: Annotated[pathlib.Path | None, typer.Option(help="a box file of your own to check")] = None,
    provenance: Annotated[bool, typer.Option("--provenance", help="where each fact comes from")] = False,
    copy: Annotated[pathlib.Path | None, typer.Option(help="write the box file here, to change it")] = None,
) -> None:
    """Show what is printed in a game's box, check a box file, or copy it to change it."""
    from petteia.cli.boxes import provenances, tables

    found = find(game)
    if copy:
        if copy.exists():
            raise PetteiaError(f"{copy} is there already; choose another name")
        copy.write_text(found.box.text, encoding="utf-8")
        out.print(f"{copy} is yours to change; check it with: petteia box {game} --check {copy}", highlight=False)
        return
    box = found.load_box(check) if check else found.box
    if provenance:
        out.print(provenances(box))
    elif check:
        out.print(f"{check.name} is a good box for {found.title}.")
    else:
        for table in tables(box):
            out.print(table)


@app.command()
def replay(
    file: Annotated[pathlib.Path, typer.Argument(help="a save file")],
    lang: Annotated[str, typer.Option(help="en, de or it")] = "en",
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="what the table showed when it opened; checked against the file")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a save file by playing it again, and tell the game in words. A game from a table also carries the proof
    of how its seed was mixed."""
    from petteia import proof
    from petteia.match import load

    match = load(file)
    proven = proof.read(file)
    if proven is None and commitment is not None:
        raise proof.BadProof(f"{file.name} carries no proof of its seed: it is not the whole game of a table")
    if proven is not None:
        proven.check(match, commitment)
    lines = match.log(lang)
    if as_json:
        print_json(
            {
                "game": match.game.name,
                "seats": match.seats,
                "choices": [choice.words for choice in match.history],
                "log": [{"move": line.move, "clause": line.clause, "words": str(line)} for line in lines],
                "over": match.over,
                "scores": match.scores,
                "ranks": match.ranks,
                "commitment": proven.commitment if proven else None,
            }
        )
        return
    for line in lines:
        out.print(f"[dim]{line.move:>3}[/dim] {escape(line)}  [dim]{line.clause}[/dim]", highlight=False)
    out.print(f"\nPlayed again without a difference; choices: {match.move_number}. ", end="")
    out.print(f"Scores: {', '.join(map(str, match.scores))}." if match.over else match.prompt(lang))
    if proven is not None:
        added = sum(bool(nonce) for nonce in proven.nonces)
        out.print(f"The seed follows from what the server had committed to ({proven.commitment}),", end=" ")
        out.print(f"and from the digits that {added} of {match.seats} seats added.")


@app.command()
def perft(
    game: GameName,
    seed: Seed = 1,
    depth: Annotated[int, typer.Option(help="decisions to look ahead")] = 3,
    seats: Annotated[int, typer.Option(help="players")] = 2,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Count the positions after so many decisions, to compare implementations of the rules."""
    from petteia.arena.perft import count

    counts = count(game, seats, seed, depth, parse_options(option))
    if as_json:
        print_json({"game": game, "seats": seats, "seed": seed, "counts": counts})
        return
    for level, number in enumerate(counts):
        out.print(f"{level}: {number}", highlight=False)
