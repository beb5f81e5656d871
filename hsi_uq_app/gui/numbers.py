"""How numbers are written in the window: short, readable, and never rounded to a lie."""

import math


def probability_text(p: float) -> str:
    """Three decimals in the middle; near 0 and 1, where they would say 0.000 or 1.000, the power of ten."""
    if math.isnan(p):
        return "–"
    if 0 < p < 0.001:
        return _power(p)
    if 0.999 < p < 1:
        return f"{p:.5f}" if p < 0.99999 else f"1 − {_power(1 - p)}"
    return f"{p:.3f}"


def score_text(value: float | None) -> str:
    """A score of any size and sign with a true minus; what is undefined is called so.

    Below 1e-12 a score is the rounding error of its sum.
    """
    if value is None or math.isnan(value):
        return "undefined"
    if 1e-12 < abs(value) < 0.001:
        return _power(value)
    return (f"{value:.3f}" if abs(value) < 100 else f"{value:,.0f}").replace("-", "−")


def figure_text(value: float | None) -> str:
    """Three significant figures, for values that stand beside one another to be compared."""
    if value is None or math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) < 0.001:
        return score_text(value)
    return (f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}").replace("-", "−")


def count_text(count: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{count:,}"


def share_text(share: float) -> str:
    """Per cent with digits where they matter: rare parts keep two of them."""
    if math.isnan(share):
        return "–"
    percent = 100 * share
    if 0 < percent < 0.1:
        return f"{percent:.2g} %" if percent >= 0.001 else "< 0.001 %"
    return f"{percent:.1f} %"


def area_text(square_metres: float) -> str:
    """Square metres up to a hectare, then hectares, then square kilometres."""
    for limit, divisor, unit in ((1e4, 1.0, "m²"), (1e6, 1e4, "ha")):
        if square_metres < limit:
            value = square_metres / divisor
            return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"
    return f"{square_metres / 1e6:,.2f} km²"


def _power(value: float) -> str:
    """Two significant figures and a power of ten, 3.2e-4."""
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", "−")
