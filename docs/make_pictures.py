"""`make pictures`: the README's pictures, taken from the running program, so that they cannot go stale."""

import subprocess
import sys
from pathlib import Path

PICTURES = Path(__file__).parent / "pictures"


def main() -> None:
    """Take each picture in a process of its own, as a user would."""
    PICTURES.mkdir(exist_ok=True)
    for name, options in {"window.png": []}.items():
        command = [sys.executable, "-m", "hsi_uq_app", "--screenshot", str(PICTURES / name), *options]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
