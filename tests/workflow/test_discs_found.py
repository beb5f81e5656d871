from pathlib import Path
from types import SimpleNamespace

import numpy as np

from hsi_uq_app.scene.disc_truth import Disc, DiscTruth, disc_truth_beside
from hsi_uq_app.scene.labels import Truth
from hsi_uq_app.workflow.discs_found import DiscFate, disc_fates, disc_groups

IDS = np.array([[1, 1, 0, 2], [0, 3, 0, 0]], np.int32)
SCORES = np.array([[-6, 4, -5, -1], [-5, -7, -2, -5]], np.float32)


def _fates() -> dict[int, tuple[bool, bool]]:
    levels = (SCORES * 1024).astype(np.int16)
    result = SimpleNamespace(lines=2, samples=4, interval=lambda _: (levels, levels), mean_logit=SCORES)
    truth = Truth((IDS > 0).astype(np.float32), 0.1, Path("t"))
    discs = tuple(
        Disc(i, 0, 0, radius, hidden=i == 2, hidden_share=0) for i, radius in ((1, 0.3), (2, 2), (3, 0.1))
    )
    fates = disc_fates(result, truth, DiscTruth(discs, IDS))
    groups = {group.name: group for group in disc_groups(fates)}
    assert groups["all"].discs == 3
    assert groups["hidden"].found == 1
    assert groups["open"].in_set == 1
    return {fate.disc.id: (fate.found, fate.in_set) for fate in fates}


def test_that_a_disc_is_found_by_any_of_its_pixels() -> None:
    # the highest background scores -2: discs 1 and 2 have a pixel above it, disc 3 has none
    assert _fates() == {1: (True, True), 2: (True, False), 3: (False, False)}


def test_that_a_disc_belongs_to_the_size_whose_lower_end_it_has() -> None:
    fates = [
        DiscFate(Disc(1, 0, 0, radius, hidden=False, hidden_share=0), True, False) for radius in (0.2, 0.4)
    ]
    counts = {group.name: group.discs for group in disc_groups(fates)}
    assert (counts["radius 0-0.2 m"], counts["radius 0.2-0.4 m"], counts["radius 0.4-0.8 m"]) == (0, 1, 1)


def test_that_other_truth_has_no_discs(tmp_path: Path) -> None:
    assert disc_truth_beside(tmp_path / "mask.hdr") is None
    assert disc_truth_beside(tmp_path / "some_abundance.hdr") is None
