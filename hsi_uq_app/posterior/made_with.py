"""With what a model was made: the same training gives the same bytes where all of this is the same."""

import numpy as np
import torch
from threadpoolctl import threadpool_info


def made_with(device: str) -> str:
    """Libraries, and the instructions of the processor that they chose; not the number of cores."""
    products = sorted({f"{pool['internal_api']} {pool.get('architecture')}" for pool in _products()})
    processor = torch.backends.cpu.get_cpu_capability()
    where = torch.cuda.get_device_name() if device == "cuda" else f"{processor}, {', '.join(products)}"
    return f"torch {torch.__version__}, numpy {np.__version__}, {where}"


def _products() -> list[dict[str, object]]:
    return [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
