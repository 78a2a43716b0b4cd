"""The network in PyTorch: the same that `bots.network` works out in whole numbers."""

from math import e, log2
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from ..bots import features as f
from ..bots import network
from ..bots.features import FEATURES
from ..bots.network import BITS, FIRST_LAYER, HIDDEN, SECOND_LAYER, SHARES
from ..rules.state import SEATS

UNIT = 1 << BITS
POWERS_OF_TWO = log2(e)  # the row's odds are told in them, the model's in natural ones


class Network(nn.Module):
    """Leads and two hidden layers, over features that are there or not. What comes out: odds."""

    counted: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(FEATURES + 1, FIRST_LAYER, mode="sum", padding_idx=FEATURES)
        self.bias = nn.Parameter(torch.zeros(FIRST_LAYER))
        self.second = nn.Linear(HIDDEN, SECOND_LAYER)
        self.third = nn.Linear(SECOND_LAYER, SHARES)
        with torch.no_grad():
            self.first.weight.normal_(0, 0.1)
            self.first.weight[:, :SHARES] = 0
            self.first.weight[FEATURES] = 0
            self.third.weight.mul_(0.1)
        self.register_buffer("counted", counted(), persistent=False)

    def forward(self, features: Tensor) -> Tensor:
        sums = self.first(features) + self.bias
        hidden = torch.relu(self.second(torch.relu(sums[:, SHARES:])))
        leads: Tensor = sums[:, :SHARES] + self.third(hidden)
        cards, sides = embedding_bag(features, self.counted, mode="sum").T
        left = torch.clamp(2 * cards // sides, min=1)
        return leads / torch.sqrt(left)[:, None]


def counted() -> Tensor:
    """By feature: the stock cards that it tells of, and the sides of the table."""
    told = torch.zeros(FEATURES + 1, 2)
    stocks = (f.OWN_STOCK, *(first + f.STOCK_OF for first in range(f.OTHERS, FEATURES, f.OTHER)))
    for first in stocks:
        told[first : first + f.MOST_STOCK + 1, 0] = torch.arange(f.MOST_STOCK + 1)
    for players in range(2, SEATS + 1):
        told[f.TABLE + players - 2, 1] = players
        told[f.TABLE + 5 + players // 2 - 1, 1] = players // 2  # partners
    return told


def loss(odds: Tensor, targets: Tensor) -> Tensor:
    """How far the shares are from their targets; a side with a negative target is not there."""
    there = targets >= 0
    shares = torch.log_softmax(odds.masked_fill(~there, -torch.inf), dim=1)
    return -(targets * shares).masked_fill(~there, 0).sum(dim=1).mean()


def whole(weights: Tensor, unit: float) -> NDArray[np.int64]:
    told: NDArray[Any] = weights.detach().double().cpu().numpy()
    return np.rint(told * unit).astype(np.int64).ravel()


def numbers(model: Network) -> NDArray[np.int32]:
    """The network as it stands in a player's row, from BIAS_1 on."""
    units = torch.full((FIRST_LAYER,), float(UNIT), device=model.bias.device)
    units[:SHARES] *= POWERS_OF_TWO
    told = np.concatenate(
        [
            whole(model.bias * units, 1),
            whole(model.first.weight[:FEATURES] * units, 1),
            whole(model.second.bias, UNIT) * UNIT,
            whole(model.second.weight, UNIT),
            whole(model.third.bias, UNIT * POWERS_OF_TWO) * UNIT,
            whole(model.third.weight, UNIT * POWERS_OF_TWO),
        ]
    )
    assert len(told) == network.ROW - network.BIAS_1
    return told.astype(np.int32)
