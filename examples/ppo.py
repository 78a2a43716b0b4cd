#!/usr/bin/env python3
"""PPO learns Skip-Bo by playing against itself, in a few minutes on a CPU.

One network plays both seats of a game for two: an observation is always told from the seat on turn,
so that it need not know which one it is. Games step side by side (`skipbo.envs.batch`); with
`--device cuda` they step on the GPU, where the network is, and never leave it.

It takes `pip install skipbo[learn]`, for a GPU `pip install skipbo[learn,gpu]`.
"""

import argparse
import time
import warnings
from pathlib import Path

import torch
from torch import nn

from skipbo.arena.estimates import share
from skipbo.envs import batch
from skipbo.errors import SkipboError

EXAMPLES = """examples:
  python examples/ppo.py --minutes 2
  python examples/ppo.py --stock 5 --rewards win --save short.pt
  python examples/ppo.py --device cuda --games 16384 --save classic.pt
"""
STEPS = 64  # of every game between two updates
LIMIT = 1000  # moves after which a game is left: those who know nothing yet may never end one
LARGEST = 23  # greater numbers of an observation look alike to the network
GAMMA, LAMBDA = 0.999, 0.95
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.2, 0.5, 0.01
EPOCHS, MINIBATCHES, RATE = 2, 8, 0.001
BOTS = "random", "greedy"


# --- The network


class Network(nn.Module):
    """Which action, and how well the seat on turn stands: from -1, lost, to 1, won.

    Numbers of an observation are faces and counts, so each value of each one has a row of its own
    in a table, and the rows that apply are summed up: a layer for one-hot inputs, only faster.
    """

    def __init__(self, fields, actions, width):
        super().__init__()
        sizes = [min(field.high, LARGEST) + 1 for field in fields for _ in range(field.size)]
        ends = torch.tensor(sizes).cumsum(0)
        self.register_buffer("first", ends - torch.tensor(sizes))  # row of each number's value 0
        self.table = nn.EmbeddingBag(int(ends[-1]), width, mode="sum")
        nn.init.normal_(self.table.weight, std=len(sizes) ** -0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.middle = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, gain=0.01)  # at first all actions are as likely

    def forward(self, observations, masks):
        rows = observations.clamp(max=LARGEST) + self.first
        x = self.middle(self.table(rows) + self.bias)
        logits = self.policy(x).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, 1), self.value(x).squeeze(1)


# --- Learning


def play(net, games, seen):
    """Let every game go on for some steps, and keep what it takes to learn from them."""
    kept = []
    with torch.no_grad():
        for _ in range(STEPS):
            logs, values = net(seen.observations, seen.masks)
            actions = torch.multinomial(logs.exp(), 1).squeeze(1)
            seats = seen.seats.long()
            # The arrays are written anew by the step, so these are copies.
            before = seen.observations.clone(), seen.masks.clone(), actions, values
            log = logs.gather(1, actions[:, None]).squeeze(1)
            games.step(actions)
            rewards = seen.rewards.gather(1, seats[:, None]).squeeze(1)
            # The next value is the other seat's, if that one is on turn: worth the opposite.
            sign = 1.0 - 2.0 * (seats != seen.seats)
            sign = sign * ~(seen.ends | seen.cuts)
            kept.append((*before, log, rewards, sign))
        last = net(seen.observations, seen.masks)[1]
    return [torch.stack(x) for x in zip(*kept, strict=True)], last


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
    observations, masks, actions, values, old, rewards, signs = kept
    gains = advantages(values, rewards, signs, last)
    data = observations, masks, actions, old, gains, gains + values
    data = [x.flatten(0, 1) for x in data]
    entropies = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(data[0]), device=last.device).chunk(MINIBATCHES):
            observed, mask, action, log_old, gain, goal = (x[rows] for x in data)
            logs, value = net(observed, mask)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (logs.gather(1, action[:, None]).squeeze(1) - log_old).exp()
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


# --- Judging


def judge(net, bot, chosen, games):
    """How often the network wins against a bot, with the actions that it likes best."""
    against = batch(**table(chosen), seed=chosen.seed ^ 1, opponents=[bot])
    seen = tensors(against.reset(games), torch.from_numpy)  # bots play on the CPU
    going, won = torch.ones(games, dtype=torch.bool), torch.zeros(games, dtype=torch.bool)
    while going.any():  # one game of each slot: of all that end in some time, more are short
        seats = seen.seats.long()
        with torch.no_grad():
            logs, _ = net(seen.observations.to(chosen.device), seen.masks.to(chosen.device))
        against.step(logs.argmax(1).cpu().numpy())
        won |= going & (seen.rewards.gather(1, seats[:, None]).squeeze(1) > 0)
        going &= ~(seen.ends | seen.cuts)
    return share(int(won.sum()), games)


def table(chosen):
    return {"players": 2, "stock": chosen.stock, "limit": LIMIT, "threads": chosen.threads}


def tensors(seen, take):
    """The arrays as PyTorch's, without a copy: every step writes the same ones, so do it once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given NumPy array is not writable")  # nor do we
        return type(seen)(*map(take, seen))


# --- The program


class Options(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def options():
    parser = Options(
        description=__doc__.split("\n")[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--device", default="cpu", choices=["cpu", "cuda"], help="for network and games (cpu)")
    add("--minutes", type=float, default=5, help="how long to learn (5)")
    add("--updates", type=int, help="stop after so many, if time is left")
    add("--games", type=int, default=1024, help="games side by side (1024)")
    add("--stock", type=int, default=10, help="cards in each stock pile (10)")
    add("--rewards", default="stock", choices=["win", "stock"], help="what counts (stock)")
    add("--width", type=int, default=128, help="of the network's layers (128)")
    add("--seed", type=int, default=0, help="decides the cards and all chance (0)")
    add("--threads", type=int, default=2, help="of the CPU (2)")
    add("--every", type=int, default=20, help="updates from one report to the next (20)")
    add("--judged", type=int, default=2000, help="games against each bot at the end (2000)")
    add("--save", metavar="FILE", help="where to keep the network")
    return parser


def checked(parser):
    """The options, and the games that they ask for."""
    chosen = parser.parse_args()
    for name in ("minutes", "updates", "width", "every", "judged"):
        if getattr(chosen, name) is not None and not getattr(chosen, name) > 0:
            parser.error(f"--{name} must be more than 0, not {getattr(chosen, name)}")
    if chosen.save and not Path(chosen.save).absolute().parent.is_dir():
        parser.error(f"--save: there is no folder for {chosen.save}")
    if chosen.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: PyTorch finds no GPU here")
    on = "gpu" if chosen.device == "cuda" else None
    try:
        games = batch(**table(chosen), seed=chosen.seed, rewards=chosen.rewards, on=on)
        return chosen, games, games.reset(chosen.games)
    except SkipboError as error:
        parser.error(str(error))


def improve(net, games, seen, chosen):
    """Play and learn in turns until the time is over, and tell how it goes."""
    optimizer = torch.optim.Adam(net.parameters(), eps=1e-5)
    start, update, most = time.monotonic(), 0, chosen.updates or float("inf")
    print("minutes    steps  steps/s  random  greedy  entropy", flush=True)
    while (left := 1 - (time.monotonic() - start) / 60 / chosen.minutes) > 0 and update < most:
        optimizer.param_groups[0]["lr"] = RATE * min(left, 1 - update / most)
        entropy = learn(net, optimizer, *play(net, games, seen))
        update += 1
        if update % chosen.every == 0 or update == most:
            seconds = time.monotonic() - start
            steps = update * STEPS * chosen.games
            wins = [judge(net, bot, chosen, chosen.judged // 4 + 1).value for bot in BOTS]
            rates = "".join(f"{win:8.1%}" for win in wins)
            told = f"{seconds / 60:7.2f} {steps / 1e6:7.2f}M {steps / seconds:8,.0f}{rates}"
            print(f"{told} {entropy:8.2f}", flush=True)


def main():
    chosen, games, seen = checked(options())
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(chosen.seed)
    net = Network(games.fields(), games.actions, chosen.width).to(chosen.device)
    seen = tensors(seen, torch.from_numpy if chosen.device == "cpu" else torch.from_dlpack)
    try:
        improve(net, games, seen, chosen)
    except KeyboardInterrupt:
        print("stopped")
    if chosen.save:
        torch.save(net.state_dict(), chosen.save)
    for bot in BOTS:
        won = judge(net, bot, chosen, chosen.judged)
        print(f"wins {won.value:.1%} ({won.low:.1%} to {won.high:.1%}) against {bot}")


if __name__ == "__main__":
    main()
