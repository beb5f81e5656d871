"""School grounds: a field with a running track, a building, a car park, two courts that look like targets."""

from hsi_uq_app.suburb.houses import add_roof
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.scenery import NO_TREE, NOTHING, Frame, Scenery
from hsi_uq_app.suburb.shapes import ShapeList
from hsi_uq_app.suburb.site import Site

_GROUNDS = (110.0, 90.0)
"""Half sizes; the streets around are laid over the edges, metres."""
_TRACK = (68.0, 40.0)
"""Half length and half width of the track's outer edge, metres."""
_TRACK_WIDTH = 6.0
_COURT = (6.0, 4.0)
"""Half sizes of a court: 96 square metres, small enough not to decide a false-alarm rate alone."""


def plan_schools(site: Site, scenery: Scenery, seed: int) -> None:
    """Every school has the same measures; materials come from its own seed."""
    for number, school in enumerate(site.schools):
        _add_school(site.school_frame(school), scenery, seed, number)


def _add_school(frame: Frame, scenery: Scenery, seed: int, number: int) -> None:
    rng = layer_rng(seed, SuburbLayer.SCHOOLS, number)
    frame.rectangle(scenery.ground, (0, 0), _GROUNDS, scenery.thing("lawn", rng))
    field = frame.moved(-14, 26)
    _add_stadium(field, scenery.ground, _TRACK, scenery.thing("clay court", rng))
    _add_stadium(
        field,
        scenery.ground,
        (_TRACK[0] - _TRACK_WIDTH, _TRACK[1] - _TRACK_WIDTH),
        scenery.thing("lawn", rng),
    )
    _add_stadium(field, scenery.keep_off, (_TRACK[0] + 3, _TRACK[1] + 3), NO_TREE)
    _add_car_park(frame.moved(44, -46), scenery, seed, number)
    for material, u, v in (("decoy paint", 74.0, 0.0), ("artificial turf", 74.0, 40.0)):
        frame.rectangle(scenery.ground, (u, v), _COURT, scenery.thing(material, rng))
        frame.rectangle(scenery.keep_off, (u, v), (_COURT[0] + 2, _COURT[1] + 2), NOTHING)
    add_roof(frame.moved(-46, -46), scenery, "roof gravel", (34.0, 10.0), rng, ridge_along=True)
    add_roof(frame.moved(-70, -26), scenery, "roof gravel", (10.0, 9.0), rng, ridge_along=False)


def _add_stadium(frame: Frame, shapes: ShapeList, half: tuple[float, float], value: int) -> None:
    """A rectangle with half discs at both ends."""
    straight, radius = half[0] - half[1], half[1]
    frame.rectangle(shapes, (0, 0), (straight, radius), value)
    for end in (-straight, straight):
        shapes.disc(frame.at(end, 0), radius, value)


def _add_car_park(frame: Frame, scenery: Scenery, seed: int, number: int) -> None:
    """Two rows of cars."""
    rng = layer_rng(seed, SuburbLayer.CARS, 1, number)
    frame.rectangle(scenery.ground, (0, 0), (30, 16), scenery.thing("car park asphalt", rng))
    frame.rectangle(scenery.keep_off, (0, 0), (31, 17), NO_TREE)
    for v in (-12.5, 12.5):
        for bay in range(20):
            car = scenery.thing("bright paint" if rng.random() < 0.6 else "bare metal", rng)
            if rng.random() < 0.6:
                frame.rectangle(scenery.ground, (-28.5 + 3 * bay, v), (0.9, 2.2), car)
