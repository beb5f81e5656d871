"""A model knows the scene it was trained on by the mean of its whitened components."""

from dataclasses import replace

import numpy as np
import pytest

from hsi_uq_app.workflow.own_network import ResultNetwork


def moved(trial, distance: float) -> ResultNetwork:
    """The scene seen by a model whose every whitened component lies off its mean by that much."""
    posterior = trial.posterior
    away = np.full(len(posterior.projection), distance)
    shift = np.linalg.pinv(posterior.projection.astype(float)) @ away
    return ResultNetwork(replace(posterior, center=(posterior.center - shift).astype("f4")), trial.cube)


@pytest.mark.parametrize(
    ("distance", "here"), [(0, True), (0.02, True), (0.07, True), (0.09, False), (0.17, False)]
)
def test_that_a_mean_within_a_twelfth_of_a_deviation_is_the_training_scenes(trial, distance, here):
    assert moved(trial, distance).trained_here() is here
    assert moved(trial, -distance).trained_here() is here
