"""The whole scene, planned once: everything that is drawn at random except the sensor's noise."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hsi_uq_app.progress import Progress, part
from hsi_uq_app.suburb.cars import plan_cars
from hsi_uq_app.suburb.clutter import plan_clutter
from hsi_uq_app.suburb.config import SuburbConfig
from hsi_uq_app.suburb.discs import Discs, plan_discs
from hsi_uq_app.suburb.fields import Field, plan_fields
from hsi_uq_app.suburb.layers import SuburbLayer, layer_rng
from hsi_uq_app.suburb.library import MaterialLibrary, load_library
from hsi_uq_app.suburb.light import Illumination
from hsi_uq_app.suburb.lots import plan_lots
from hsi_uq_app.suburb.scenery import Scenery, Thing
from hsi_uq_app.suburb.schools import plan_schools
from hsi_uq_app.suburb.shapes import PixelWindow, Shapes, paint
from hsi_uq_app.suburb.site import MARGIN, Site, plan_site
from hsi_uq_app.suburb.streets import plan_streets
from hsi_uq_app.suburb.trees import Crowns, plan_trees


@dataclass(frozen=True, eq=False)
class Things:
    """The appearance of all objects; arrays (things,), see `scenery.Thing`."""

    material: np.ndarray
    first: np.ndarray
    second: np.ndarray
    gain: np.ndarray


@dataclass(frozen=True, eq=False)
class SuburbPlan:
    """What stands where.

    Attributes:
        ground, roofs: shapes whose values are thing numbers; thing 0 is the ground between the lots.
        leaf_shade, building_shade: shapes where the sun does not reach.
        fields: smooth random fields by name.
    """

    config: SuburbConfig
    library: MaterialLibrary
    things: Things
    ground: Shapes
    roofs: Shapes
    leaf_shade: Shapes
    building_shade: Shapes
    crowns: Crowns
    discs: Discs
    fields: dict[str, Field]

    @property
    def window(self) -> PixelWindow:
        return PixelWindow(0, self.config.lines, 0, self.config.samples)

    @cached_property
    def sunlit_roofs(self) -> Shapes:
        """Roofs stand above the shadows on the ground."""
        return replace(self.roofs, value=np.full_like(self.roofs.value, Illumination.SUN))

    @cached_property
    def under_crowns(self) -> Shapes:
        """The ground and the roofs beneath the crowns."""
        crowns, none = self.crowns, np.zeros_like(self.crowns.x)
        shade = np.full(len(crowns.x), Illumination.LEAF_SHADE, np.int32)
        return Shapes(crowns.x, crowns.y, crowns.radius, none, none, shade)


def make_plan(config: SuburbConfig, progress: Progress) -> SuburbPlan:
    """Plan a scene, layer by layer; later layers lie on top and keep off the earlier ones.

    Raises:
        UserError: no room for the discs.
    """
    scenery = Scenery(load_library(), config.decoys, config.variability)
    site = plan_site(config)
    _plan_built(site, scenery, config.seed, part(progress, 0.0, 0.5))
    scene = PixelWindow(0, config.lines, 0, config.samples)
    around = scene.grown(MARGIN)
    crowns = plan_trees(_mask(scenery, around), around, scenery, config.seed)
    progress(0.6, "trees")
    plan_clutter(site, _mask(scenery, scene), scenery, config.seed)
    discs = plan_discs(config, _mask(scenery, scene), crowns, scenery, part(progress, 0.7, 0.9))
    fields = plan_fields(config.lines, config.samples, config.seed)
    return _frozen(config, scenery, crowns, discs, fields)


def _plan_built(site: Site, scenery: Scenery, seed: int, progress: Progress) -> None:
    """What people built; the first thing is the ground between the lots."""
    scenery.thing("lawn", layer_rng(seed, SuburbLayer.STREETS, 2))
    layers = {
        "lots": plan_lots,
        "schools": plan_schools,
        "streets": plan_streets,
        "cars": plan_cars,
    }
    for done, (name, plan_layer) in enumerate(layers.items()):
        progress(done / len(layers), name)
        plan_layer(site, scenery, seed)


def _frozen(
    config: SuburbConfig, scenery: Scenery, crowns: Crowns, discs: Discs, fields: dict[str, Field]
) -> SuburbPlan:
    return SuburbPlan(
        config,
        scenery.library,
        _stacked(scenery.things),
        scenery.ground.frozen(),
        scenery.roofs.frozen(),
        scenery.leaf_shade.frozen(),
        scenery.building_shade.frozen(),
        crowns,
        discs,
        fields,
    )


def _mask(scenery: Scenery, window: PixelWindow) -> np.ndarray:
    """What has been taken so far, one cell a pixel, uint8 (lines, samples)."""
    mask = np.zeros(window.shape, np.uint8)
    paint(mask, window, scenery.keep_off.frozen(), 1)
    return mask


def _stacked(things: list[Thing]) -> Things:
    return Things(
        np.array([thing.material for thing in things], np.int32),
        np.array([thing.first for thing in things], np.int32),
        np.array([thing.second for thing in things], np.int32),
        np.array([thing.gain for thing in things], np.float32),
    )
