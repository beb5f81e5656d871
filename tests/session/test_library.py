"""A spectral library beside a scene: resampled for it, matched with a pixel, never with an outdated one."""

from pathlib import Path

import numpy as np
import pytest

from hsi_uq_app.progress import silent
from hsi_uq_app.scene.cube import open_cube
from hsi_uq_app.scene.envi_writer import write_header
from hsi_uq_app.scene.spectra import Library, Spectrum
from hsi_uq_app.session import library as change
from hsi_uq_app.session.derived import Derivation
from hsi_uq_app.session.files import scene_opened
from hsi_uq_app.session.library import AT_SENSOR, MATCHES, LoadLibrary
from hsi_uq_app.session.scene import Scene
from hsi_uq_app.session.session import Session
from hsi_uq_app.session.spectra import CLICKED, pixel_clicked

NM = np.array([450.0, 550.0, 650.0, 850.0])


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """One line of two pixels: rising and falling over four bands."""
    np.array([[1, 4], [2, 3], [3, 2], [4, 1]], "<f4").tofile(tmp_path / "s.img")
    write_header(
        tmp_path / "s.hdr",
        {
            "lines": 1,
            "samples": 2,
            "bands": 4,
            "data type": 4,
            "interleave": "bsq",
            "wavelength": NM.tolist(),
        },
    )
    cube = open_cube(tmp_path / "s.hdr")
    return Scene(tmp_path / "s.hdr", cube, cube.fingerprint())


@pytest.fixture
def library() -> Library:
    values = {"falling": [4, 3, 2, 1], "rising": [2, 4, 6, 8], "flat": [1, 1, 1, 1]}
    spectra = tuple(Spectrum(name, NM, np.array(heights, float)) for name, heights in values.items())
    return Library(Path("lib.csv"), spectra)


@pytest.fixture
def session(scene: Scene, library: Library) -> Session:
    """Scene and library open, resampled."""
    made = Session()
    made.apply(scene_opened(scene))
    made.apply(change.library_opened(library))
    derive(made, AT_SENSOR)
    return made


def derive(session: Session, derivation: Derivation) -> None:
    """Work it out, as the window does when it is asked for."""
    key = derivation.key(session.state)
    session.apply(derivation.ready(key, derivation.start(session.state, key)(silent)))


def test_that_a_library_is_matched_with_the_clicked_pixel(session: Session) -> None:
    session.apply(pixel_clicked((0, 0)))
    derive(session, CLICKED)
    derive(session, MATCHES)
    assert [(row.name, row.place, row.bands) for row in MATCHES.of(session.state).rows] == [
        ("rising", 1, 4), ("flat", 2, 4), ("falling", 0, 4),
    ]  # fmt: skip
    assert MATCHES.of(session.state).rows[0].degrees == pytest.approx(0, abs=1e-3)


def test_that_a_match_of_another_pixel_or_library_is_refused(session: Session, library: Library) -> None:
    session.apply(pixel_clicked((0, 0)))
    derive(session, CLICKED)
    state, key = session.state, MATCHES.key(session.state)
    found = MATCHES.start(state, key)(silent)
    session.apply(pixel_clicked((0, 1)))
    session.apply(MATCHES.ready(key, found))
    assert MATCHES.of(session.state) is None
    session.apply(change.library_opened(Library(Path("other.csv"), library.spectra)))
    session.apply(AT_SENSOR.ready(AT_SENSOR.key(state), AT_SENSOR.of(state)))
    assert AT_SENSOR.of(session.state) is None


def test_that_the_library_stays_for_the_next_scene_and_its_overlays_go(
    session: Session, scene: Scene, library: Library
) -> None:
    session.apply(change.spectrum_overlaid(2, True))
    assert session.state.view.overlaid == (2,)
    session.apply(scene_opened(Scene(scene.path, scene.cube, "another")))
    assert session.state.library is library
    assert AT_SENSOR.of(session.state) is None
    assert session.state.view.overlaid == ()


def test_that_overlays_are_undone_and_a_closed_library_takes_its_own_along(session: Session) -> None:
    session.apply(change.spectrum_overlaid(0, True))
    session.apply(change.spectrum_overlaid(2, True))
    session.apply(change.spectrum_overlaid(0, False))
    assert session.state.view.overlaid == (2,)
    session.undo()
    assert session.state.view.overlaid == (0, 2)
    session.apply(change.library_closed)
    assert (session.state.library, AT_SENSOR.of(session.state), session.state.view.overlaid) == (
        None,
        None,
        (),
    )


def test_that_a_file_is_read_as_a_library(tmp_path: Path) -> None:
    (tmp_path / "paint.csv").write_text("nm,green\n500,.1\n600,.2\n700,.3\n")
    assert LoadLibrary(tmp_path / "paint.csv")(silent).spectra[0].name == "green"
