"""The whole scene, planned once: everything that is drawn at random except the sensor's noise."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hsi_uq_app.progress import Progress, part
from hsi_uq_app.scene.suburb.cars import plan_cars
from hsi_uq_app.scene.suburb.clutter import plan_clutter
from hsi_uq_app.scene.suburb.config import SuburbConfig
from hsi_uq_app.scene.suburb.discs import Discs, plan_discs
from hsi_uq_app.scene.suburb.fields import Field, plan_fields
from hsi_uq_app.scene.suburb.houses import plan_houses
from hsi_uq_app.scene.suburb.layers import Layer, layer_rng
from hsi_uq_app.scene.suburb.library import Library, load_library
from hsi_uq_app.scene.suburb.light import Light
from hsi_uq_app.scene.suburb.scenery import Scenery, Thing
from hsi_uq_app.scene.suburb.schools import plan_schools
from hsi_uq_app.scene.suburb.shapes import ShapeList, Shapes, Window, paint
from hsi_uq_app.scene.suburb.site import MARGIN, plan_site
from hsi_uq_app.scene.suburb.streets import plan_streets
from hsi_uq_app.scene.suburb.trees import Crowns, plan_trees


@dataclass(frozen=True, eq=False)
class Things:
    """The looks of all objects; arrays (things,), see `scenery.Thing`."""

    material: np.ndarray
    first: np.ndarray
    second: np.ndarray
    gain: np.ndarray


@dataclass(frozen=True, eq=False)
class Plan:
    """What stands where.

    Attributes:
        ground, roofs: shapes whose values are thing numbers; thing 0 is the ground between the lots.
        leaf_shade, building_shade: shapes where the sun does not reach.
        fields: smooth random fields by name.
    """

    config: SuburbConfig
    library: Library
    things: Things
    ground: Shapes
    roofs: Shapes
    leaf_shade: Shapes
    building_shade: Shapes
    crowns: Crowns
    discs: Discs
    fields: dict[str, Field]

    @property
    def window(self) -> Window:
        return Window(0, self.config.lines, 0, self.config.samples)

    @cached_property
    def sunlit_roofs(self) -> Shapes:
        """Roofs stand above the shadows on the ground."""
        return replace(self.roofs, value=np.full_like(self.roofs.value, Light.SUN))

    @cached_property
    def under_crowns(self) -> Shapes:
        """The ground and the roofs beneath the crowns."""
        crowns, none = self.crowns, np.zeros_like(self.crowns.x)
        shade = np.full(len(crowns.x), Light.LEAF_SHADE, np.int32)
        return Shapes(crowns.x, crowns.y, crowns.radius, none, none, shade)


def make_plan(config: SuburbConfig, progress: Progress) -> Plan:
    """Plan a scene, layer by layer; later layers lie on top and keep off the earlier ones.

    Raises:
        UserError: no room for the discs.
    """
    library = load_library()
    scenery = Scenery(library, config.decoys, config.variability)
    scenery.thing("lawn", layer_rng(config.seed, Layer.STREETS, 2))
    site = plan_site(config)
    plan_houses(site, scenery, config.seed)
    progress(0.3, "streets and houses")
    plan_schools(site, scenery, config.seed)
    plan_streets(site, scenery, config.seed)
    plan_cars(site, scenery, config.seed)
    scene = Window(0, config.lines, 0, config.samples)
    around = scene.grown(MARGIN)
    crowns = plan_trees(_mask(scenery.keep_off, around), around, scenery, config.seed)
    progress(0.6, "trees")
    plan_clutter(site, _mask(scenery.keep_off, scene), scenery, config.seed)
    discs = plan_discs(config, _mask(scenery.keep_off, scene), crowns, scenery, part(progress, 0.7, 1.0))
    return Plan(
        config,
        library,
        _stacked(scenery.things),
        scenery.ground.frozen(),
        scenery.roofs.frozen(),
        scenery.leaf_shade.frozen(),
        scenery.building_shade.frozen(),
        crowns,
        discs,
        plan_fields(config.lines, config.samples, config.seed),
    )


def _mask(shapes: ShapeList, window: Window) -> np.ndarray:
    """A keep-off mask, one cell a pixel, uint8 (lines, samples)."""
    mask = np.zeros(window.shape, np.uint8)
    paint(mask, window, shapes.frozen(), 1)
    return mask


def _stacked(things: list[Thing]) -> Things:
    return Things(
        np.array([thing.material for thing in things], np.int32),
        np.array([thing.first for thing in things], np.int32),
        np.array([thing.second for thing in things], np.int32),
        np.array([thing.gain for thing in things], np.float32),
    )
