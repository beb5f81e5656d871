"""`make sample`: the sample scene, models of all methods that never saw it, and the result of one of them.

The models are trained on the left half of another suburb (seed 101, 600 x 1000 pixels), the sample scene is a
third one (seed 7).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
MODELS = HERE.parent / "resources" / "models"
SHOWN = "deep-ensemble"
TRAINING_SEED, SAMPLE_SEED = 101, 7


def main() -> None:
    """Run the four commands."""
    MODELS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        scene, truth = Path(folder, "training.hdr"), Path(folder, "training_abundance.hdr")
        model, result = MODELS / f"suburb_{SHOWN}.safetensors", HERE / f"suburb_{SHOWN}.hdr"
        hsi_uq("simulate", HERE / "suburb.hdr", "--preset", "sample", "--seed", SAMPLE_SEED)
        hsi_uq("simulate", scene, "--preset", "half", "--seed", TRAINING_SEED)
        hsi_uq(
            "train",
            scene,
            "--truth",
            truth,
            "--region",
            "left",
            "--method",
            "all",
            "--out",
            MODELS / "suburb",
        )
        hsi_uq("predict", HERE / "suburb.hdr", "--model", model, "--out", result, "--device", "cpu")


def hsi_uq(*arguments: object) -> None:
    """One command, shown before it runs."""
    print("hsi-uq", *arguments, flush=True)
    code = "from hsi_uq_app.cli import main; main()"
    subprocess.run([sys.executable, "-c", code, *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
