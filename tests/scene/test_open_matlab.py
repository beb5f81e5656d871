"""MATLAB files of both kinds as cubes and masks: variables and axes guessed, said, or chosen."""

import struct
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest
from scipy.io import savemat
from scipy.sparse import csc_matrix

from hsi_uq_app.errors import UserError
from hsi_uq_app.scene.cube import Cube
from hsi_uq_app.scene.labels import read_truth
from hsi_uq_app.scene.open_scene import open_scene

NM = [450, 550, 650, 850, 1650, 2200]
WriteMat = Callable[..., Path]


@pytest.fixture(params=["v5", "v5 compressed", "v7.3"])
def write_mat(request: pytest.FixtureRequest, tmp_path: Path) -> WriteMat:
    """Write variables as MATLAB would: 5 with scipy, 7.3 as HDF5 behind 512 bytes with axes reversed."""

    def write(**variables: np.ndarray) -> Path:
        path = tmp_path / "t.mat"
        if request.param != "v7.3":
            savemat(path, variables, do_compression=request.param == "v5 compressed")
            return path
        with h5py.File(path, "w", userblock_size=512) as file:
            for name, values in variables.items():
                file.create_dataset(name, data=np.asarray(values).T, compression="gzip")
        with open(path, "r+b") as handle:
            handle.write(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM")
        return path

    return write


def said(cube: Cube) -> str:
    return " | ".join(str(note) for note in cube.notes)


def test_that_the_largest_array_of_three_axes_is_the_cube(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    cube = open_scene(write_mat(gt=np.zeros((5, 7)), cube=cube_t, small=cube_t[:2], n=np.array([[3.0]])))
    assert (cube.lines, cube.samples, cube.bands) == (5, 7, 6)
    assert np.array_equal(cube.read_lines(0, 5), cube_t.reshape(35, 6).T)
    assert np.array_equal(cube.spectrum(2, 3), cube_t[2, 3])
    assert np.array_equal(cube.band_picture(0, max_side=4)[0], cube_t[::2, ::2, 0])
    assert "`cube` is taken as the scene" in said(cube)
    assert "5 lines, 7 samples, 6 bands" in said(cube)


def test_that_a_variable_may_be_chosen(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    path = write_mat(cube=cube_t, small=cube_t[:2])
    assert open_scene(path, {"variable": "small"}).lines == 2
    with pytest.raises(UserError, match=r"no cube or mask `other`; it holds .*small \(2 x 7 x 6\)"):
        open_scene(path, {"variable": "other"})


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1)])
def test_that_wavelengths_find_their_axis(write_mat: WriteMat, cube_t: np.ndarray, order: tuple) -> None:
    cube = open_scene(write_mat(cube=cube_t.transpose(order), wavlength=np.array(NM, dtype=float)[:, None]))
    assert cube.wavelengths_nm.tolist() == NM
    assert np.array_equal(cube.spectrum(4, 1), cube_t[4, 1])


def test_that_the_axes_may_be_chosen(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    cube = open_scene(write_mat(cube=cube_t.transpose(2, 0, 1)), {"interleave": "bsq"})
    assert np.array_equal(cube.spectrum(4, 1), cube_t[4, 1])


def test_that_fields_may_be_set(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    cube = open_scene(write_mat(cube=cube_t), {"reflectance scale factor": "1000", "data ignore value": "11"})
    assert cube.quantity == "reflectance"
    assert np.isnan(cube.spectrum(0, 0)[0])
    assert cube.spectrum(4, 6)[5] == np.float32(0.638)


def test_that_the_mask_beside_the_cube_is_the_truth(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    mask = np.zeros((5, 7), dtype=bool)
    mask[1, 2] = True
    path = write_mat(data=cube_t, endmembers=np.random.default_rng(0).random((5, 7)), map=mask)
    truth = read_truth(path, 5, 7)
    assert truth.labels.tolist() == mask.tolist()
    with pytest.raises(UserError, match="5 lines x 7 samples, the scene 4 lines x 9"):
        read_truth(path, 4, 9)


@pytest.mark.parametrize(
    "content", [b"", b"MATLAB 5.0 MAT-file" + b"\0" * 200, b"\x89HDF\r\n\x1a\n" + b"x" * 90]
)
def test_that_what_is_no_matlab_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.mat").write_bytes(content)
    with pytest.raises(UserError, match=r"t\.mat"):
        open_scene(tmp_path / "t.mat")
    with pytest.raises(UserError, match="does not exist"):
        open_scene(tmp_path / "nowhere.mat")


def test_that_nothing_that_can_be_a_cube_is_said(write_mat: WriteMat) -> None:
    with pytest.raises(UserError, match="no cube"):
        open_scene(write_mat(x=np.array([[1.0]])))


def test_that_complex_and_wider_types_are_handled(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    cube = open_scene(write_mat(cube=(cube_t % 100).astype("i1")))
    assert cube.spectrum(0, 0)[0] == 11


def test_that_an_array_in_a_struct_is_found(tmp_path: Path, cube_t: np.ndarray) -> None:
    savemat(tmp_path / "t.mat", {"hsi": {"Data": cube_t, "info": {"wavelength": NM}}})
    assert np.array_equal(open_scene(tmp_path / "t.mat").spectrum(1, 1), cube_t[1, 1])


def test_that_a_claim_larger_than_the_file_is_refused(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "t.mat", "w", userblock_size=512) as file:
        file.create_dataset("cube", shape=(1000, 1000, 1000), dtype="u2", chunks=(10, 10, 10))
    with pytest.raises(UserError, match="claims"):
        open_scene(tmp_path / "t.mat")


@pytest.mark.real_data
def test_that_a_real_file_opens(real_data: Path) -> None:
    cube = open_scene(real_data / "muufl_panels.mat")
    assert (cube.lines, cube.samples, cube.bands) == (31, 20, 72)
    assert cube.wavelengths_nm[[0, -1]] == pytest.approx([367.7, 1043.4], abs=0.2)


def test_that_an_array_deep_in_structs_is_found(tmp_path: Path, cube_t: np.ndarray) -> None:
    savemat(tmp_path / "t.mat", {"hsi": {"scene": {"cube": cube_t, "wl_nm": np.array(NM, float)}}})
    cube = open_scene(tmp_path / "t.mat")
    assert np.array_equal(cube.spectrum(1, 1), cube_t[1, 1])
    assert cube.wavelengths_nm.tolist() == NM


def test_that_other_cubes_in_the_file_are_named(write_mat: WriteMat, cube_t: np.ndarray) -> None:
    assert "may name another: other" in said(
        open_scene(write_mat(cube=cube_t, other=cube_t[:2], gt=cube_t[0]))
    )


@pytest.mark.parametrize("kind", [bool, float])
@pytest.mark.parametrize("compressed", [False, True])
def test_that_a_sparse_mask_is_the_truth(
    tmp_path: Path, cube_t: np.ndarray, kind: type, compressed: bool
) -> None:
    mask = np.zeros((5, 7), dtype=kind)
    mask[1, 2] = mask[4, 0] = mask[4, 6] = 1
    savemat(tmp_path / "t.mat", {"cube": cube_t, "gt": csc_matrix(mask)}, do_compression=compressed)
    assert np.array_equal(read_truth(tmp_path / "t.mat", 5, 7).labels, mask > 0)


@pytest.mark.parametrize("order", ["<", ">"])
def test_that_a_string_or_table_beside_the_cube_is_passed_over(
    tmp_path: Path, cube_t: np.ndarray, order: str
) -> None:
    """MATLAB's newer types have no shape where other variables have one, and a nameless one follows them."""

    def element(kind: int, content: bytes) -> bytes:
        return struct.pack(f"{order}II", kind, len(content)) + content.ljust(-(-len(content) // 8) * 8, b"\0")

    def matrix(kind: int, *parts: bytes) -> bytes:
        return element(14, element(6, struct.pack(f"{order}II", kind, 0)) + b"".join(parts))

    def array(name: bytes, values: np.ndarray, kind: int, stored: int) -> bytes:
        shape = np.array(values.shape, f"{order}i4").tobytes()
        content = values.astype(values.dtype.newbyteorder(order)).tobytes(order="F")
        return matrix(kind, element(5, shape), element(1, name), element(stored, content))

    string = matrix(17, element(1, b"label"), element(1, b"MCOS"), element(1, b"string"))
    nameless = array(b"", np.zeros((1, 400), "u1"), 9, 2)
    head = b"MATLAB 5.0 MAT-file".ljust(124) + (b"\0\1IM" if order == "<" else b"\1\0MI")
    (tmp_path / "t.mat").write_bytes(head + string + array(b"cube", cube_t, 11, 4) + nameless)
    assert np.array_equal(open_scene(tmp_path / "t.mat").spectrum(2, 3), cube_t[2, 3])
    (tmp_path / "t.mat").write_bytes(head + string + nameless)
    with pytest.raises(UserError, match="holds no cube: no arrays"):
        open_scene(tmp_path / "t.mat")


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [("lines", "999", "cannot be set"), ("bands", "7", "cannot be set"), ("interleave", "bli", "not one of")],
)
def test_that_a_layout_that_cannot_be_is_refused(
    write_mat: WriteMat, cube_t: np.ndarray, key: str, value: str, word: str
) -> None:
    with pytest.raises(UserError, match=word):
        open_scene(write_mat(cube=cube_t), {key: value})
