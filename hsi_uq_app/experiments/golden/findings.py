"""What the golden experiment found, as one value, and what may be said of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from hsi_uq_app.experiments.golden.rows import FittedRow, GoldenRow
from hsi_uq_app.experiments.golden.views import StrengthCurves, SureLogits, WrongSample
from hsi_uq_app.experiments.papers import TAO

SENTENCES = (
    "Drawn and exact consistency are compared at the strengths of the published table; what a search finds "
    "here stands in the second table. The ECE of 10,000 samples rises and falls with the strength by chance, "
    "so a strength chosen by it is known to a tenth at best.",
    "Drawn consistency can make a right prediction wrong, and where a class never won its probability is 0: "
    "the NLL then is infinite, and the one shown counts 0 as 1e-12.",
    f"{TAO} show one wrong sample of confidence .997 that temperature scaling leaves at .903 and "
    "consistency lowers much further. Here stand the most confident wrong sample, and the one nearest .997.",
    f"Reviewers of {TAO} found the explanation wanting, and the authors withdrew the paper; consistency is "
    "offered as a published method, not as the state of the art.",
)


@dataclass(frozen=True)
class Golden:
    """Everything the experiment found."""

    table: tuple[GoldenRow, ...]
    fitted: tuple[FittedRow, ...]
    strengths: dict[str, StrengthCurves]
    most_confident: dict[str, WrongSample]
    like_the_papers: dict[str, WrongSample]
    sure: dict[str, SureLogits]


CONSISTENCY = ("exact consistency, strength by ECE", "exact consistency, strength by NLL")
_VERDICTS = {(True,): "holds here", (False, True): "holds here in part", (False,): "does not hold here"}


def rivals_sentence(fitted: Sequence[FittedRow]) -> str:
    """Whether consistency is nearer, by ECE, than the best of its rivals fitted to the same logits."""
    compared: list[str] = []
    wins: set[bool] = set()
    for logits in dict.fromkeys(row.logits for row in fitted):
        eces = {row.calibrator: _ece(row) for row in fitted if row.logits == logits}
        rival = min((name for name in eces if "consistency" not in name), key=eces.__getitem__)
        ours = [name for name in CONSISTENCY if name in eces]
        wins |= {eces[name] < eces[rival] for name in ours}
        compared.append(f"{logits}: {', '.join(f'{name} {eces[name]:.4f}' for name in (rival, *ours))}")
    verdict = _VERDICTS.get(tuple(sorted(wins)), "was not tried here")
    return (
        f"ECE of the best rival and of consistency, {'; '.join(compared)}. The claim of {TAO} to outdo "
        f"its rivals {verdict}."
    )


def _ece(row: FittedRow) -> float:
    value = row.figures["ECE"]
    return float("inf") if value is None else value
