"""The network that learns: what a seat sees becomes each seat's share of the win, and its final points.

Its first layer is wide and its input mostly zeros, so that on a processor only what is there costs anything; what comes
after is narrow. The game's own `value` of each seat goes straight to the outputs as well: untrained, the network thinks
as the greedy bot does.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from petteia.bots.network import FIRST, SECOND, THIRD
from petteia.engine.encoding import MOST_SEATS


class Model(nn.Module):
    """Rows of small numbers and values, the seat that looks first, become logits of winning and points."""

    units: torch.Tensor
    used: torch.Tensor
    value_scale: torch.Tensor
    point_scale: torch.Tensor
    learned: torch.Tensor

    def __init__(self, units: torch.Tensor, value_scale: float, point_scale: float) -> None:
        super().__init__()
        width = len(units)
        self.register_buffer("units", units)  # what an entry is multiplied by
        self.register_buffer("used", torch.zeros(width, dtype=torch.bool))  # whether it ever was other than 0
        self.register_buffer("value_scale", torch.tensor(value_scale))
        self.register_buffer("point_scale", torch.tensor(point_scale))
        self.register_buffer("learned", torch.tensor(1.0))  # how far the rest counts beside `value` in compiled play
        self.first = nn.Parameter(torch.randn(width, FIRST) * 0.06)
        self.values = nn.Parameter(torch.randn(2 * MOST_SEATS, FIRST) * 0.2)
        self.first_bias = nn.Parameter(torch.zeros(FIRST))
        self.second = nn.Linear(FIRST, SECOND)
        self.third = nn.Linear(SECOND, THIRD)
        self.win = nn.Linear(THIRD, MOST_SEATS)
        self.points = nn.Linear(THIRD, MOST_SEATS)
        self.trust = nn.Parameter(torch.tensor([0.7, 1.0]))  # in `value`, for the win and for points
        nn.init.zeros_(self.win.weight)
        nn.init.zeros_(self.points.weight)

    def forward(
        self, rows: torch.Tensor, values: torch.Tensor, seats: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """`rows` of small whole numbers, `values` of each seat; logits and points, each for MOST_SEATS."""
        kind = torch.bfloat16 if torch.is_autocast_enabled() else torch.float32
        return self.judge(rows.to(kind) @ (self.first * self.units[:, None]).to(kind), values, seats)

    def of_entries(
        self, entries: torch.Tensor, amounts: torch.Tensor, values: torch.Tensor, seats: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The same, of rows of which the entries that are not 0 are listed, and how much each is."""
        weights = self.first * self.units[:, None]
        sums = functional.embedding_bag(entries, weights, mode="sum", per_sample_weights=amounts)
        return self.judge(sums, values, seats)

    def judge(self, sums: torch.Tensor, values: torch.Tensor, seats: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What the first layer makes of the entries is added up already."""
        there = torch.arange(MOST_SEATS, device=sums.device)[None, :] < seats[:, None]
        mean = values.where(there, 0).sum(1, keepdim=True) / seats[:, None]
        apart = ((values - mean) / self.value_scale).where(there, 0).clamp(-8, 8)
        inputs = torch.cat([apart, (values / self.value_scale).where(there, 0).clamp(-8, 8)], 1)
        hidden = torch.relu(sums.float() + inputs @ self.values + self.first_bias)
        hidden = torch.relu(self.third(torch.relu(self.second(hidden)))).float()
        win = self.win(hidden).float() + self.trust[0] * apart
        points = self.points(hidden).float() + self.trust[1] * apart
        return win.masked_fill(~there, -30.0), points
