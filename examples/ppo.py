#!/usr/bin/env python3
"""PPO learns Skip-Bo by playing against itself, in a few minutes on a CPU.

One network plays both seats of a game for two: an observation is always told from the seat on turn,
so that it need not know which one it is. Games step side by side (`skipbo.envs.batch`); with
`--device cuda` they step on the GPU, where the network is, and never leave it.

It takes `pip install skipbo[learn]`, for a GPU `pip install skipbo[learn,gpu]`.
"""

import argparse
import os
import sys
import time
import warnings
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else threads of PyTorch fight over few cores

try:
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    print(f"{error.name} is not installed: pip install 'skipbo[learn]'", file=sys.stderr)
    sys.exit(2)

from skipbo.arena.estimates import share
from skipbo.envs import batch
from skipbo.errors import SkipboError

EXAMPLES = """examples:
  python examples/ppo.py --minutes 2
  python examples/ppo.py --stock 5 --rewards win --save short.pt
  python examples/ppo.py --device cuda --games 16384 --save classic.pt
"""
STEPS = 32  # of every game between two updates
LIMIT = 1000  # moves after which a game is left: those who know nothing yet may never end one
LARGEST = 23  # greater numbers of an observation look alike to the network
GAMMA, LAMBDA = 0.999, 0.9
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.2, 0.5, 0.01
EPOCHS, MINIBATCHES, RATE = 2, 8, 0.001
BOTS = "random", "greedy"
warnings.filterwarnings("ignore", "The given NumPy array is not writable")  # nor is it written to


class Network(nn.Module):
    """How likely each action is (as a logarithm), and what the seat on turn will still gain.

    Numbers of an observation are faces and counts, so each value of each one has a row of its own
    in a table, and the rows that apply are summed up: a layer for one-hot inputs, only faster. What
    matters most is told as well: how far each building pile is from each player's stock card.
    """

    def __init__(self, fields, actions, width):
        super().__init__()
        sizes = [min(field.high, LARGEST) + 1 for field in fields for _ in range(field.size)]
        at = {field.name: field.at for field in fields}
        self.tops = [at["player_0.stock_top"], at["player_1.stock_top"]]
        self.building, self.faces = fields[0].size, fields[0].high
        sizes += [2 * self.faces + 3] * 2 * self.building
        ends = torch.tensor(sizes).cumsum(0)
        self.register_buffer("first", ends - torch.tensor(sizes))  # row of each number's value 0
        self.table = nn.EmbeddingBag(int(ends[-1]), width, mode="sum")
        nn.init.normal_(self.table.weight, std=len(sizes) ** -0.5)
        self.middle = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, observations, masks):
        piles, tops = observations[:, : self.building].long(), observations[:, self.tops].long()
        apart = (tops[:, :, None] - piles[:, None, :] + self.faces).flatten(1)
        rows = torch.cat([observations.clamp(max=LARGEST), apart], 1) + self.first
        x = self.middle(self.table(rows))
        logits = self.policy(x).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), self.value(x).squeeze(1)


def play(net, games, seen):
    """Let every game go on for some steps, and keep what it takes to learn from them."""
    kept = []
    with torch.no_grad():
        for _ in range(STEPS):
            # The step writes the arrays anew, so what is kept of them is copied.
            observations, masks, seats = (x.clone() for x in (seen[0], seen[1], seen.seats))
            logs, values = net(observations, masks)
            actions = torch.multinomial(logs.exp(), 1).squeeze(1)
            games.step(actions)
            # What follows is worth the opposite if the other seat is on turn, and nothing to a game
            # that is over: the slot holds the next one already.
            signs = torch.where(seats == seen.seats, 1.0, -1.0) * ~(seen.ends | seen.cuts)
            rewards = of_each(seen.rewards, seats)
            kept.append(
                (observations, masks, actions, of_each(logs, actions), values, rewards, signs)
            )
        last = net(seen.observations, seen.masks)[1]
    return [torch.stack(x) for x in zip(*kept, strict=True)], last


def of_each(rows, places):
    """One number of each row."""
    return rows.gather(1, places.long()[:, None]).squeeze(1)


def advantages(values, rewards, signs, last):
    """Generalized advantage estimation in a game of two, where one's gain is the other's loss."""
    found, ahead, following = torch.zeros_like(values), torch.zeros_like(last), last
    for t in reversed(range(len(values))):
        surprise = rewards[t] + GAMMA * signs[t] * following - values[t]
        ahead = surprise + GAMMA * LAMBDA * signs[t] * ahead
        found[t], following = ahead, values[t]
    return found


def learn(net, optimizer, kept, last):
    """An update of PPO. Returns the entropy: how undecided the network is."""
    *before, values, rewards, signs = kept
    gains = advantages(values, rewards, signs, last)
    data = [x.flatten(0, 1) for x in (*before, gains, gains + values)]
    entropies = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(data[0]), device=last.device).chunk(MINIBATCHES):
            observations, masks, actions, old, gain, goal = (x[rows] for x in data)
            logs, value = net(observations, masks)
            ratio = (of_each(logs, actions) - old).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            off = (value - goal).square().mean()
            loss = VALUE_WEIGHT * off - better - ENTROPY_WEIGHT * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
            entropies.append(entropy.detach())
    return float(torch.stack(entropies).mean())


def judge(net, deal, bot, count):
    """How often the network wins against a bot, with the actions that it likes best."""
    with deal(opponents=[bot]) as games:
        seen = games.reset(count)
        seen = seen._make(map(torch.from_numpy, seen))  # bots play on the CPU
        going, won = torch.ones(count, dtype=torch.bool), torch.zeros(count, dtype=torch.bool)
        while going.any():  # one game of each slot: of all that end in some time, more are short
            seats, device = seen.seats.clone(), net.first.device
            with torch.no_grad():
                logs, _ = net(seen.observations.to(device), seen.masks.to(device))
            games.step(logs.argmax(1).cpu())
            won |= going & (of_each(seen.rewards, seats) > 0)
            going &= ~(seen.ends | seen.cuts)
    return share(int(won.sum()), count)


def options():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.error = lambda told: parser.exit(2, f"{parser.prog}: {told} (see --help)\n")
    add = parser.add_argument
    add("--device", default="cpu", choices=["cpu", "cuda"], help="for network and games (cpu)")
    add("--minutes", type=float, default=5, help="how long to learn (5)")
    add("--updates", type=int, default=10**9, help="stop after so many, if time is left")
    add("--games", type=int, default=1024, help="games side by side (1024)")
    add("--stock", type=int, default=10, help="cards in each stock pile (10)")
    add("--rewards", default="stock", choices=["win", "stock"], help="what to gain (stock)")
    add("--width", type=int, default=128, help="of the network's layers (128)")
    add("--seed", type=int, default=0, help="decides the cards and all chance (0)")
    add("--threads", type=int, default=2, help="of the CPU (2)")
    add("--every", type=int, default=40, help="updates from one report to the next (40)")
    add("--judged", type=int, default=2000, help="games against each bot at the end (2000)")
    add("--save", metavar="FILE", help="where to keep the network")
    chosen = parser.parse_args()
    for name in ("minutes", "updates", "width", "every", "judged"):
        if not getattr(chosen, name) > 0:
            parser.error(f"--{name} must be more than 0, not {getattr(chosen, name)}")
    if chosen.save and not Path(chosen.save).absolute().parent.is_dir():
        parser.error(f"--save: there is no folder for {chosen.save}")
    if chosen.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: PyTorch finds no GPU here")
    return chosen, parser


def improve(net, games, seen, deal, chosen):
    """Play and learn in turns until the time is over, and tell how it goes."""
    optimizer = torch.optim.Adam(net.parameters(), eps=1e-5)
    update, start = 0, time.monotonic()
    since, end = start, start + 60 * chosen.minutes
    print("minutes    steps  steps/s  random  greedy  entropy", flush=True)
    while (left := (end - time.monotonic()) / (end - start)) > 0 and update < chosen.updates:
        optimizer.param_groups[0]["lr"] = RATE * min(left, 1 - update / chosen.updates)
        entropy = learn(net, optimizer, *play(net, games, seen))
        update += 1
        if update % chosen.every == 0:
            now, steps = time.monotonic(), STEPS * chosen.games
            speed = chosen.every * steps / (now - since)
            wins = [judge(net, deal, bot, -(-chosen.judged // 4)).value for bot in BOTS]
            told = f"{(now - start) / 60:7.2f} {update * steps / 1e6:7.2f}M {speed:8,.0f}"
            told += "".join(f"{win:8.1%}" for win in wins)
            print(f"{told} {entropy:8.2f}", flush=True)
            since = time.monotonic()


def main():
    chosen, parser = options()
    deal = partial(batch, players=2, stock=chosen.stock, limit=LIMIT, threads=chosen.threads)
    on_gpu = chosen.device == "cuda"
    try:
        games = deal(seed=chosen.seed, rewards=chosen.rewards, on="gpu" if on_gpu else None)
        seen = games.reset(chosen.games)
    except SkipboError as error:
        parser.error(str(error))
    # Every step writes the same arrays, so PyTorch takes them once. It need not copy them.
    seen = seen._make(map(torch.from_dlpack if on_gpu else torch.from_numpy, seen))
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    net = Network(games.fields(), games.actions, chosen.width).to(chosen.device)
    deal = partial(deal, seed=chosen.seed ^ 1)  # other cards to judge by than to learn from
    try:
        improve(net, games, seen, deal, chosen)
    except KeyboardInterrupt:
        print("stopped")
    if chosen.save:
        torch.save(net.state_dict(), chosen.save)
    for bot in BOTS:
        won = judge(net, deal, bot, chosen.judged)
        print(f"wins {won.value:.1%} ({won.low:.1%} to {won.high:.1%}) against {bot}")


if __name__ == "__main__":
    main()
