from pathlib import Path

import pytest

from hsi_uq_app.experiments import scene_ingredients
from hsi_uq_app.experiments.document import spread, write_section
from hsi_uq_app.experiments.table import Setting
from hsi_uq_app.progress import silent


def test_that_a_section_is_replaced_and_the_rest_of_the_page_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- t --><!-- end of t -->\nafter\n")
    write_section(page, "t", "one")
    write_section(page, "t", "two")
    assert page.read_text() == "before\n<!-- t -->\ntwo\n<!-- end of t -->\nafter\n"


def test_that_a_new_page_holds_the_section(tmp_path: Path) -> None:
    assert (
        write_section(tmp_path / "new.md", "t", "one").read_text() == "<!-- t -->\none\n<!-- end of t -->\n"
    )


def test_that_spread_is_mean_and_standard_deviation_and_says_what_is_undefined() -> None:
    assert spread([1.0, 3.0]) == "2.00 (1.41)"
    assert spread([0.5, None]) == "0.50, 1 undefined"
    assert spread([None]) == "undefined"


def test_that_ingredients_share_seeds_and_the_suburb_itself_has_five() -> None:
    jobs = scene_ingredients.jobs_of(Setting(Path()))
    assert [seed for name, seed in jobs if name == "no decoys"] == [0, 1, 2]
    assert [seed for name, seed in jobs if name == scene_ingredients.AS_IT_IS] == [0, 1, 2, 3, 4]


@pytest.mark.slow
def test_that_the_quick_run_writes_a_row_for_each_ingredient(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: scene_ingredients.INGREDIENTS[name] for name in (scene_ingredients.AS_IT_IS, "SNR / 4")}
    monkeypatch.setattr(scene_ingredients, "INGREDIENTS", few)
    (page,), figures = scene_ingredients.run(Setting(tmp_path, quick=True), silent)
    text = page.read_text()
    assert "| SNR / 4 |" in text
    assert "| mean |" in text
    assert [(row["changed"], row["seed"]) for row in figures] == [  # type: ignore[attr-defined]
        (scene_ingredients.AS_IT_IS, 0),
        ("SNR / 4", 0),
    ]
    by_name = {row["changed"]: row for row in figures}  # type: ignore[attr-defined]
    assert by_name["SNR / 4"]["nll_skill"] < by_name[scene_ingredients.AS_IT_IS]["nll_skill"]
