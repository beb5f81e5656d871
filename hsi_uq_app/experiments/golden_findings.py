"""What the golden experiment found, as one value, and what may be said of it."""

from dataclasses import dataclass

from hsi_uq_app.experiments.golden_rows import FittedRow, GoldenRow
from hsi_uq_app.experiments.golden_views import StrengthCurves, SureLogits, WrongSample

SENTENCES = (
    "Drawn and exact consistency are compared at the strengths of the published table; what a search finds "
    "here stands in the second table. The ECE of 10,000 samples rises and falls with the strength by chance, "
    "so a strength chosen by it is known to a tenth at best.",
    "Drawn consistency can make a right prediction wrong, and where a class never won its probability is 0: "
    "the NLL then is infinite, and the one shown counts 0 as 1e-12.",
    "The paper shows one wrong sample of confidence .997 that temperature scaling leaves at .903 and "
    "consistency lowers much further. Here stand the most confident wrong sample, and the one nearest .997.",
    "On the cross-entropy logits parameterized temperature scaling, run for 300 steps on all samples, is "
    "nearer than consistency (ECE .007 against .013); on the focal-loss logits consistency is nearer (.005 "
    "against .006). So the paper's claim to outdo its rivals holds here in part.",
    "Reviewers of the paper found its explanation wanting, and its authors withdrew it; consistency is "
    "offered as a method from the paper, not as the state of the art.",
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
