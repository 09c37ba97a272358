"""`petteia play`: a game in the terminal, against bots, with friends at the same keyboard, or alone.

It reads line by line and draws by printing, so it works in any terminal and with piped input. After every decision
the game is saved; whatever ends the program, nothing that was decided is lost.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import pathlib
import shlex
import sys
import time
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from petteia import games
from petteia.bots import Bot, described, find, names
from petteia.bots.roster import waiting
from petteia.cli.advice import drawn
from petteia.cli.bots import drawn as drawn_bots
from petteia.cli.bots import introduced
from petteia.cli.menu import Item, Menu, NotUnderstood, find_command
from petteia.cli.saves import PERSON, Seating, data_folder, fresh_path, newest
from petteia.cli.words import Words
from petteia.engine.errors import PetteiaError
from petteia.engine.game import Game
from petteia.engine.rulebook import NoClause
from petteia.match import BadSave, IllegalChoice, Line, Match, NothingToUndo, load, new_match, open_box
from petteia.preparing import Workshop, is_compiled
from petteia.signs import AEGEAN, QUIET, TERRACOTTA, WINE, in_plain_signs

USUAL_SEATS = "you,greedy,greedy"
LAST = "last"
FOREIGN_SECONDS = 60.0  # that a bot of somebody else is given for a choice
INTERRUPTED = 130


class BadArguments(PetteiaError):
    """Options of the command that do not go together."""


CLEARED = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what could be scrolled back


class Left(Exception):
    """The person leaves the table; `code` is the exit code."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        super().__init__(code)


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"one of: {', '.join(games.NAMES)}")],
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help=f"who sits where: 'you' (several for several people at one keyboard) or a bot ({', '.join(names())}); "
            f"usually {USUAL_SEATS}",
        ),
    ] = None,
    solo: Annotated[int | None, typer.Option(metavar="LEVEL", help="play alone, at a level of the solo game")] = None,
    campaign: Annotated[bool, typer.Option("--campaign", help="play the solo campaign, or go on with it")] = False,
    campaign_file: Annotated[
        pathlib.Path | None, typer.Option(metavar="FILE", help="the campaign in this file; implies --campaign")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=2**63 - 1, help="a whole number from 0 on; the same seed deals the same"),
    ] = None,
    lang: Annotated[str, typer.Option(envvar="PETTEIA_LANG", help="en, de or it")] = "en",
    box: Annotated[pathlib.Path | None, typer.Option(metavar="FILE", help="a box file of your own")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="an option of the game; may be repeated")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help=f"go on with a saved game; '{LAST}' is the one played last"),
    ] = None,
    save: Annotated[
        pathlib.Path | None, typer.Option(metavar="FILE", help="keep the game in this file; usually a new one")
    ] = None,
) -> None:
    """Play in the terminal. The game is saved after every decision, and can be resumed."""
    words = Words(lang)
    found = games.find(game)
    wants_campaign = campaign or campaign_file is not None
    _check_together(wants_campaign, seats, solo, seed, box, option, resume, save)
    console = _console()
    house = _House(found, lang, words, console)
    workshop = Workshop([game])
    workshop.want(game)
    if workshop.progress[game] < 1 and not is_compiled(game):
        house.compiling = workshop
    try:
        if wants_campaign:
            _play_campaign(house, campaign_file, seed, box, option or [])
        elif resume is not None:
            _resume(house, resume, seats, save)
        else:
            _begin(house, seats, solo, seed, box, option or [], save)
    except Left as left:
        raise typer.Exit(left.code) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        workshop.close()


def _check_together(
    campaign: bool, seats: Any, solo: Any, seed: Any, box: Any, option: Any, resume: Any, save: Any
) -> None:
    if campaign and not (seats is solo is resume is save is None):
        raise BadArguments("--campaign keeps its own games: it does not go with --seats, --solo, --resume or --save")
    if solo is not None and seats is not None:
        raise BadArguments("--solo is for one player alone: it does not go with --seats")
    if resume is not None and not (solo is seed is box is None and not option):
        raise BadArguments("a saved game has its own seed, box and options: --resume goes only with --seats and --save")


def _console() -> Console:
    in_plain_signs(sys.stdout)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  editing and recalling lines
    return Console(highlight=False)


class _House:
    """What stays the same while games come and go: the game, the language, the console."""

    def __init__(self, game: Game, lang: str, words: Words, console: Console) -> None:
        self.game, self.lang, self.words, self.console = game, lang, words, console
        self.compiling: Workshop | None = None  # the rules are still being compiled, and nobody has said that they are
        self.terminal: Any = importlib.import_module(f"petteia.games.{game.name}.show.terminal")

    @property
    def solo(self) -> Any:
        """The game's campaign module, where it has one."""
        try:
            return importlib.import_module(f"petteia.games.{self.game.name}.show.campaign")
        except ModuleNotFoundError:
            raise BadArguments(f"{self.game.title} has no solo levels") from None

    def command(self, *arguments: str) -> str:
        """A command line that a person can copy."""
        lang = [] if self.lang == "en" else ["--lang", self.lang]
        return shlex.join(["petteia", "play", self.game.name, *arguments, *lang])

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style=style))

    def say_first_start(self) -> None:
        """Once a game begins: before, something may be wrong with what was asked for."""
        if self.compiling is not None:
            self.say(self.words.say("compiling"), QUIET)

    def say_progress(self) -> None:
        """How far compiling is, whenever somebody is asked, until it is done or given up."""
        if self.compiling is None:
            return
        game = self.game.name
        part, failed = self.compiling.progress[game], game in self.compiling.failed
        if part == 1 or failed:
            self.compiling = None
        words = "compiling_failed" if failed else "compiled" if part == 1 else "compiling_part"
        self.say(self.words.say(words, part=int(100 * part)), QUIET)

    def say_command(self, heading: str, command: str) -> None:
        """Commands and paths are never broken into lines, so that they can be copied."""
        self.say(heading)
        self.console.print(Text(f"  {command}", style=f"bold {AEGEAN}"), soft_wrap=True)

    def forget_typed(self) -> None:
        """Nothing that was typed before a question is an answer to it."""
        if not sys.stdin.isatty():
            return
        with contextlib.suppress(ImportError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
        with contextlib.suppress(ImportError):
            import msvcrt  # Windows

            while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
                msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]

    def read(self, prompt: str) -> str:
        """A line from the keyboard. Without a keyboard what was read is shown, as a terminal would."""
        line = input(f"{prompt} ")
        if not sys.stdin.isatty():
            print(line)
        return line.strip()

    def yes(self, question: str) -> bool:
        while True:
            answer = self.words.yes(self.read(question))
            if answer is not None:
                return answer


# -- ways to the table -------------------------------------------------------------------------------------------------


def _options(words: list[str]) -> dict[str, Any]:
    from petteia.cli.commands import parse_options

    return parse_options(words)


def _begin(
    house: _House,
    seats: str | None,
    solo: int | None,
    seed: int | None,
    box: pathlib.Path | None,
    option: list[str],
    save: pathlib.Path | None,
) -> None:
    bots = None if seed is None else f"bots {seed}"
    seating = Seating.of("you" if solo is not None else USUAL_SEATS if seats is None else seats, bots)
    options = _options(option)
    if solo is not None:
        options[house.solo.SOLO_OPTION] = solo
    match = new_match(house.game.name, len(seating.seats), seed, options, box)
    if save is not None and save.exists():
        raise BadArguments(f"{save} is there already; go on with it by --resume, or choose another name")
    _sit_down(house, match, seating, save or fresh_path(house.game.name))


def _resume(house: _House, resume: str, seats: str | None, save: pathlib.Path | None) -> None:
    path = newest(house.game.name) if resume == LAST else pathlib.Path(resume)
    match = load(path)
    if match.game.name != house.game.name:
        raise BadSave(f"{path.name} is a game of {match.game.title}, not of {house.game.title}")
    known = Seating.load(path) if seats is None else Seating.of(seats)
    seating = known or Seating.of(["you", *["greedy"] * (match.seats - 1)])
    if len(seating.seats) != match.seats:
        raise BadArguments(f"the saved game has {match.seats} seats, not {len(seating.seats)}")
    if save is not None and save.exists() and save.resolve() != path.resolve():
        raise BadArguments(f"{save} is there already; choose another name")
    if known is None and match.seats > 1:
        house.say(house.words.say("no_seats", seats=",".join(seating.seats)), QUIET)
    house.say(house.words.say("resumed", moves=match.move_number), QUIET)
    _sit_down(house, match, seating, save or path)


def _sit_down(house: _House, match: Match, seating: Seating, path: pathlib.Path) -> None:
    for seat in set(range(match.seats)) - set(seating.people):
        find(seating.seats[seat], house.game.name)  # not every bot plays every game
    path = path.absolute()
    try:
        seating.save(path)
        match.save(path)
    except OSError as problem:
        raise PetteiaError(f"the game cannot be kept in {path}: {problem.strerror or problem}") from None
    if not match.over:
        house.say(house.words.say("begin"), QUIET)
        house.console.print(Text(f"  {path}", style=QUIET), soft_wrap=True)
    if match.move_number == 0:
        bots = [word for word in seating.seats if word != PERSON]
        house.console.print(drawn_bots(introduced(house.lang, house.game.name, bots)))
    Session(house, match, seating, path, house.command("--resume", str(path))).run()


def _play_campaign(
    house: _House, file: pathlib.Path | None, seed: int | None, box: pathlib.Path | None, option: list[str]
) -> None:
    """Level after level, as the game's own campaign says. Matches lie beside the campaign's file, one an attempt."""
    module = house.solo
    path = (file or data_folder() / "campaigns" / f"{house.game.name}.json").absolute()
    given = ["--campaign"] if file is None else ["--campaign-file", str(path)]
    given += ["--box", str(box.absolute())] if box else []
    again = house.command(*given, *(part for word in option for part in ("--option", word)))
    printed = open_box(house.game, box)
    campaign = module.Campaign.load(path) if path.exists() else module.Campaign()
    try:
        if campaign.won and not (campaign := _new_campaign(house, module, campaign, path, printed)):
            return
        campaign.save(path)
        while not campaign.won:
            match = _campaign_match(house, campaign, path, seed, printed, _options(option))
            Session(house, match, Seating.of("you"), _attempt_path(path, campaign), again).run()
            campaign.record(match)
            campaign.save(path)
            for line in campaign.after(match.texts(house.lang), printed):
                house.say(line, "bold")
            if not campaign.won and not house.yes(house.words.say("campaign_next")):
                house.say_command(house.words.say("campaign_later"), again)
                return
    except (EOFError, KeyboardInterrupt) as gone:
        house.say("")
        house.say_command(house.words.say("campaign_later"), again)
        raise Left(INTERRUPTED if isinstance(gone, KeyboardInterrupt) else 0) from None
    except OSError as problem:
        raise PetteiaError(f"the campaign cannot be kept in {path}: {problem.strerror or problem}") from None


def _new_campaign(house: _House, module: Any, won: Any, path: pathlib.Path, box: Any) -> Any:
    """After a campaign that was won a new one, if it is wanted; the old one stays beside it."""
    texts = new_match(house.game.name, 1, 0, None, box).texts(house.lang)
    for line in won.before(texts, box):
        house.say(line, "bold")
    if not house.yes(house.words.say("campaign_new")):
        return None
    path.rename(path.with_name(f"{path.stem}.{won.name}.won.json"))
    return module.Campaign()


def _attempt_path(path: pathlib.Path, campaign: Any) -> pathlib.Path:
    return path.with_name(f"{path.stem}.{campaign.name}.{campaign.number}.json")


def _campaign_match(
    house: _House, campaign: Any, path: pathlib.Path, seed: int | None, box: Any, options: dict[str, Any]
) -> Match:
    """The match of the next attempt, or what was saved of it."""
    saved = _attempt_path(path, campaign)
    if saved.exists():
        match = load(saved)
        house.say(house.words.say("resumed", moves=match.move_number), QUIET)
    else:
        own = None if seed is None else hashlib.sha256(f"{seed} attempt {campaign.number}".encode()).hexdigest()
        match = new_match(house.game.name, 1, own, {**options, **campaign.options()}, box)
        match.save(saved)
    for line in campaign.before(match.texts(house.lang), box):
        house.say(line, "bold")
    return match


# -- at the table ------------------------------------------------------------------------------------------------------


class Session:
    """One match being played at the keyboard."""

    def __init__(self, house: _House, match: Match, seating: Seating, path: pathlib.Path, again: str) -> None:
        self.house, self.match, self.seating, self.path, self.again = house, match, seating, path, again
        self.words, self.lang, self.console = house.words, house.lang, house.console
        self.book = house.game.rulebook_in(house.lang)
        self.at_keyboard: int | None = None  # whose cards were shown last
        self.guests: dict[int, Bot] = {}  # bots of others, by seat

    def run(self) -> None:
        """Plays to the end; raises Left where the person leaves before it."""
        self.house.say_first_start()
        bots_played = True
        try:
            while not self.match.over:
                seat = self.match.to_move
                assert seat is not None
                if seat in self.seating.people:
                    self.hand_over(seat)
                    self.decide(seat, after_bots=bots_played)
                    bots_played = False
                else:
                    bots_played = True
                    self.match.play(self.bots_choice(seat))
                    self.autosave()
        except EOFError:
            self.leave(0)
        except KeyboardInterrupt:
            self.leave(INTERRUPTED)
        self.finish()

    def bots_choice(self, seat: int) -> int:
        bot = self.bot_of(seat)
        if bot.named.searches(self.house.game.name) and not waiting.is_ready(self.house.game.name):
            self.wait_for_search()
        # The house's bots think as long as their level says; somebody else's might think for ever.
        return bot.choose(self.match, seconds=FOREIGN_SECONDS if bot.named.foreign else None)

    def bot_of(self, seat: int) -> Bot:
        """The house's bots draw anew at each decision, so that resumed and repeated games go as they would have gone.
        Somebody else's may take long to make, and may remember: it stays at its seat while the program runs."""
        if seat in self.guests:
            return self.guests[seat]
        word = self.seating.seats[seat]
        if find(word).foreign:
            return self.guests.setdefault(seat, Bot(word, self.bot_seed(f"seat {seat}")))
        return Bot(word, self.bot_seed(self.match.move_number))

    def wait_for_search(self) -> None:
        began = time.monotonic()
        with self.console.status(Text(self.words.say("bot_waits"), style=QUIET)) as status:
            while not waiting.wait(self.house.game.name, 1):
                seconds = int(time.monotonic() - began)
                status.update(Text(f"{self.words.say('bot_waits')} {seconds} s", style=QUIET))

    def bot_seed(self, what: int | str) -> bytes:
        return hashlib.sha256(f"{self.seating.bots} {what}".encode()).digest()

    def autosave(self) -> None:
        try:
            self.match.save(self.path)
        except OSError as problem:
            self.say(self.words.say("not_saved", problem=problem.strerror or problem), WINE)

    def leave(self, code: int) -> NoReturn:
        """The last decision is in the file already: nothing is written here, where an interrupt may have struck."""
        self.say("")
        self.house.say_command(self.words.say("quit"), self.again)
        raise Left(code)

    # -- showing -------------------------------------------------------------------------------------------------------

    def say(self, words: str, style: str = "") -> None:
        self.house.say(words, style)

    def labels(self, seat: int | None) -> list[str]:
        """Who sits where, as a seat would say it."""
        alone = len(self.seating.people) == 1
        bots = {bot["name"]: bot["title"] for bot in described(self.lang, self.house.game.name)}
        return [
            bots.get(word.partition(":")[0], word)
            if other not in self.seating.people
            else self.words.say("you" if alone or other == seat else "person")
            for other, word in enumerate(self.seating.seats)
        ]

    def show(self, seat: int) -> Menu:
        """All that a person needs to decide: what happened, the table, the question, the choices."""
        self.show_log(self.news_for(seat), seat)
        menu = Menu(self.match, self.house.terminal, self.lang)
        low = self.show_table(seat, len(menu.items) + len(("", "question", ">")))
        if not low:
            self.console.print()
        self.house.say_progress()
        self.console.print(Text(self.match.prompt(self.lang), style=f"bold {TERRACOTTA}"))
        self.console.print(menu.drawn(self.console.width if low else 0))
        return menu

    def show_table(self, seat: int | None, below: int = 0) -> bool:
        """The table, with so many lines to come below it. In a terminal that is too low for it, the board stands last
        and in few lines, so that it stays in sight; whether that is so."""
        draw, labels = self.house.terminal.draw, self.labels(seat)
        table = draw(self.match, seat, self.lang, self.console.width, labels)
        high = len(self.console.render_lines(table, pad=False)) + 1 + below
        low = below > 0 and self.console.is_terminal and high > self.console.height
        self.console.print()
        self.console.print(draw(self.match, seat, self.lang, self.console.width, labels, low=True) if low else table)
        return low

    def news_for(self, seat: int | None) -> list[Line]:
        """What happened since a seat's last decision, that one included."""
        past = self.match.fork()
        since = 0
        with contextlib.suppress(NothingToUndo):
            while True:
                past.undo()
                if past.to_move == seat:
                    since = len(past.history) + 1
                    break
        return [line for line in self.match.log(self.lang, seat) if line.move >= since]

    def show_log(self, lines: list[Line], seat: int | None) -> None:
        if lines:
            self.console.print()
        for line in lines:
            mark: Text = self.house.terminal.emblem(line.seat)
            self.console.print(mark.append(f" {line} ", style="").append(line.clause, style=QUIET))

    def finish(self) -> None:
        people = self.seating.people
        seat = people[0] if len(people) == 1 else None
        if not people:
            self.say(self.words.say("watching"), QUIET)
        self.show_log(self.news_for(seat), seat)
        self.show_table(seat)
        self.console.print()
        self.console.print(Text(self.match.prompt(self.lang), style=f"bold {TERRACOTTA}"))
        self.show_standing(seat)

    def show_standing(self, seat: int | None) -> None:
        self.console.print(self.house.terminal.standing(self.match, self.lang, self.labels(seat)))

    def hand_over(self, seat: int) -> None:
        """Between people with hidden hands: what was shown goes, and nothing more is shown until the next one is
        there. (Without a keyboard there is nobody to hand over.)"""
        last, self.at_keyboard = self.at_keyboard, seat
        several = len(self.seating.people) > 1
        if last == seat or not (several and self.match.game.hands and sys.stdin.isatty()):
            return
        print(CLEARED, end="")
        self.house.read(self.words.say("hand_over", name=self.match.who(seat, self.lang)))
        print(CLEARED, end="", flush=True)

    # -- deciding ------------------------------------------------------------------------------------------------------

    def decide(self, seat: int, *, after_bots: bool) -> None:
        """Asks a person until the position has changed. What was typed while bots played is no answer."""
        menu = self.show(seat)
        if after_bots:
            self.house.forget_typed()
        while True:
            typed = self.house.read(">")
            if typed and self.obey(typed, seat, menu):
                return

    def obey(self, typed: str, seat: int, menu: Menu) -> bool:
        """Does what was typed; says whether the position has changed."""
        if typed.startswith("?"):
            return self.command("why", typed[1:].strip(), seat, menu) if typed[1:].strip() else self.help(menu)
        slash = typed.startswith("/")
        word, _, rest = typed.removeprefix("/").strip().partition(" ")
        commands = self.words.commands
        exact = find_command(word.lower(), commands, exactly=True)
        if exact and (slash or rest or not menu.means_now(word.lower(), exactly=True)):
            return self.command(exact[0], rest.strip(), seat, menu)
        begun = find_command(word.lower(), commands, exactly=False) if word else []
        if begun and (slash or not (word[0].isdecimal() or menu.means_now(word.lower()))):
            if len(begun) == 1:
                return self.command(begun[0], rest.strip(), seat, menu)
            return self.doubt(typed, (commands[name][0] for name in begun))
        return self.doubt(typed) if slash else self.choose(typed, menu)

    def doubt(self, typed: str, meanings: Any = ()) -> bool:
        return self.complain(NotUnderstood(typed, meanings))

    def complain(self, problem: NotUnderstood) -> bool:
        self.say(self.words.say(problem.key, **problem.values), WINE)
        return False

    def choose(self, typed: str, menu: Menu) -> bool:
        try:
            meant = menu.read(typed)
            choice = self.ask_amount(meant, menu) if isinstance(meant, Item) else meant
            if choice is None:
                return False
            self.match.play(choice)
            while self.match.repeats:
                self.match.play(choice)
        except NotUnderstood as problem:
            return self.complain(problem)
        except IllegalChoice as problem:
            self.say(self.words.say("impossible", clause=self.book[problem.clause.number]), WINE)
            return False
        self.autosave()
        return True

    def ask_amount(self, item: Item, menu: Menu) -> int | None:
        """How many; None where the person thinks better of it."""
        self.say(f"{menu.say('ask', item)} {self.words.say('amount_back')}")
        typed = self.house.read(">>")
        if not typed:
            return None
        return menu.with_amount(item, typed)

    # -- commands ------------------------------------------------------------------------------------------------------

    def command(self, name: str, rest: str, seat: int, menu: Menu) -> bool:
        if name == "help":
            return self.help(menu)
        if name == "why":
            self.why(rest, menu)
        elif name == "rules":
            self.rules(rest)
        elif name == "undo":
            return self.undo(seat)
        elif name == "cancel":
            return self.cancel()
        elif name == "redo":
            return self.redo()
        elif name == "log":
            self.show_log(self.match.log(self.lang, seat), seat)
        elif name == "score":
            self.show_standing(seat)
        elif name == "hint":
            self.hint(rest, menu)
        elif name == "table":
            self.show(seat)
        elif name == "save":
            self.save(rest)
        elif name == "quit":
            self.leave(0)
        return False

    def help(self, menu: Menu) -> bool:
        say, commands = self.words.help, self.words.commands
        example = next((item for item in menu.items if not item.single), menu.items[0])
        rows = [(say("number"), say("number_about"))]
        if not example.single:
            rows.append((menu.example(example), say("amount_about", n=example.number)))
        rows.append((menu.spelt(example), say("words_about")))
        self.say(say("choose"), "bold")
        self._rows(rows)
        self.say(say("now"), "bold")
        self._rows([(menu.spelt(item), item.text) for item in menu.of_each_kind()])
        if later := menu.words_of_other_times():
            self.say(say("later", words=", ".join(later)), QUIET)
        self.say(say("commands"), "bold")
        about = []
        for name in (name for name in commands if name != "help"):
            arguments = menu.spelt(example) if name == "why" else self.words.groups["help"].get(f"{name}_args", "")
            about.append((f"{commands[name][0]} {arguments}".strip(), say(f"{name}_about")))
        self._rows(about)
        self.say(say("slash", save=commands["save"][0]), QUIET)
        return False

    def _rows(self, rows: list[tuple[str, str]]) -> None:
        width = max(len(left) for left, _ in rows)
        for left, right in rows:
            self.console.print(Text.assemble((f"  {left:<{width}}  ", AEGEAN), right))

    def why(self, rest: str, menu: Menu) -> None:
        if not rest:
            self.say(self.words.say("why_what", why=f"{self.words.commands['why'][0]} {menu.spelt(menu.items[0])}"))
            return
        try:
            meant = menu.read(rest)
        except NotUnderstood as problem:
            self.complain(problem)
            return
        clause = None if isinstance(meant, Item) else self.match.why_not(meant)
        self.say(
            self.words.say("impossible", clause=self.book[clause.number]) if clause else self.words.say("possible")
        )

    def rules(self, rest: str) -> None:
        """A clause, a section, or the list of sections."""
        book = self.book
        wanted = rest.removeprefix("§")
        section = [clause for clause in book.clauses if clause.number[1:].split(".")[0] == wanted]
        if not wanted:
            for number, name in dict.fromkeys((c.number[1:].split(".")[0], c.section) for c in book.clauses):
                self.say(f"{number:>3} {name}")
            return
        try:
            for clause in section or [book[wanted]]:
                self.console.print(Text(clause.number, style=f"bold {AEGEAN}"), Text(clause.words))
                self.console.print(Text(f"      {clause.source}", style=QUIET))
        except NoClause:
            self.say(self.words.say("no_clause", number=wanted, rules=self.words.commands["rules"][0]), WINE)

    def undo(self, seat: int) -> bool:
        """Back to this person's previous decision, with all that others decided since."""
        count = 0
        try:
            while count == 0 or self.match.to_move != seat or self.match.repeats:
                self.match.undo()
                count += 1
        except NothingToUndo:
            for _ in range(count):
                self.match.redo()
            self.say(self.words.say("nothing_undone"), WINE)
            return False
        self.autosave()
        self.say(self.words.say("undone", count=count), QUIET)
        return True

    def cancel(self) -> bool:
        """Takes back what is decided in several steps and has only been begun, up to where it began."""
        begun, count = self.house.terminal.begun, 0
        with contextlib.suppress(NothingToUndo):
            while begun(self.match):
                self.match.undo()
                count += 1
        if not count:
            self.say(self.words.say("nothing_begun"), WINE)
            return False
        self.autosave()
        self.say(self.words.say("undone", count=count), QUIET)
        return True

    def redo(self) -> bool:
        """Forward to the next decision of a person."""
        count = 0
        with contextlib.suppress(NothingToUndo):
            while count == 0 or self.match.to_move not in self.seating.people or self.match.repeats:
                self.match.redo()
                count += 1
        if count:
            self.autosave()
        self.say(self.words.say("redone" if count else "nothing_redone", count=count), QUIET if count else WINE)
        return count > 0

    def hint(self, rest: str, menu: Menu) -> None:
        """The best choices and why, compared with one that is named."""
        try:
            meant = menu.read(rest) if rest else None
            pointed = self.ask_amount(meant, menu) if isinstance(meant, Item) else meant
            if rest and pointed is None:
                return
            with self.console.status(Text(self.words.say("hint_thinks"), style=QUIET)):
                found = self.match.hint(pointed, lang=self.lang)
        except NotUnderstood as problem:
            self.complain(problem)
        except IllegalChoice as problem:
            self.say(self.words.say("impossible", clause=self.book[problem.clause.number]), WINE)
        else:
            self.console.print(drawn(found, menu, self.words))

    def save(self, rest: str) -> None:
        path = pathlib.Path(rest).expanduser().absolute() if rest else self.path
        try:
            if path.exists() and path.resolve() != self.path.resolve() and not self.is_copy(path):
                self.say(self.words.say("not_a_copy", path=path), WINE)
                return
            self.seating.save(path)
            self.match.save(path)
        except OSError as problem:
            self.say(self.words.say("not_saved", problem=problem.strerror or problem), WINE)
            return
        self.console.print(Text(self.words.say("saved", path=path)), soft_wrap=True)

    def is_copy(self, path: pathlib.Path) -> bool:
        """Whether a file holds nothing but an earlier point of this game."""
        try:
            other = load(path)
        except PetteiaError:
            return False
        here = self.match.fork()
        while len(here.history) > len(other.history):
            here.undo()
        return here.digest() == other.digest()
