"""What the analyst chose to look at, and how: the part of the state that undo walks through."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hsi_uq_app.scene.regions import Region

Kind = Literal["positive", "top-label"]
Spacing = Literal["width", "mass"]
Pixel = tuple[int, int]


@dataclass(frozen=True)
class Thresholds:
    """The pair that chooses the High-Confidence Set.

    Attributes:
        alpha: in hundredths, 1..50: the credible interval has level 1 - alpha.
        delta: in thousandths, 1..499: the distance from certainty that is still confident.
    """

    alpha: int = 20
    delta: int = 200

    @property
    def alpha_value(self) -> float:
        return self.alpha / 100

    @property
    def delta_value(self) -> float:
        return self.delta / 1000


@dataclass(frozen=True)
class LayerStyle:
    """How a layer is drawn: its opacity 0..1, and a colour map where it shows values."""

    opacity: float
    colour_map: str


@dataclass(frozen=True)
class Pin:
    """A pixel whose spectrum stays. The key is its number; it chooses the colour and is never used again."""

    key: int
    line: int
    sample: int
    visible: bool = True

    @property
    def pixel(self) -> Pixel:
        return self.line, self.sample

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return f"line {self.line}, sample {self.sample}"


@dataclass(frozen=True)
class View:
    """Choices of the analyst.

    Attributes:
        preset: name of the composite, see `composites.PRESETS`.
        bands: the three bands (red, green, blue) it came to, 0-based; empty without a scene.
        layer: the one map laid over the composite, a name of `layers.LAYERS`.
        styles: how layers are drawn, where it is not as their rows say.
        pins: pinned pixels, oldest first.
        next_pin: the key of the next pin.
        clicked: the pixel clicked last, whose draws are shown.
        discs: whether the discs of a simulated scene are marked.
        framed: the rectangle whose mean spectrum is shown.
        overlaid: which spectra of the library are drawn, by their place in it.
        lit: bins of the reliability diagram whose pixels are lit.
        curve_kind, curve_spacing: which reliability curve: of which probability, in which bins.
        isotonic: whether the isotonic curve with its band lies over it.
        region: where truth is compared, in the grammar of `scene.regions.parse_region`.
    """

    thresholds: Thresholds = field(default_factory=Thresholds)
    preset: str = "natural"
    bands: tuple[int, ...] = ()
    layer: str = "hcs"
    styles: Mapping[str, LayerStyle] = field(default_factory=dict)
    pins: tuple[Pin, ...] = ()
    next_pin: int = 0
    clicked: Pixel | None = None
    discs: bool = False
    framed: Region | None = None
    overlaid: tuple[int, ...] = ()
    lit: tuple[int, ...] = ()
    curve_kind: Kind = "positive"
    curve_spacing: Spacing = "width"
    isotonic: bool = False
    region: str = "all"
