"""The toy experiment as a picture: a row for each world, a column for each way to look for neighbours."""

from hsi_uq_app.experiments.two_gaussians_findings import SENTENCES, Curve, WorldFindings
from hsi_uq_app.export.chart import Chart, Level, Line, Panel

_ERROR = "mean error (%)"


def two_gaussians_chart(found: tuple[WorldFindings, ...]) -> Chart:
    """Errors against window, rank and noise strength; dashed: what needs no choice, or is at its best."""
    return Chart(
        "How near each estimate comes to the true probability",
        tuple(_row(world) for world in found),
        SENTENCES,
    )


def _row(found: WorldFindings) -> tuple[Panel, ...]:
    levels = (
        Level("the network's own probability", found.own),
        Level(
            f"consistency, exact, tau {found.exact_consistency.best[0]:g}", found.exact_consistency.best[1]
        ),
    )
    columns = (
        ("fixed window", "difference in confidence", found.windows),
        ("top K", "K nearest in confidence", found.ranks),
        ("consistency", "noise strength", found.consistency),
    )
    return tuple(_panel(f"{found.world}: {title}", x, curve, levels) for title, x, curve in columns)


def _panel(title: str, x_label: str, curve: Curve, levels: tuple[Level, ...]) -> Panel:
    line = Line(f"best {curve.best[1]:.3g} at {curve.best[0]:g}", curve.at, curve.errors)
    return Panel(title, x_label, _ERROR, (line,), levels, log_x=True, log_y=True)
