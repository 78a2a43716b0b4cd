"""The network in PyTorch: the same that `bots.network` works out in whole numbers."""

from math import e, log2
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ..bots import network
from ..bots.features import FEATURES
from ..bots.network import BITS, FIRST_LAYER, SECOND_LAYER, SHARES

UNIT = 1 << BITS
POWERS_OF_TWO = log2(e)  # the row's odds are told in them, the model's in natural ones


class Network(nn.Module):
    """Two hidden layers over features that are there or not; what comes out are odds."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(FEATURES + 1, FIRST_LAYER, mode="sum", padding_idx=FEATURES)
        self.bias = nn.Parameter(torch.zeros(FIRST_LAYER))
        self.second = nn.Linear(FIRST_LAYER, SECOND_LAYER)
        self.third = nn.Linear(SECOND_LAYER, SHARES)
        with torch.no_grad():
            self.first.weight.normal_(0, 0.1)
            self.first.weight[FEATURES] = 0
            self.third.weight.mul_(0.1)

    def forward(self, features: Tensor) -> Tensor:
        hidden = torch.relu(self.first(features) + self.bias)
        odds: Tensor = self.third(torch.relu(self.second(hidden)))
        return odds


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
    told = np.concatenate(
        [
            whole(model.bias, UNIT),
            whole(model.first.weight[:FEATURES], UNIT),
            whole(model.second.bias, UNIT) * UNIT,
            whole(model.second.weight, UNIT),
            whole(model.third.bias, UNIT * POWERS_OF_TWO) * UNIT,
            whole(model.third.weight, UNIT * POWERS_OF_TWO),
        ]
    )
    assert len(told) == network.ROW - network.BIAS_1
    return told.astype(np.int32)
