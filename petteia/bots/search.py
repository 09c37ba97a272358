"""Search over the verbs, compiled, for any game and any number of players, each for himself.

Every simulation begins with a redraw of all that the searching seat cannot know (`hide`), so what is found depends on
what it sees alone. There are two ways to search:

- **halving**: flat. The best choices by `value` are candidates. In each redraw all of them are tried, and played on
  with the same generator by greedy players; the worse half leaves, and the rest is tried more often.
- **tree**: a tree of choices, each node a seat's choice after those before it (what was redrawn is no part of it: the
  children of a node are those that are legal in this redraw). On the way down, the mean so far is weighed against a
  prior by `value` (PUCT); at the leaf stands how things look there.

A search goes on in pieces: all that it knows lies in its `Room` between them. Settings are numbers in a row, and
nothing is compiled anew for others. Nothing is allocated, and arithmetic is done in a fixed order, so that the same
number of simulations leads to the same choice on every machine.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from petteia.bots.greedy import BOTS, RANDOM, SOFT, greedy, shares
from petteia.engine.chance import draw, next_u64, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.drivers import begin_stream
from petteia.engine.records import Record, f8, i1, i4, record
from petteia.engine.valuing import exp, softmax
from petteia.engine.verbs import hide, legal, play, scale, score, sift, to_move, value

HALVING, TREE = 10, 11  # kinds of bots, beside those in greedy.py

# The numbers in a row of settings. `petteia.bots.roster.levels` has words and usual values for them.
(
    KIND,
    SIMULATIONS,  # in all
    CANDIDATES,  # halving: how many choices are tried
    LOOKS,  # halving: redraws in which they are chosen by `value`
    DEPTH,  # decisions of a playout at most; how things look there counts then
    MARGIN,  # the part of the reward that goes by points; the rest is the share of the win
    POINTS,  # that many points more are e times the reward
    OTHERS,  # how far the mean value of the others counts against a choice, in playouts and priors
    EXPLORATION,  # tree: how much a prior counts against what was found
    PRIOR,  # tree: the temperature of priors, in the game's `scale`
    DOUBT,  # tree: how much less than its parent a choice is expected to bring that was never tried
    TEMPERATURE,  # soft bots: in thousandths of the game's `scale`
    NETWORK,  # 1 where the bot plays with the network, if there is one
) = range(13)
SETTINGS = 16

NO_CHILD = -1
LOWEST = -1e30
ALONE = 0.01  # what a point is worth to somebody who plays alone


@record
class Node(Record):
    """A choice of a seat, in a tree."""

    child: Annotated[i4, "its first child, or NO_CHILD"]
    sibling: Annotated[i4, "its parent's next child"]
    choice: i4
    visits: i4
    seat: Annotated[i1, "who makes it"]
    total: Annotated[f8, "rewards of that seat"]
    prior: Annotated[f8, "how likely it looks, beside its siblings"]
    best: Annotated[f8, "the value that priors of its children are measured against"]


@record
class Thought(Record):
    """How far a search is."""

    simulations: Annotated[i4, "so far"]
    candidates: Annotated[i4, "that are left; of a tree, all"]
    rounds: Annotated[i4, "halving: how often they will have been halved"]
    redraws: Annotated[i4, "halving: redraws of this round so far"]
    tried: Annotated[i4, "halving: redraws of all rounds, that is how often those were tried that are left"]
    nodes: Annotated[i4, "tree: nodes in use"]
    stamp: Annotated[i4, "tree: says which choices are legal now"]
    seat: Annotated[i1, "who searches"]


class Room(NamedTuple):
    """What a search works in, and keeps between its pieces."""

    news: Any
    out: Any  # legal choices
    work: Any  # states: the simulation's, one to try choices on, a redraw
    nodes: Any
    thought: Any
    ids: Any  # halving: the candidates
    sums: Any  # and their rewards
    stamps: Any  # tree: of each choice of the space, when it was legal
    path: Any  # tree: the nodes on the way down
    rewards: Any  # of each seat
    rngs: Any  # generators: of the search, and of the playouts that have the same in common
    net: Any  # the weights of a network; empty where there is none


# -- how good it is ----------------------------------------------------------------------------------------------------


@large_rule
def outlook(box: Any, s: Any, seats: int, net: Any, row: Any, chances: Any) -> None:
    """The chance of each seat to win, as a game that goes on looks. This is the one place where a network stands in for
    `value`: where `net` holds weights and row[NETWORK] is 1, it is to fill `chances` out of them."""
    for seat in range(seats):
        chances[seat] = value(box, s, seat)
    if seats == 1:
        chances[0] *= ALONE
    else:
        softmax(chances, seats, scale(box, s))


@large_rule
def result(box: Any, s: Any, seats: int, margin: float, points: float, rewards: Any) -> None:
    """The reward of each seat for a game that is over: its share of the win, and in part one by points. Who is alone
    goes for points."""
    if margin > 0.0:
        score(box, s, rewards)
        if seats == 1:
            rewards[0] *= ALONE
            return
        softmax(rewards, seats, points)
    wins = rewards[seats:]
    shares(box, s, seats, wins)
    for seat in range(seats):
        rewards[seat] = wins[seat] if margin == 0.0 else margin * rewards[seat] + (1.0 - margin) * wins[seat]


@rule
def worth(box: Any, s: Any, seat: int, seats: int, others: float) -> float:
    """What a position is worth to a seat, beside what it is to the others."""
    own = value(box, s, seat)
    if others == 0.0 or seats == 1:
        return own
    rest = 0.0
    for other in range(seats):
        if other != seat:
            rest += value(box, s, other)
    return own - others * rest / (seats - 1)


@large_rule
def best_of(box: Any, s: Any, news: Any, out: Any, n: int, trial: Any, rng: Any, seats: int, others: float) -> int:
    """What a greedy player takes who sees all: of playouts, in which all is a guess anyhow."""
    seat = to_move(s)
    best, most, equals = out[0], LOWEST, 0
    for i in range(n):
        trial[0] = s
        play(box, trial[0], news, out[i])
        found = worth(box, trial[0], seat, seats, others)
        if found > most:
            best, most, equals = out[i], found, 1
        elif found == most:
            equals += 1
            if draw(rng, equals) == 0:
                best = out[i]
    return int(best)


@large_rule
def playout(box: Any, room: Room, row: Any, seats: int, rng: Any) -> None:
    """Plays the state in work[0] on, which is used up, until it is over or the row's depth is reached; then the rewards
    of all seats."""
    left, s, trial = int(row[DEPTH]), room.work, room.work[1:]
    while True:
        n = legal(box, s[0], room.out)
        if n == 0:
            result(box, s[0], seats, row[MARGIN], row[POINTS], room.rewards)
            return
        if left == 0:
            outlook(box, s[0], seats, room.net, row, room.rewards)
            return
        n = sift(box, s[0], room.out, n)
        choice = int(room.out[0])
        if n > 1:
            choice = best_of(box, s[0], room.news[0], room.out, n, trial, rng, seats, row[OTHERS])
        play(box, s[0], room.news[0], choice)
        left -= 1


@rule
def redraw(box: Any, s: Any, room: Room, place: int) -> None:
    """A copy of the state, with all redrawn that the searching seat cannot know."""
    room.work[place] = s
    hide(box, room.work[place], 1 << int(room.thought[0].seat), room.rngs[0])


# -- halving -----------------------------------------------------------------------------------------------------------


@large_rule
def begin_halving(box: Any, s: Any, n: int, room: Room, row: Any, seats: int) -> None:
    """The candidates: of the choices in `out` the best by `value`, in some redraws; the best of them first, which is
    taken where nothing makes a difference."""
    t = room.thought[0]
    for i in range(n):
        room.ids[i], room.sums[i] = room.out[i], 0.0
    size = min(n, int(row[CANDIDATES]))
    for _ in range(int(row[LOOKS]) if n > 1 else 0):
        redraw(box, s, room, 2)
        for i in range(n):
            room.work[0] = room.work[2]
            play(box, room.work[0], room.news[0], room.ids[i])
            room.sums[i] += worth(box, room.work[0], int(t.seat), seats, row[OTHERS])
    best_first(room.ids, room.sums, n, size)
    for i in range(size):
        room.sums[i] = 0.0
    t.candidates, t.rounds = size, 0
    while size > 1:
        size = (size + 1) // 2
        t.rounds += 1


@rule
def best_first(ids: Any, sums: Any, n: int, m: int) -> None:
    """Brings the m with the largest sums to the front, in order."""
    for i in range(m):
        top = i
        for j in range(i + 1, n):
            if sums[j] > sums[top]:
                top = j
        ids[i], ids[top] = ids[top], ids[i]
        sums[i], sums[top] = sums[top], sums[i]


@large_rule
def go_on_halving(box: Any, s: Any, room: Room, row: Any, seats: int, many: int) -> int:
    """Some more simulations; returns how many it could not make good use of, having finished."""
    t = room.thought[0]
    while many > 0 and t.candidates > 1:
        redraw(box, s, room, 2)
        seed: Any = next_u64(room.rngs[0]) >> np.uint64(1)
        for i in range(t.candidates):
            room.work[0] = room.work[2]
            seed_stream(room.rngs[1], 1, seed)
            play(box, room.work[0], room.news[0], room.ids[i])
            playout(box, room, row, seats, room.rngs[1])
            room.sums[i] += room.rewards[t.seat]
        many -= t.candidates
        t.simulations += t.candidates
        t.redraws += 1
        t.tried += 1
        if t.redraws * t.candidates * t.rounds >= row[SIMULATIONS]:
            best_first(room.ids, room.sums, int(t.candidates), int(t.candidates))
            t.candidates = (t.candidates + 1) // 2
            t.redraws = 0
    return many


# -- tree --------------------------------------------------------------------------------------------------------------


@rule
def begin_tree(room: Room) -> None:
    t = room.thought[0]
    t.nodes, t.stamp = 1, 0
    root = room.nodes[0]
    root.child, root.visits, root.total, root.best = NO_CHILD, 0, 0.0, LOWEST
    for i in range(len(room.stamps)):
        room.stamps[i] = 0


@rule
def add_child(room: Room, parent: int, choice: int, seat: int) -> int:
    t = room.thought[0]
    child = int(t.nodes)
    t.nodes += 1
    node = room.nodes[child]
    node.child, node.sibling = NO_CHILD, room.nodes[parent].child
    node.choice, node.seat = choice, seat
    node.visits, node.total, node.prior, node.best = 0, 0.0, 1.0, LOWEST
    room.nodes[parent].child = child
    return child


@large_rule
def add_children(box: Any, s: Any, room: Room, n: int, parent: int, row: Any, seats: int) -> None:
    """Those choices in `out` that bear this stamp become children, with priors by a look one choice ahead."""
    seat, stamp, nodes = to_move(s), int(room.thought[0].stamp), room.nodes
    last = nodes[parent].child
    for i in range(n):
        if room.stamps[room.out[i]] != stamp:
            continue
        child = add_child(room, parent, int(room.out[i]), seat)
        room.work[1] = s
        play(box, room.work[1], room.news[0], room.out[i])
        nodes[child].prior = worth(box, room.work[1], seat, seats, row[OTHERS])
    if nodes[parent].best == LOWEST:
        child = nodes[parent].child
        while child != last:
            nodes[parent].best = max(nodes[parent].best, nodes[child].prior)
            child = nodes[child].sibling
    temperature = row[PRIOR] * scale(box, s)
    child = nodes[parent].child
    while child != last:
        # Children that come later, out of another redraw, may be better than the best of those before: a little.
        nodes[child].prior = exp(min((nodes[child].prior - nodes[parent].best) / temperature, 3.0)) + 1e-9
        child = nodes[child].sibling


@large_rule
def select(box: Any, s: Any, room: Room, n: int, parent: int, row: Any, seats: int) -> int:
    """The child to go to, among what is legal in this redraw."""
    t, nodes, seat = room.thought[0], room.nodes, to_move(s)
    t.stamp += 1
    stamp = int(t.stamp)
    for i in range(n):
        room.stamps[room.out[i]] = stamp
    visits, total, mass = 0, 0.0, 0.0
    for _ in range(2):
        found, visits, total, mass = 0, 0, 0.0, 0.0
        child = nodes[parent].child
        while child != NO_CHILD:
            node = nodes[child]
            if node.seat == seat and abs(room.stamps[node.choice]) == stamp:
                room.stamps[node.choice] = -stamp  # it is among the children
                found += 1
                visits += node.visits
                total += node.total
                mass += node.prior
            child = node.sibling
        if found == n:
            break
        add_children(box, s, room, n, parent, row, seats)
    mean = total / visits if visits > 0 else 1.0 / seats
    best, most = NO_CHILD, LOWEST
    reach = row[EXPLORATION] * np.sqrt(np.float64(max(visits, 1))) / mass
    child = nodes[parent].child
    while child != NO_CHILD:
        node = nodes[child]
        if node.seat == seat and room.stamps[node.choice] == -stamp:
            found_worth = node.total / node.visits if node.visits > 0 else mean - row[DOUBT]
            promise = found_worth + reach * node.prior / (1 + node.visits)
            if promise > most:
                best, most = child, promise
        child = node.sibling
    return best


@large_rule
def go_down(box: Any, room: Room, row: Any, seats: int) -> None:
    """One way down the tree from the redraw in work[0], how it looks at its end, and back."""
    nodes, s, out = room.nodes, room.work, room.out
    node, depth = 0, 0
    full = len(nodes) - len(out)
    while True:
        n = legal(box, s[0], out)
        if n == 0:
            result(box, s[0], seats, row[MARGIN], row[POINTS], room.rewards)
            break
        n = sift(box, s[0], out, n)
        if n == 1:
            play(box, s[0], room.news[0], out[0])
            continue
        if (node > 0 and nodes[node].visits == 0) or room.thought[0].nodes > full or depth == len(room.path):
            if row[DEPTH] > 0:
                playout(box, room, row, seats, room.rngs[0])
            else:
                outlook(box, s[0], seats, room.net, row, room.rewards)
            break
        node = select(box, s[0], room, n, node, row, seats)
        play(box, s[0], room.news[0], int(nodes[node].choice))
        room.path[depth] = node
        depth += 1
    nodes[0].visits += 1
    nodes[0].total += room.rewards[room.thought[0].seat]
    for i in range(depth):
        nodes[room.path[i]].visits += 1
        nodes[room.path[i]].total += room.rewards[nodes[room.path[i]].seat]


@rule
def most_visited(room: Room) -> int:
    """The choice that was tried most, of equals the better one: what a tree search takes."""
    nodes = room.nodes
    best, most = 0, LOWEST
    child = nodes[0].child
    while child != NO_CHILD:
        mean = nodes[child].total / nodes[child].visits if nodes[child].visits > 0 else 0.0
        if nodes[child].visits + 0.5 * mean > most:
            best, most = int(nodes[child].choice), nodes[child].visits + 0.5 * mean
        child = nodes[child].sibling
    return best


# -- thinking ----------------------------------------------------------------------------------------------------------


@large_rule
def begin(box: Any, s: Any, room: Room, row: Any, seats: int) -> int:
    """Begins to search a choice for the seat to move; returns how many there are to choose from."""
    t = room.thought[0]
    t.simulations, t.redraws, t.tried = 0, 0, 0
    t.seat = to_move(s)
    n = legal(box, s, room.out)
    if n == 0:
        return 0
    n = sift(box, s, room.out, n)
    if int(row[KIND]) == TREE:
        begin_tree(room)
        room.ids[0] = room.out[0]
        t.candidates = n
    else:
        begin_halving(box, s, n, room, row, seats)
    return n


@large_rule
def go_on(box: Any, s: Any, room: Room, row: Any, seats: int, many: int) -> int:
    """Some more simulations; returns the choice that looks best so far."""
    t = room.thought[0]
    if t.candidates == 1:
        return int(room.ids[0])
    if int(row[KIND]) == TREE:
        for _ in range(many):
            redraw(box, s, room, 0)
            go_down(box, room, row, seats)
        t.simulations += many
        return most_visited(room)
    go_on_halving(box, s, room, row, seats, many)
    best = 0
    for i in range(1, t.candidates):
        if room.sums[i] > room.sums[best]:
            best = i
    return int(room.ids[best])


@large_rule
def decide(box: Any, s: Any, room: Room, row: Any, seats: int) -> int:
    """What a bot chooses by its row of settings, in one go."""
    kind = int(row[KIND])
    if kind >= HALVING:
        begin(box, s, room, row, seats)
        return go_on(box, s, room, row, seats, int(row[SIMULATIONS]))
    n = legal(box, s, room.out)
    if kind == RANDOM:
        return int(room.out[draw(room.rngs[0], n)])
    temperature = 0.001 * row[TEMPERATURE] * scale(box, s) if kind == SOFT else 0.0
    return greedy(box, s, room.news[0], room.out, n, room.work, room.rngs[0], temperature)


@large_rule
def estimate(box: Any, s: Any, room: Room, row: Any, seats: int, many: int, eyes: int, sums: Any) -> None:
    """Adds up the rewards of some playouts, each in a redraw of its own for the seats that look."""
    for _ in range(many):
        room.work[0] = s
        hide(box, room.work[0], eyes, room.rngs[0])
        playout(box, room, row, seats, room.rngs[0])
        for seat in range(seats):
            sums[seat] += room.rewards[seat]


BEGIN, GO_ON, ESTIMATE, CONTESTS = range(4)  # what `think` can be asked


@driver
def think(
    what: int,
    number: int,
    box: Any,
    blank: Any,
    s: Any,
    news: Any,
    out: Any,
    work: Any,
    nodes: Any,
    thought: Any,
    ids: Any,
    sums: Any,
    stamps: Any,
    path: Any,
    rewards: Any,
    rngs: Any,
    net: Any,
    rows: Any,
    series: Any,
    scores: Any,
    wins: Any,
) -> int:
    """All that bots who search are asked, in one driver: a driver costs as much to compile as all that it calls.

    BEGIN a search of s[0] by the first of `rows`: how many choices there are. GO_ON with it for a number of
    simulations: the best choice so far. ESTIMATE: the rewards of all seats in so many playouts, added up in scores[0];
    the seats that look are the bit mask series[0]. CONTESTS: a number of games, as `contests` does them."""
    room = Room(news, out, work, nodes, thought, ids, sums, stamps, path, rewards, rngs, net)
    if what == BEGIN:
        return begin(box[0], s[0], room, rows[0], int(s[0].seats))
    if what == GO_ON:
        return go_on(box[0], s[0], room, rows[0], int(s[0].seats), number)
    if what == ESTIMATE:
        estimate(box[0], s[0], room, rows[0], int(s[0].seats), number, series[0], scores[0])
        return 0
    return contests(box, blank, s, room, rows, series, number, scores, wins)


@large_rule
def contests(
    box: Any, blank: Any, s: Any, room: Room, rows: Any, series: Any, games: int, scores: Any, wins: Any
) -> int:
    """Plays games between bots, each with its row of settings: those of the seed series[0] from number series[1] on.
    Fills a row of `scores` and of `wins` for each game, by bot (a shared first rank is a win shared); returns the
    number of decisions. A game depends on seed and number alone, so that work can be cut into pieces anyhow. Where
    series[2] is not 0, each deal is played once for every rotation of the bots: one seat farther each time."""
    seats, decisions = len(rows), 0
    for game in range(games):
        number = series[1] + game
        deal, turn = (number // seats, number % seats) if series[2] else (number, 0)
        begin_stream(box, blank, s, room.news, seats, series[0], deal)
        seed_stream(room.rngs[0], BOTS - series[0], number)
        while to_move(s[0]) >= 0:
            bot = (to_move(s[0]) - turn) % seats
            play(box[0], s[0], room.news[0], decide(box[0], s[0], room, rows[bot], seats))
            decisions += 1
        score(box[0], s[0], room.rewards)
        for bot in range(seats):
            scores[game, bot] = room.rewards[(bot + turn) % seats]
        result(box[0], s[0], seats, 0.0, 1.0, room.rewards)
        for bot in range(seats):
            wins[game, bot] = room.rewards[(bot + turn) % seats]
    return decisions
