"""The two Gaussians as a picture: a row for each world, a column for each way to look for neighbours."""

from hsi_uq_app.experiments.charts import Chart, ChartPanel, Level, Line
from hsi_uq_app.experiments.two_gaussians.findings import SENTENCES, ErrorCurve, WorldFindings

_ERROR = "mean error (%)"


def two_gaussians_chart(found: tuple[WorldFindings, ...]) -> Chart:
    """Errors against window, rank and noise strength; dashed: what needs no choice, or is at its best."""
    return Chart(
        "How near each estimate comes to the true probability",
        tuple(_row(world) for world in found),
        SENTENCES,
    )


def _row(found: WorldFindings) -> tuple[ChartPanel, ...]:
    levels = (
        Level("the network's own probability", found.own),
        Level("consistency, exact, at its best", found.exact_consistency.best[1]),
    )
    exact = found.exact_consistency
    smooth = Line("exact, at the logits", tuple(tau / found.slope for tau in exact.at), exact.errors)
    window, rank, drawn = (_line(curve) for curve in (found.windows, found.ranks, found.consistency))
    return (
        ChartPanel(
            f"{found.world}: fixed window",
            "difference in confidence",
            _ERROR,
            (window,),
            levels,
            log_x=True,
            log_y=True,
        ),
        ChartPanel(
            f"{found.world}: top K",
            "K nearest in confidence",
            _ERROR,
            (rank,),
            levels,
            log_x=True,
            log_y=True,
        ),
        ChartPanel(
            f"{found.world}: consistency", "noise strength", _ERROR, (drawn, smooth), levels, log_y=True
        ),
    )


def _line(curve: ErrorCurve) -> Line:
    at, error = curve.best
    return Line(f"best {error:.3g} at {at:,.4g}", curve.at, curve.errors)
