"""Train: a scene with the truth of one region, or with the spectrum to look for, becomes a posterior."""

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from hsi_uq_app.errors import UserError
from hsi_uq_app.posterior.blas import one_blas_thread
from hsi_uq_app.posterior.loss_names import check_loss
from hsi_uq_app.posterior.method import Method, Options
from hsi_uq_app.posterior.methods import METHODS, method_named
from hsi_uq_app.posterior.passport import SampleKind
from hsi_uq_app.progress import Progress, part, silent
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import DEFAULT_THRESHOLD, Truth, parse_region
from hsi_uq_app.scene.target_spectrum import TargetSpectrum, cover_note
from hsi_uq_app.scene.undeclared_fill import fully_searched

if TYPE_CHECKING:
    from hsi_uq_app.posterior.devices import Device
    from hsi_uq_app.posterior.implanted import Implanting
    from hsi_uq_app.posterior.posterior import Posterior


@dataclass(frozen=True, eq=False)
class Trained:
    """A posterior and the wall time its fit took; the time stays out of the model file.

    `notes` say what was odd about the target, `scene_notes` what was about the scene.
    """

    posterior: "Posterior"
    seconds: float
    notes: tuple[str, ...] = ()
    scene_notes: tuple[str, ...] = ()


def train(
    cube: Cube,
    truth: Truth | None = None,
    *,
    target: TargetSpectrum | None = None,
    base_rate: float | None = None,
    label_threshold: float = DEFAULT_THRESHOLD,
    method: str,
    region: str = "left",
    sample: str = "stratified",
    seed: int = 0,
    options: Options | None = None,
    device: "Device" = "cpu",
    progress: Progress = silent,
) -> Trained:
    """Fit one method on one region.

    Args:
        cube: the scene.
        truth: abundance of the same size; only its part inside the region is read.
        target: in place of a truth: the spectrum to implant in the region.
        base_rate: with a target: how common targets are taken to be; .001 by default.
        label_threshold: with a target: an implant is a target above this abundance; a truth has its own.
        method: a name of `posterior.methods.METHODS`.
        region: grammar of `parse_region`.
        sample: "stratified", "random", "paper" or "all".
        seed: seeds the sample and the method.
        options: fields of the method's Config, for example {"draws": 50}.
        device: where the networks are trained; a GPU is worth it for the sample "all". "auto" takes one if
            there is one and the method can use it.
        progress: told the fraction done; raises Cancelled to stop.

    Raises:
        UserError: unknown method, option or region; too few targets in the region; truth and target both, or
            neither; a spectrum that does not fit the scene; a GPU that was asked for and is missing or full.
    """
    from hsi_uq_app.posterior.training_sample import draw_sample

    chosen = method_named(method)
    if sample not in get_args(SampleKind):
        raise UserError(f"there is no sample {sample}", f"use one of {', '.join(get_args(SampleKind))}")
    _check_loss(chosen, options or {}, sample)
    where = _device(chosen, device)
    config = chosen.configured({"seed": seed, **(options or {})})
    source = _source(truth, target, base_rate, label_threshold)
    start = time.perf_counter()
    cube = fully_searched(cube, progress)
    place = parse_region(region, cube.lines, cube.samples)
    with one_blas_thread():  # or whitening, and with it every byte, would depend on the number of cores
        pixels = draw_sample(
            cube, source, place, kind=cast(SampleKind, sample), seed=seed, progress=part(progress, 0.0, 0.2)
        )
        posterior = chosen.fit(replace(pixels, device=where), config, part(progress, 0.2, 1.0))
    notes = cover_note(target, cube) if target else ()
    return Trained(posterior, time.perf_counter() - start, notes, tuple(map(str, cube.notes)))


def _device(method: Method[Any], wanted: "Device") -> Literal["cpu", "cuda"]:
    """Where this method is trained."""
    from hsi_uq_app.posterior.devices import choose_device

    if method.on_gpu or wanted == "cpu":
        return choose_device(wanted)
    if wanted == "cuda":
        raise UserError(
            f"{method.name} is trained on the processor", "leave out --device, or give --device auto"
        )
    return "cpu"


def _source(
    truth: Truth | None, target: TargetSpectrum | None, base_rate: float | None, label_threshold: float
) -> "Truth | Implanting":
    """Where the targets come from: one of the two."""
    from hsi_uq_app.posterior.implanted import BASE_RATE, Implanting

    if truth is not None and target is None:
        if base_rate is not None:
            raise UserError("a truth tells the base rate itself", "leave out --base-rate")
        return truth
    if target is not None and truth is None:
        return Implanting(target, BASE_RATE if base_rate is None else base_rate, label_threshold)
    raise UserError(
        "training needs a truth or a target spectrum, and only one of them", "give --truth or --target"
    )


def _check_loss(method: Method[Any], options: Options, sample: str) -> None:
    """Refuse a loss where the method samples a likelihood, and one that the sample would put wrong."""
    if "loss" not in options:
        return
    able = [name for name, other in METHODS.items() if "loss" in other.config.model_fields]
    if method.name not in able:
        raise UserError(f"{method.name} has no loss to choose", f"leave it out, or use {' or '.join(able)}")
    check_loss(options["loss"], sample)
