"""The two Gaussians as text: one table, and the sentence that must stand beside it."""

from hsi_uq_app.experiments.document import markdown_table
from hsi_uq_app.experiments.two_gaussians.findings import SENTENCES, ErrorCurve, WorldFindings

COLUMNS = (
    "world",
    "own probability",
    "K = 1",
    "K = 9",
    "best K",
    "best window",
    "best consistency",
    "exact, at the logits",
)


def two_gaussians_page(found: tuple[WorldFindings, ...], quick: bool) -> str:
    """Errors in per cent, beside them in brackets where they are reached."""
    command = "hsi-uq reproduce two-gaussians" + (" --quick" if quick else "")
    rows = [row for world in found for row in _rows(world)]
    return "\n\n".join(
        [
            f'Made by `{command}`: mean error in per cent, in brackets where it is reached. Rows "exactly" '
            "are integrals for the exact boundary and confidence; their first figure is the Bayes error.",
            markdown_table(COLUMNS, rows),
            "![Errors of a fixed window, of the K nearest and of consistency](two-gaussians.png)",
            *SENTENCES,
        ]
    )


def _rows(found: WorldFindings) -> list[list[str]]:
    run = [
        found.world,
        f"{found.own:.3f}",
        f"{found.ranks.value(1):.3f}",
        f"{found.ranks.value(9):.3f}",
        *(_best(curve) for curve in (found.ranks, found.windows, found.consistency, found.exact_consistency)),
    ]
    if found.exact is None:
        return [run]
    e = found.exact
    exact = [f"{found.world}, exactly", f"({e.bayes:.3f})", f"{e.one:.3f}", f"{e.nine:.3f}"]
    return [run, [*exact, "", "", "", f"{e.consistency:.3f} ({e.tau:.3f})"]]


def _best(curve: ErrorCurve) -> str:
    at, error = curve.best
    return f"{error:.3f} ({at:g})"
