"""A network that has been learned, as a file that players read (`petteia.bots.roster.networks`), and back."""

from __future__ import annotations

import pathlib

import torch

from petteia.bots.roster import networks
from petteia.engine.encoding import Plan
from petteia.learn.model import Model

LAYERS = ("second", "third", "win", "points")


def keep(model: Model, plan: Plan, path: pathlib.Path) -> None:
    """Writes the weights of a model."""
    parts = {name: part.detach().cpu().numpy() for name, part in model.state_dict().items()}
    used, units = parts.pop("used"), parts.pop("units")
    for layer in LAYERS:
        parts[layer], parts[f"{layer}_bias"] = parts.pop(f"{layer}.weight").T, parts.pop(f"{layer}.bias")
    parts["first"] = parts["first"] * units[:, None]
    networks.write(path, plan, parts, used)


def take_up(model: Model, plan: Plan, path: pathlib.Path) -> None:
    """Gives a model the weights of a file."""
    parts = networks.read(path, plan)
    for layer in LAYERS:
        parts[f"{layer}.weight"], parts[f"{layer}.bias"] = parts.pop(layer).T, parts.pop(f"{layer}_bias")
    units = model.units.cpu().numpy()
    used = parts["first"].any(1)
    parts["first"] = parts["first"] / units[:, None]
    # Units that nothing goes into would never learn anything: they begin anew.
    idle = ~(parts["first"].any(0) | parts["values"].any(0))
    for name in ("first", "values"):
        parts[name][:, idle] = getattr(model, name).detach().cpu().numpy()[:, idle]
    state = {name: torch.tensor(part) for name, part in {**parts, "units": units, "used": used}.items()}
    model.load_state_dict(state)
