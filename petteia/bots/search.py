"""Search over the verbs, compiled, for any game and any number of players, each for himself.

Every simulation begins with a redraw of all that the searching seat cannot know (`hide`), so what is found depends on
what it sees alone. There are two ways to search:

- **halving**: flat. The best choices by `value` are candidates. In each redraw all of them are tried, and played on
  with the same generator by greedy players; the worse half leaves, and the rest is tried more often.
- **tree**: a tree of choices, each node a seat's choice after those before it (what was redrawn is no part of it: the
  children of a node are those that are legal in this redraw). On the way down, the mean so far is weighed against a
  prior by `value` (PUCT); at the leaf stands how things look there, how a playout from there ends, or both.

A search goes on in pieces: all that it knows lies in its `Mind` between them. Settings are numbers in a row, and
nothing is compiled anew for others. Nothing is allocated, and arithmetic is done in a fixed order, so that the same
number of simulations leads to the same choice on every machine.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np

from petteia.bots.greedy import BOTS, RANDOM, SOFT, greedy, shares
from petteia.bots.network import Network, drop_anchor, is_there, judge
from petteia.engine.chance import draw, next_u64, reseed, seed_stream
from petteia.engine.compiling import driver, large_rule, rule
from petteia.engine.drivers import begin_stream
from petteia.engine.news import ARGUMENTS
from petteia.engine.records import Record, f8, i1, i4, record
from petteia.engine.valuing import exp, softmax
from petteia.engine.verbs import hide, legal, play, scale, score, sift, to_move, value

HALVING, TREE = 10, 11  # kinds of bots, beside those in greedy.py

# The numbers in a row of settings. `petteia.bots.roster.levels` has words and usual values for them.
(
    KIND,
    SIMULATIONS,  # in all
    CANDIDATES,  # halving: how many choices are tried; tree: how many are shown to the network
    LOOKS,  # halving: redraws in which they are chosen by `value`
    DEPTH,  # decisions of a playout at most; how things look there counts then
    MARGIN,  # the part of the reward that goes by points; the rest is the share of the win
    POINTS,  # that many points more are e times the reward
    OTHERS,  # how far the mean value of the others counts against a choice, in playouts and priors
    EXPLORATION,  # tree: how much a prior counts against what was found
    PRIOR,  # tree: the temperature of priors, in the game's `scale`
    DOUBT,  # tree: how much less than its parent a choice is expected to bring that was never tried
    TEMPERATURE,  # soft bots: in thousandths of the game's `scale`
    NETWORK,  # LEAVES or ALL: where the bot asks the network, if there is one
    SHARED,  # tree: simulations in the same redraw, where redrawing takes long
    BELIEF,  # for how many playouts the network's word counts: of a candidate, or at the leaf of a tree
    EFFORT,  # choices that are tried, at most, on the way: what time goes by, on every machine
) = range(16)
SETTINGS = 16

LEAVES, ALL = 1, 2  # where a playout or a way down a tree ends; and at every choice that is looked at, too
NO_CHILD = -1
MUTED, LISTENING = 0, 1  # a mind's news
NOTED = 1 + ARGUMENTS  # numbers that are kept of a kind of news and a seat
TRIED = 8  # choices of a decision that are tried, for those who learn what they lead to
LATER = 60  # decisions, at most, after which one more position is kept
SLOTS = 1 + TRIED + 1  # positions of such a decision: itself, after each choice, and later on
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
    guess: Annotated[f8, "by a network: how good it looked before it was tried"]


@record
class Thought(Record):
    """How far a search is."""

    simulations: Annotated[i4, "so far"]
    effort: Annotated[f8, "choices tried on the way; halving: in this round"]
    candidates: Annotated[i4, "that are left; of a tree, all"]
    rounds: Annotated[i4, "halving: how often they will have been halved"]
    redraws: Annotated[i4, "halving: redraws of this round so far"]
    nodes: Annotated[i4, "tree: nodes in use"]
    stamp: Annotated[i4, "tree: says which choices are legal now"]
    seat: Annotated[i1, "who searches"]


class Mind(NamedTuple):
    """What a search works in, and keeps between its pieces."""

    news: Any  # two: one that takes nothing in, and one that does
    out: Any  # legal choices
    work: Any  # states: the simulation's, one to try choices on, a redraw
    nodes: Any
    thought: Any
    ids: Any  # halving: the candidates
    sums: Any  # and their rewards; tree: how a leaf looks to each seat
    stamps: Any  # tree: of each choice of the space, when it was legal
    path: Any  # tree: the nodes on the way down
    rewards: Any  # of each seat
    rngs: Any  # generators: of the search, and of the playouts that have the same in common
    network: Network  # without weights where there is none


# -- how good it is ----------------------------------------------------------------------------------------------------


@rule
def by_network(mind: Mind, row: Any, where: int) -> bool:
    return bool(row[NETWORK] >= where and is_there(mind.network))


@large_rule
def outlook(box: Any, s: Any, mind: Mind, row: Any, seats: int, chances: Any) -> None:
    """The chance of each seat to win, as a game that goes on looks: by the network, where the bot plays with one, from
    the seat that searches; else by `value`."""
    if by_network(mind, row, LEAVES):
        judge(box, s, int(mind.thought[0].seat), seats, mind.network, chances)
        return
    for seat in range(seats):
        chances[seat] = value(box, s, seat)
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
def promise(box: Any, s: Any, mind: Mind, row: Any, seat: int, seats: int) -> float:
    """How good a choice looks to its seat by the position after it: by the network its chance to win, or by `value`."""
    if not by_network(mind, row, ALL):
        return worth(box, s, seat, seats, row[OTHERS])
    if to_move(s) < 0:
        result(box, s, seats, 0.0, 1.0, mind.rewards)
    else:
        outlook(box, s, mind, row, seats, mind.rewards)
    return float(mind.rewards[seat])


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
def playout(box: Any, mind: Mind, row: Any, depth: int, seats: int, rng: Any) -> None:
    """Plays the state in work[0] on, which is used up, until it is over or so many decisions are made (less than 0: as
    many as there are); then the rewards of all seats."""
    left, s = depth, mind.work
    while left != 0 and decides(box, mind, row, seats, rng, MUTED):
        left -= 1
    if to_move(s[0]) < 0:
        result(box, s[0], seats, row[MARGIN], row[POINTS], mind.rewards)
    else:
        outlook(box, s[0], mind, row, seats, mind.rewards)


@rule
def decides(box: Any, mind: Mind, row: Any, seats: int, rng: Any, ear: int) -> bool:
    """One decision of the state in work[0], by a greedy player; False where the game is over."""
    s, trial = mind.work, mind.work[1:]
    n = legal(box, s[0], mind.out)
    if n == 0:
        return False
    n = sift(box, s[0], mind.out, n)
    choice = int(mind.out[0])
    mind.thought[0].effort += n
    if n > 1:
        choice = best_of(box, s[0], mind.news[MUTED], mind.out, n, trial, rng, seats, row[OTHERS])
    play(box, s[0], mind.news[ear], choice)
    return True


@rule
def redraw(box: Any, s: Any, mind: Mind, place: int) -> None:
    """A copy of the state, with all redrawn that the searching seat cannot know."""
    mind.work[place] = s
    hide(box, mind.work[place], 1 << int(mind.thought[0].seat), mind.rngs[0])


# -- halving -----------------------------------------------------------------------------------------------------------


@large_rule
def begin_halving(box: Any, s: Any, n: int, mind: Mind, row: Any, seats: int) -> None:
    """The candidates: of the choices in `out` the best by `value` or by the network, in some redraws; the best of them
    first, which is taken where nothing makes a difference. What the network thinks of each may count as if some
    playouts had ended so."""
    t = mind.thought[0]
    for i in range(n):
        mind.ids[i], mind.sums[i] = mind.out[i], 0.0
    size = min(n, int(row[CANDIDATES]))
    for _ in range(int(row[LOOKS]) if n > 1 else 0):
        redraw(box, s, mind, 2)
        for i in range(n):
            mind.work[0] = mind.work[2]
            play(box, mind.work[0], mind.news[0], mind.ids[i])
            mind.sums[i] += promise(box, mind.work[0], mind, row, int(t.seat), seats)
    best_first(mind.ids, mind.sums, n, size)
    believed = row[BELIEF] / row[LOOKS] if by_network(mind, row, ALL) else 0.0
    for i in range(size):
        mind.sums[i] *= believed
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
def go_on_halving(box: Any, s: Any, mind: Mind, row: Any, seats: int, many: int) -> None:
    """Some more simulations, as long as there are candidates to choose among."""
    t = mind.thought[0]
    while many > 0 and t.candidates > 1:
        redraw(box, s, mind, 2)
        seed: Any = next_u64(mind.rngs[0]) >> np.uint64(1)
        for i in range(t.candidates):
            mind.work[0] = mind.work[2]
            seed_stream(mind.rngs[1], 1, seed)
            play(box, mind.work[0], mind.news[0], mind.ids[i])
            playout(box, mind, row, int(row[DEPTH]), seats, mind.rngs[1])
            mind.sums[i] += mind.rewards[t.seat]
        many -= t.candidates
        t.simulations += t.candidates
        t.redraws += 1
        if t.redraws * t.candidates * t.rounds >= row[SIMULATIONS] or t.effort * t.rounds >= row[EFFORT]:
            best_first(mind.ids, mind.sums, int(t.candidates), int(t.candidates))
            t.candidates = (t.candidates + 1) // 2
            t.redraws, t.effort = 0, 0


# -- tree --------------------------------------------------------------------------------------------------------------


@rule
def begin_tree(mind: Mind) -> None:
    t = mind.thought[0]
    t.nodes, t.stamp = 1, 0
    root = mind.nodes[0]
    root.child, root.visits, root.total, root.best = NO_CHILD, 0, 0.0, LOWEST
    for i in range(len(mind.stamps)):
        mind.stamps[i] = 0


@rule
def add_child(mind: Mind, parent: int, choice: int, seat: int) -> int:
    t = mind.thought[0]
    child = int(t.nodes)
    t.nodes += 1
    node = mind.nodes[child]
    node.child, node.sibling = NO_CHILD, mind.nodes[parent].child
    node.choice, node.seat = choice, seat
    node.visits, node.total, node.prior, node.best = 0, 0.0, 1.0, LOWEST
    mind.nodes[parent].child = child
    return child


@large_rule
def add_children(box: Any, s: Any, mind: Mind, n: int, parent: int, row: Any, seats: int) -> None:
    """Those choices in `out` that bear this stamp become children, with priors by a look one choice ahead."""
    seat, stamp, nodes = to_move(s), int(mind.thought[0].stamp), mind.nodes
    last = nodes[parent].child
    for i in range(n):
        if mind.stamps[mind.out[i]] != stamp:
            continue
        child = add_child(mind, parent, int(mind.out[i]), seat)
        mind.thought[0].effort += 1
        mind.work[1] = s
        play(box, mind.work[1], mind.news[0], mind.out[i])
        nodes[child].prior = worth(box, mind.work[1], seat, seats, row[OTHERS])
    if by_network(mind, row, ALL):
        judge_children(box, s, mind, parent, last, row, seats)
    if nodes[parent].best == LOWEST:
        child = nodes[parent].child
        while child != last:
            nodes[parent].best = max(nodes[parent].best, nodes[child].prior)
            child = nodes[child].sibling
    temperature = row[PRIOR] * (1.0 if by_network(mind, row, ALL) else scale(box, s))
    child = nodes[parent].child
    while child != last:
        # Children that come later, out of another redraw, may be better than the best of those before: a little.
        nodes[child].prior = exp(min((nodes[child].prior - nodes[parent].best) / temperature, 3.0)) + 1e-9
        child = nodes[child].sibling


@large_rule
def judge_children(box: Any, s: Any, mind: Mind, parent: int, last: int, row: Any, seats: int) -> None:
    """Asks the network about those new children that are best by `value`, as many as there are candidates: it takes ten
    times as long. The others look hopeless."""
    nodes, seat = mind.nodes, to_move(s)
    child = nodes[parent].child
    while child != last:
        nodes[child].guess = 0.0
        if better_siblings(nodes, nodes[parent].child, last, child) < row[CANDIDATES]:
            mind.work[1] = s
            play(box, mind.work[1], mind.news[0], int(nodes[child].choice))
            nodes[child].guess = promise(box, mind.work[1], mind, row, seat, seats)
        child = nodes[child].sibling
    child = nodes[parent].child
    while child != last:
        nodes[child].prior = nodes[child].guess
        child = nodes[child].sibling


@rule
def better_siblings(nodes: Any, first: int, last: int, child: int) -> int:
    """How many of them have a higher prior, those that came before where they are equal."""
    better, other = 0, first
    while other != last:
        ahead = nodes[other].prior - nodes[child].prior
        better += ahead > 0.0 or (ahead == 0.0 and other < child)
        other = nodes[other].sibling
    return better


@large_rule
def select(box: Any, s: Any, mind: Mind, n: int, parent: int, row: Any, seats: int) -> int:
    """The child to go to, among what is legal in this redraw."""
    t, nodes, seat = mind.thought[0], mind.nodes, to_move(s)
    t.stamp += 1
    stamp = int(t.stamp)
    for i in range(n):
        mind.stamps[mind.out[i]] = stamp
    visits, total, mass = 0, 0.0, 0.0
    for _ in range(2):
        found, visits, total, mass = 0, 0, 0.0, 0.0
        child = nodes[parent].child
        while child != NO_CHILD:
            node = nodes[child]
            if node.seat == seat and abs(mind.stamps[node.choice]) == stamp:
                mind.stamps[node.choice] = -stamp  # it is among the children
                found += 1
                visits += node.visits
                total += node.total
                mass += node.prior
            child = node.sibling
        if found == n:
            break
        add_children(box, s, mind, n, parent, row, seats)
    mean = total / visits if visits > 0 else 1.0 / seats
    best, most = NO_CHILD, LOWEST
    reach = row[EXPLORATION] * np.sqrt(np.float64(max(visits, 1))) / mass
    guessed = by_network(mind, row, ALL)  # asked once: a question that hands the whole mind on takes long
    child = nodes[parent].child
    while child != NO_CHILD:
        node = nodes[child]
        if node.seat == seat and mind.stamps[node.choice] == -stamp:
            untried = node.guess if guessed else mean - row[DOUBT]
            found_worth = node.total / node.visits if node.visits > 0 else untried
            hope = found_worth + reach * node.prior / (1 + node.visits)
            if hope > most:
                best, most = child, hope
        child = node.sibling
    return best


@rule
def begin_simulation(box: Any, s: Any, mind: Mind, row: Any) -> None:
    """A redraw for the next way down, in work[0]; or one that was there before, with another generator."""
    t = mind.thought[0]
    if t.simulations % int(row[SHARED]) == 0:
        redraw(box, s, mind, 2)
    else:
        reseed(mind.work[2].rng, mind.rngs[0])
    mind.work[0] = mind.work[2]
    t.simulations += 1


@large_rule
def look_and_play(box: Any, mind: Mind, row: Any, seats: int) -> None:
    """How good the state in work[0] is to all seats: how it looks, or a playout, or both where the network's word
    counts beside it."""
    depth, believed = int(row[DEPTH]), row[BELIEF] if by_network(mind, row, LEAVES) else 0.0
    if depth == 0:
        outlook(box, mind.work[0], mind, row, seats, mind.rewards)
        return
    if believed > 0.0:
        outlook(box, mind.work[0], mind, row, seats, mind.sums)
    playout(box, mind, row, depth, seats, mind.rngs[0])
    for seat in range(seats if believed > 0.0 else 0):
        mind.rewards[seat] = (mind.rewards[seat] + believed * mind.sums[seat]) / (1.0 + believed)


@large_rule
def go_down(box: Any, mind: Mind, row: Any, seats: int) -> None:
    """One way down the tree from the redraw in work[0], how it looks at its end, and back."""
    nodes, s, out = mind.nodes, mind.work, mind.out
    node, depth = 0, 0
    full = len(nodes) - len(out)
    while True:
        n = legal(box, s[0], out)
        if n == 0:
            result(box, s[0], seats, row[MARGIN], row[POINTS], mind.rewards)
            break
        n = sift(box, s[0], out, n)
        if n == 1:
            play(box, s[0], mind.news[0], out[0])
            continue
        if (node > 0 and nodes[node].visits == 0) or mind.thought[0].nodes > full or depth == len(mind.path):
            look_and_play(box, mind, row, seats)
            break
        node = select(box, s[0], mind, n, node, row, seats)
        play(box, s[0], mind.news[0], int(nodes[node].choice))
        mind.path[depth] = node
        depth += 1
    nodes[0].visits += 1
    nodes[0].total += mind.rewards[mind.thought[0].seat]
    for i in range(depth):
        nodes[mind.path[i]].visits += 1
        nodes[mind.path[i]].total += mind.rewards[nodes[mind.path[i]].seat]


@rule
def most_visited(mind: Mind) -> int:
    """The choice that was tried most, of equals the better one: what a tree search takes."""
    nodes = mind.nodes
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
def begin(box: Any, s: Any, mind: Mind, row: Any, seats: int) -> int:
    """Begins to search a choice for the seat to move; returns how many there are to choose from."""
    t = mind.thought[0]
    t.simulations, t.redraws, t.effort = 0, 0, 0
    t.seat = to_move(s)
    n = legal(box, s, mind.out)
    if n == 0:
        return 0
    n = sift(box, s, mind.out, n)
    if by_network(mind, row, LEAVES):
        drop_anchor(box, s, int(t.seat), seats, mind.network)
    if int(row[KIND]) == TREE:
        begin_tree(mind)
        mind.ids[0] = mind.out[0]
        t.candidates = n
    else:
        begin_halving(box, s, n, mind, row, seats)
    return n


@large_rule
def go_on(box: Any, s: Any, mind: Mind, row: Any, seats: int, many: int) -> int:
    """Some more simulations; returns the choice that looks best so far."""
    t = mind.thought[0]
    if t.candidates == 1:
        return int(mind.ids[0])
    if int(row[KIND]) == TREE:
        while many > 0 and t.effort < row[EFFORT]:
            begin_simulation(box, s, mind, row)
            go_down(box, mind, row, seats)
            many -= 1
        return most_visited(mind)
    go_on_halving(box, s, mind, row, seats, many)
    best = 0
    for i in range(1, t.candidates):
        if mind.sums[i] > mind.sums[best]:
            best = i
    return int(mind.ids[best])


@large_rule
def decide(box: Any, s: Any, mind: Mind, row: Any, seats: int) -> int:
    """What a bot chooses by its row of settings, in one go."""
    kind = int(row[KIND])
    if kind >= HALVING:
        begin(box, s, mind, row, seats)
        return go_on(box, s, mind, row, seats, int(row[SIMULATIONS]))
    n = legal(box, s, mind.out)
    if kind == RANDOM:
        return int(mind.out[draw(mind.rngs[0], n)])
    temperature = 0.001 * row[TEMPERATURE] * scale(box, s) if kind == SOFT else 0.0
    return greedy(box, s, mind.news[0], mind.out, n, mind.work, mind.rngs[0], temperature)


@large_rule
def estimate(box: Any, s: Any, mind: Mind, row: Any, seats: int, many: int, eyes: int, sums: Any) -> None:
    """Adds up the rewards of some playouts, each in a redraw of its own for the seats that look."""
    mind.thought[0].seat = to_move(s)
    if by_network(mind, row, LEAVES):
        drop_anchor(box, s, to_move(s), seats, mind.network)
    for _ in range(many):
        mind.work[0] = s
        hide(box, mind.work[0], eyes, mind.rngs[0])
        playout(box, mind, row, int(row[DEPTH]), seats, mind.rngs[0])
        for seat in range(seats):
            sums[seat] += mind.rewards[seat]


@rule
def take_note(news: Any, seats: int, notes: Any) -> None:
    """Adds what has happened to seats to `notes`: for each kind of news and each seat how often, and each argument."""
    for i in range(min(news.count, news.limit)):
        event = news.events[i]
        if event.seat >= 0:
            place = (event.kind * seats + event.seat) * NOTED
            notes[place] += 1.0
            for k in range(ARGUMENTS):
                notes[place + 1 + k] += event.args[k]


@large_rule
def play_futures(
    box: Any, s: Any, mind: Mind, row: Any, seats: int, many: int, count: int, ends: Any, notes: Any
) -> None:
    """Plays on with each of the first `count` in `ids`, all in the same redraws and with the same generator, so that
    what differs comes from the choice. The last states follow one another, redraw by redraw; so does what happened on
    the way."""
    mind.thought[0].seat = to_move(s)
    for future in range(many):
        redraw(box, s, mind, 2)
        seed: Any = next_u64(mind.rngs[0]) >> np.uint64(1)
        for i in range(count):
            mind.work[0] = mind.work[2]
            seed_stream(mind.rngs[1], 1, seed)
            play(box, mind.work[0], mind.news[LISTENING], mind.ids[i])
            take_note(mind.news[LISTENING], seats, notes[future * count + i])
            while decides(box, mind, row, seats, mind.rngs[1], LISTENING):
                take_note(mind.news[LISTENING], seats, notes[future * count + i])
            ends[future * count + i] = mind.work[0]


BEGIN, GO_ON, ESTIMATE, FUTURES, CONTESTS, TRIES = range(6)  # what `think` can be asked


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
    weights: Any,
    lines: Any,
    seen: Any,
    seen_bytes: Any,
    entries: Any,
    amounts: Any,
    hidden: Any,
    anchor: Any,
    less: Any,
    first_sums: Any,
    rows: Any,
    series: Any,
    scores: Any,
    wins: Any,
) -> int:
    """All that bots who search are asked, in one driver: a driver costs as much to compile as all that it calls.

    BEGIN a search of s[0] by the first of `rows`: how many choices there are. GO_ON with it for a number of
    simulations: the best choice so far. ESTIMATE: the rewards of all seats in so many playouts, added up in scores[0];
    the seats that look are the bit mask series[0]. FUTURES: so many of each of the first series[0] choices in `ids`;
    how they end is left in `s`, behind the position, and what happened on the way in `scores`. CONTESTS: a number of
    games, as `contests` does them. TRIES: a number of decisions, as `tries` does them."""
    network = Network(weights, lines, seen, seen_bytes, entries, amounts, hidden, anchor, less, first_sums)
    mind = Mind(news, out, work, nodes, thought, ids, sums, stamps, path, rewards, rngs, network)
    if what == BEGIN:
        return begin(box[0], s[0], mind, rows[0], int(s[0].seats))
    if what == GO_ON:
        return go_on(box[0], s[0], mind, rows[0], int(s[0].seats), number)
    if what == ESTIMATE:
        estimate(box[0], s[0], mind, rows[0], int(s[0].seats), number, series[0], scores[0])
        return 0
    if what == FUTURES:
        play_futures(box[0], s[0], mind, rows[0], int(s[0].seats), number, series[0], s[1:], scores)
        return 0
    if what == TRIES:
        return tries(box, blank, s, mind, rows, series, number, scores, wins)
    return contests(box, blank, s, mind, rows, series, number, scores, wins)


@large_rule
def contests(
    box: Any, blank: Any, s: Any, mind: Mind, rows: Any, series: Any, games: int, scores: Any, wins: Any
) -> int:
    """Plays games between bots, each with its row of settings: those of the seed series[0] from number series[1] on.
    Fills a row of `scores` and of `wins` for each game, by bot (a shared first rank is a win shared); returns the
    number of decisions. A game depends on seed and number alone, so that work can be cut into pieces anyhow. Where
    series[2] is not 0, each deal is played once for every rotation of the bots: one seat farther each time."""
    seats, decisions = len(rows), 0
    for game in range(games):
        number = series[1] + game
        deal, turn = (number // seats, number % seats) if series[2] else (number, 0)
        begin_stream(box, blank, s, mind.news, seats, series[0], deal)
        seed_stream(mind.rngs[0], BOTS - series[0], number)
        while to_move(s[0]) >= 0:
            bot = (to_move(s[0]) - turn) % seats
            play(box[0], s[0], mind.news[0], decide(box[0], s[0], mind, rows[bot], seats))
            decisions += 1
        score(box[0], s[0], mind.rewards)
        for bot in range(seats):
            scores[game, bot] = mind.rewards[(bot + turn) % seats]
        result(box[0], s[0], seats, 0.0, 1.0, mind.rewards)
        for bot in range(seats):
            wins[game, bot] = mind.rewards[(bot + turn) % seats]
    return decisions


@large_rule
def tries(
    box: Any, blank: Any, s: Any, mind: Mind, rows: Any, series: Any, many: int, scores: Any, rewards: Any
) -> int:
    """What somebody learns from who wants to know what choices lead to. Games go on between bots, each with its row of
    settings (those of the seed series[0] from number series[1] on); one in series[2] decisions is looked at, until
    there are `many`: see `try_choices`. The last row is for playing on."""
    seats, found, game = len(rows) - 1, 0, 0
    while found < many:
        begin_stream(box, blank, s, mind.news, seats, series[0], series[1] + game)
        seed_stream(mind.rngs[0], BOTS - series[0], series[1] + game)
        game += 1
        while to_move(s[0]) >= 0 and found < many:
            if draw(mind.rngs[0], series[2]) == 0:
                place = found * SLOTS
                left, gone = scores[place : place + SLOTS], rewards[place : place + SLOTS]
                found += try_choices(box[0], s[0], mind, rows[seats], seats, s[1 + place :], left, gone)
            play(box[0], s[0], mind.news[0], decide(box[0], s[0], mind, rows[to_move(s[0])], seats))
    return game


@large_rule
def try_choices(box: Any, s: Any, mind: Mind, row: Any, seats: int, kept: Any, scores: Any, rewards: Any) -> bool:
    """Makes some of the choices that are worth considering here, up to TRIED of them, and plays on after each, with the
    same generator, so that what differs comes from the choice. Leaves in `kept` the position itself, those after the
    choices, and one from later on (after the last of them); and in the same places how it ended from there, scores and
    rewards of all seats. False where there is nothing to choose."""
    n = sift(box, s, mind.out, legal(box, s, mind.out))
    if n < 2:
        return False
    kept[0] = s
    size = min(n, TRIED)
    for i in range(size):
        other = i + draw(mind.rngs[0], n - i)
        mind.out[i], mind.out[other] = mind.out[other], mind.out[i]
        mind.ids[i] = mind.out[i]
    seed: Any = next_u64(mind.rngs[0]) >> np.uint64(1)
    for i in range(size):
        mind.work[0] = s
        seed_stream(mind.rngs[1], 1, seed)
        play(box, mind.work[0], mind.news[0], int(mind.ids[i]))
        kept[1 + i] = mind.work[0]
        if i + 1 == size:
            playout(box, mind, row, 1 + draw(mind.rngs[0], LATER), seats, mind.rngs[1])
            kept[1 + TRIED] = mind.work[0]
        playout(box, mind, row, -1, seats, mind.rngs[1])
        take_down(box, mind, seats, scores[1 + i], rewards[1 + i])
    scores[1 + TRIED], rewards[1 + TRIED] = scores[size], rewards[size]
    return True


@rule
def take_down(box: Any, mind: Mind, seats: int, scores: Any, rewards: Any) -> None:
    """How a playout ended."""
    for seat in range(seats):
        rewards[seat] = mind.rewards[seat]
    score(box, mind.work[0], mind.rewards)
    for seat in range(seats):
        scores[seat] = mind.rewards[seat]
