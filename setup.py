"""Put `resources/` and `sample_scenes/` into the wheel as `hsi_uq_app/_data/`."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

DATA = ("resources", "sample_scenes")


class BuildWithData(build_py):
    """The usual build, and then the data folders beside the code."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for name in DATA:
                target = Path(self.build_lib, "hsi_uq_app", "_data", name)
                shutil.copytree(name, target, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithData})
