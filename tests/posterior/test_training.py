"""The training loop: the optimiser, the batches, the optimum it must reach."""

import numpy as np
import pytest
import torch

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.dropout_masks import fresh_masks
from hsi_uq_app.posterior.losses import LOSSES, log_loss
from hsi_uq_app.posterior.network import Network, forward, generators, random_start
from hsi_uq_app.posterior.training import Adam, Data, Objective, Schedule, one_cycle, train
from hsi_uq_app.progress import Cancelled, silent


def data(pixels: int, inputs: int = 3) -> Data:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(pixels, inputs))
    y = rng.random(pixels) < 1 / (1 + np.exp(-(2 * x[:, 0] - 1)))
    tensors = (torch.from_numpy(a.astype(np.float32)) for a in (x, y, np.zeros(pixels)))
    return Data(*tensors)


def trained(pixels: int, batch: int, members: range = range(3), **objective) -> torch.Tensor:
    network = Network(3, 4)
    theta = random_start(network, generators(0, "start", members))
    with torch.no_grad():
        train(
            network, theta, data(pixels), objective=Objective(**objective),
            schedule=Schedule(3, batch, 0.01), rngs=generators(0, "order", members), progress=silent,
        )  # fmt: skip
    return theta


def test_that_adam_equals_the_one_of_torch():
    ours, theirs = torch.ones(2, 3), torch.ones(2, 3, requires_grad=True)
    adam, reference = Adam(ours), torch.optim.Adam([theirs], betas=(0.9, 0.99))
    for step in range(5):
        gradient = torch.linspace(-1, 2, 6).view(2, 3) * (step + 1)
        reference.param_groups[0]["lr"] = 0.1 / (step + 1)
        adam.step(gradient, 0.1 / (step + 1))
        theirs.grad = gradient
        reference.step()
    torch.testing.assert_close(ours, theirs.detach())


def test_that_the_rate_rises_to_its_peak_and_falls_to_nothing():
    rates = [one_cycle(step, 100, 0.5) for step in range(101)]
    assert rates[0] == pytest.approx(0.02)
    assert max(rates) == rates[30] == pytest.approx(0.5)
    assert rates[100] == pytest.approx(0)


def test_that_the_rate_is_that_of_torchs_one_cycle():
    """Torch peaks a step earlier and ends at the last step: of 1,000 steps, less than .4 % of the peak."""
    steps, peak = 1000, 0.5
    optimizer = torch.optim.Adam([torch.zeros(1)], lr=peak)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, peak, total_steps=steps, div_factor=25, final_div_factor=1e9, cycle_momentum=False
    )
    for step in range(steps):
        assert one_cycle(step, steps, peak) == pytest.approx(schedule.get_last_lr()[0], abs=0.004 * peak)
        optimizer.step()
        schedule.step()


def test_that_a_pixel_more_than_full_batches_trains():
    assert torch.isfinite(trained(1025, 256)).all()


def test_that_members_do_not_depend_on_their_company():
    together = trained(200, 64)
    torch.testing.assert_close(trained(200, 64, range(2, 3)), together[2:], rtol=1e-4, atol=1e-5)


def test_that_the_curve_is_the_mean_loss_of_all_pixels_however_they_are_cut():
    network, few, members = Network(3, 4), data(50), range(3)
    theta = random_start(network, generators(0, "start", members))
    z = forward(network, theta, few.pixels.T.contiguous()).z
    expected = float(log_loss(z, few.y, torch.ones(())).mean())
    with torch.no_grad():
        curve = train(
            network, theta, few, objective=Objective(), schedule=Schedule(2, 33, 1e-12),
            rngs=generators(0, "order", members), progress=silent,
        )  # fmt: skip
    assert curve == pytest.approx([expected, expected], rel=1e-5)


def test_that_counts_stand_for_repeated_pixels():
    network, few = Network(3, 4), data(6)
    theta = random_start(network, generators(0, "start", range(1)))
    repeats = torch.tensor([2, 0, 1, 3, 0, 0])
    index = torch.arange(6)[None]
    counted = Objective(counts=repeats[None].float()).value_and_gradient(network, theta, few, index)
    again = torch.repeat_interleave(torch.arange(6), repeats)[None]
    plain = Objective().value_and_gradient(network, theta, few, again)
    for ours, theirs in zip(counted, plain, strict=True):
        torch.testing.assert_close(ours, theirs)


def test_that_decay_adds_the_gradient_of_the_prior():
    network, few = Network(3, 4), data(20)
    theta = random_start(network, generators(0, "start", range(2)))
    decay = network.prior_sd() ** -2 / few.size
    index = torch.arange(20).repeat(2, 1)
    _, with_prior = Objective(decay=decay).value_and_gradient(network, theta, few, index)
    _, without = Objective().value_and_gradient(network, theta, few, index)
    torch.testing.assert_close(with_prior - without, theta * decay)


def test_that_an_offset_is_part_of_the_logit_while_training():
    network, few = Network(3, 4), data(20)
    moved = Data(few.pixels, few.y, few.offsets + 1.5)
    theta = random_start(network, generators(0, "start", range(1)))
    shifted = theta.clone()
    network.layers(shifted).b3.add_(1.5)
    index = torch.arange(20)[None]
    offset, _ = Objective().value_and_gradient(network, theta, moved, index)
    bias, _ = Objective().value_and_gradient(network, shifted, few, index)
    torch.testing.assert_close(offset, bias)


def test_that_cancelling_stops_at_the_next_step():
    steps = []

    def cancel(fraction: float, text: str = "") -> None:
        steps.append(text)
        if len(steps) == 4:
            raise Cancelled

    network = Network(3, 4)
    with pytest.raises(Cancelled):
        train(
            network, random_start(network, generators(0, "start", range(1))), data(100),
            objective=Objective(loss=log_loss), schedule=Schedule(50, 10, 0.01),
            rngs=generators(0, "order", range(1)), progress=cancel,
        )  # fmt: skip
    assert len(steps) == 4
    assert "loss" in steps[-1]


@pytest.mark.parametrize("loss", LOSSES)
def test_that_a_step_stays_on_the_device_of_the_data(loss):
    """The meta device refuses to mix with the processor, as a GPU does."""
    network, members, device = Network(3, 4), range(2), torch.device("meta")
    there = Data(*(one.to(device) for one in vars(data(9)).values()))
    objective = Objective(
        LOSSES[loss],
        decay=network.prior_sd(),
        counts=torch.ones(2, 9),
        masks=lambda pixels: fresh_masks(network, 0.2, generators(0, "mask", members), pixels),
    )
    adam = Adam(random_start(network, generators(0, "start", members)).to(device))
    with torch.no_grad():
        value, gradient = objective.on(device).value_and_gradient(
            network, adam.theta, there, torch.zeros(2, 5, dtype=torch.long, device=device)
        )
        adam.step(gradient, 0.1)
    assert {one.device for one in (value, gradient, adam.theta)} == {device}


def test_that_a_device_without_memory_is_one_clear_line(monkeypatch):
    def full(*_):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(Objective, "value_and_gradient", full)
    with pytest.raises(UserError, match="memory is full"):
        trained(50, 25)
