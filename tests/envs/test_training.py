"""Others' learners run on the environments: sb3-contrib's MaskablePPO, and a loop of PPO as CleanRL writes it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import petteia
import petteia.envs

torch = pytest.importorskip("torch", reason="pip install torch sb3-contrib")


@pytest.mark.parametrize("policy", ["MlpPolicy", "MultiInputPolicy"])
def test_maskable_ppo_learns_legal_choices_only(policy: str) -> None:
    sb3 = pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    env = gymnasium.make(
        "petteia/Hellas-v0", opponents=["random"], illegal="raises", masked=policy == "MultiInputPolicy"
    )
    model = sb3.MaskablePPO(policy, env, n_steps=128, batch_size=64, n_epochs=2, seed=1, device="cpu")
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(256)
    assert any((one != other).any() for one, other in zip(before, model.policy.parameters(), strict=True))
    observation, info = env.reset(seed=1)
    choice, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
    assert info["action_mask"][int(choice)] == 1


def masked(logits: Any, masks: Any) -> Any:
    return torch.distributions.Categorical(logits=torch.where(masks, logits, torch.tensor(-1e8)))


def test_a_loop_of_ppo_runs_on_the_vector_environment_and_gets_better() -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    games, steps = 64, 32
    envs: Any = gymnasium.make_vec(
        "petteia/Hellas-v0", num_envs=games, opponents=["random"], reward="points", autoreset_mode="SameStep"
    )
    width, choices = envs.single_observation_space.shape[0], envs.single_action_space.n
    body = torch.nn.Sequential(torch.nn.Linear(width, 64), torch.nn.Tanh())
    actor, critic = torch.nn.Linear(64, choices), torch.nn.Linear(64, 1)
    parameters = [*body.parameters(), *actor.parameters(), *critic.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=3e-3)
    observation, info = envs.reset(seed=1)
    points: list[float] = []
    for _ in range(20):
        kept: list[Any] = []
        for _ in range(steps):
            rows = torch.tensor(observation, dtype=torch.float32) / 16
            masks = torch.tensor(info["action_mask"]).bool()
            with torch.no_grad():
                hidden = body(rows)
                chances = masked(actor(hidden), masks)
                chosen, value = chances.sample(), critic(hidden)[:, 0]
            observation, rewards, over, truncated, info = envs.step(chosen.numpy())
            points += rewards[over].tolist()
            ended = torch.tensor(over | truncated).float()
            kept.append((rows, masks, chosen, chances.log_prob(chosen), value, torch.tensor(rewards) / 50, ended))
        returns, later = [], kept[-1][4]
        for *_, reward, ended in reversed(kept):
            later = reward.float() + 0.99 * later * (1 - ended)
            returns.append(later)
        rows, masks, chosen, old, values = (torch.cat([one[n] for one in kept]) for n in range(5))
        aims = torch.cat(returns[::-1])
        gains = aims - values
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(4):
            hidden = body(rows)
            chances = masked(actor(hidden), masks)
            ratio = (chances.log_prob(chosen) - old).exp()
            loss = torch.max(-gains * ratio, -gains * ratio.clamp(0.8, 1.2)).mean()
            loss = loss + 0.5 * ((critic(hidden)[:, 0] - aims) ** 2).mean() - 0.01 * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    third = len(points) // 3
    assert third > games
    assert np.mean(points[-third:]) > np.mean(points[:third]) + 1, "it makes more points than when it began"


def test_the_loop_would_be_refused_an_illegal_choice() -> None:
    envs: Any = gymnasium.make_vec("petteia/Hellas-v0", num_envs=2)
    _, info = envs.reset(seed=1)
    with pytest.raises(petteia.IllegalInBatch):
        envs.step(info["action_mask"].argmin(1))
