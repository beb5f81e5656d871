"""The set as lines of text: never its size without its errors."""

from hsi_uq_app.workflow.set_errors import Interval, SetErrors


def set_lines(where: str, found: SetErrors) -> list[tuple[str, str]]:
    """Target part, background part and undecided of the scene or of the candidates."""
    n = found.counts
    return [
        (
            f"{where}: target part",
            f"{n['target']:,} px, {n['false_in_target']:,} false"
            f"{_share(found.target_error, found.target_error_interval)}",
        ),
        (
            f"{where}: background part",
            f"{n['background']:,} px, {_targets(n['lost_in_background'])} lost in it"
            f"{_share(found.targets_lost, found.targets_lost_interval)} of all targets",
        ),
        (f"{where}: undecided", f"{n['undecided']:,} px ({found.undecided:.2%}){_density(found)}"),
    ]


def _targets(count: int) -> str:
    return "1 target" if count == 1 else f"{count:,} targets"


def _share(share: float | None, interval: Interval | None) -> str:
    if share is None or interval is None:
        return ""
    return f" ({share:.2%}, {interval[0]:.2%} to {interval[1]:.2%})"


def _density(found: SetErrors) -> str:
    return "" if found.undecided_per_km2 is None else f", {found.undecided_per_km2:,.0f} per km2"
