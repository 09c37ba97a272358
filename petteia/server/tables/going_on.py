"""Going on from elsewhere: from a save file, or from an earlier moment of a game."""

from __future__ import annotations

from petteia.games import find
from petteia.server import boxes, models, saves
from petteia.server.problems import not_now, wrong
from petteia.server.rooms import Room
from petteia.server.store.rows import NewSeat
from petteia.server.tables.entries import keep_layout
from petteia.server.tables.hall import Hall
from petteia.server.tables.opening import new_table, open_table, stored, to_be_watched
from petteia.server.tables.starting import start


async def upload(hall: Hall, person: int, data: bytes, source: str) -> Room:
    """A table where a save file can be watched, and gone on from; `source` says where it was sent from."""
    save = await hall.reading.save(data, source)
    game = find(save.game)
    box = game.box if save.box is None else boxes.remember(save.box.opened())
    new = await new_table(
        hall,
        person,
        game,
        box,
        save.options,
        [models.SeatPlan(kind="open")] * save.seats,
        origin="replay",
        seed=save.seed,
        first_move=save.first_move,
    )
    layout, description = boxes.layout_of(game, box)
    rows = saves.entries_of(save.course, new.row["id"], game, layout)
    people: list[NewSeat] = [{**seat, "kind": "person"} for seat in new.seats]  # as far as anybody knows
    return await stored(hall, await to_be_watched(new, rows, description, people, dealt=save.dealt))


async def fork(hall: Hall, room: Room, person: int, wish: models.ForkFrom) -> Room:
    """A new table that goes on from a moment of this one, with a fresh shuffle of all that was hidden from the
    seats of whoever asks. Of a file everything may be read, so there it is the seats that he takes."""
    if room.match is None:
        raise not_now("not_begun")
    if room.status == "playing" and room.people_besides(room.seats_of(person)):
        raise not_now("others_play")
    if not room.match.first_move <= wish.move <= room.match.move_number:
        raise wrong("no_moment", first=room.match.first_move, last=room.match.move_number)
    if len(wish.seats) != len(room.seats):
        raise wrong("seat_count", seats=len(room.seats))
    then = room.match.at(wish.move)
    if then.over:
        raise not_now("over_then")
    uploaded = room.only_watched
    taken = [seat for seat, plan in enumerate(wish.seats) if plan.kind == "me"]
    known = taken if uploaded else room.seats_of(person)
    await keep_layout(hall, room)
    made = await open_table(
        hall,
        person,
        room.game,
        room.box,
        room.row["options"],
        wish.seats,
        origin="upload" if uploaded else "fork",
        start=then.state_bytes,
        start_layout=room.layout,
        known=sum(1 << seat for seat in known),
        first_move=wish.move,
    )
    if wish.start and not any(row["kind"] == "open" for row in made.seats):
        await start(hall, made, person)
    return made
