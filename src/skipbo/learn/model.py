"""The network in PyTorch: the same that `bots.network` works out in whole numbers.

It is a tensor of weights for each kind of table: a row for each feature, and a last one, all zeros,
for none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import e, log2
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import embedding_bag

from ..bots import features as f
from ..bots.features import FEATURES
from ..bots.network import KINDS, SHARES, WEIGHT_BITS
from ..rules.state import SEATS

POWERS_OF_TWO = log2(e)  # the row's odds are told in them, the model's in natural ones
UNIT = POWERS_OF_TWO * (1 << WEIGHT_BITS)
LARGEST = (1 << 15) - 1  # that a file can hold


@dataclass(frozen=True, slots=True)
class Seen:
    """Some positions as a network sees them."""

    odds: Tensor  # of each side, as natural logarithms; of one that is not there, none at all
    sides: Tensor
    scale: Tensor  # what a lead counts

    @classmethod
    def of(cls, weights: Tensor, features: Tensor) -> "Seen":
        left, sides = counts(features)
        scale = left.rsqrt()
        there = torch.arange(SHARES, device=features.device) < sides[:, None]
        leads = embedding_bag(features, weights, mode="sum", padding_idx=FEATURES)
        return cls((leads * scale[:, None]).masked_fill(~there, -torch.inf), sides, scale)

    def shares(self) -> Tensor:
        return torch.softmax(self.odds, 1)

    def errors(self, targets: Tensor) -> Tensor:
        """By how much each side's share is too small; a side with a negative target is not there.

        That is how fast the loss falls as its odds grow."""
        return (targets - self.shares()).masked_fill(targets < 0, 0)

    def bend(self) -> Tensor:
        """How the loss bends as the odds of one side grow: just so for two sides, where each has
        half of the way to go, and nearly for more."""
        own = self.shares()[:, 0]
        return own * (1 - own) * self.sides / (self.sides - 1)

    def loss(self, targets: Tensor) -> float:
        """How far the shares are from their targets, in all."""
        told = torch.log_softmax(self.odds, 1)
        return -(targets * told).masked_fill(targets < 0, 0).sum().item()


def counts(features: Tensor) -> tuple[Tensor, Tensor]:
    """The stock cards left to play for, of two sides on average, and the sides of the table."""
    told = embedding_bag(features, counted(features.device), mode="sum")
    cards, sides = told.T
    return torch.clamp(2 * cards // sides, min=1), sides


@cache
def counted(device: torch.device) -> Tensor:
    """By feature: the stock cards that it tells of, and the sides of the table."""
    told = torch.zeros(FEATURES + 1, 2)
    stocks = (f.OWN_STOCK, *(first + f.STOCK_OF for first in range(f.OTHERS, FEATURES, f.OTHER)))
    for first in stocks:
        told[first : first + f.MOST_STOCK + 1, 0] = torch.arange(f.MOST_STOCK + 1)
    for players in range(2, SEATS + 1):
        told[f.TABLE + players - 2, 1] = players
        told[f.TABLE + 5 + players // 2 - 1, 1] = players // 2  # partners
    return told.to(device)


def kinds(features: Tensor) -> Tensor:
    """Which weights each position has, by the feature that tells of its table."""
    here = (features >= f.TABLE) & (features < f.PASSED)
    table = (torch.where(here, features, f.TABLE) - f.TABLE).amax(-1)
    return torch.where(table >= 5, 2, (table > 0).int())


def blank() -> Tensor:
    """Weights that say nothing."""
    return torch.zeros(KINDS, FEATURES + 1, SHARES)


def as_weights(told: Sequence[int]) -> Tensor:
    """The weights that stand in a player's row, from WEIGHTS on."""
    weights = blank()
    weights[:, :FEATURES] = torch.tensor(told).view(KINDS, FEATURES, SHARES) / UNIT
    return weights


def numbers(weights: Tensor) -> NDArray[np.int32]:
    """The network as it stands in a player's row, from WEIGHTS on."""
    told: NDArray[Any] = weights[:, :FEATURES].double().cpu().numpy()
    return np.clip(np.rint(told * UNIT), -LARGEST, LARGEST).astype(np.int32).ravel()
