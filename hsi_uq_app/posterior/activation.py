"""The name of a hidden unit's activation; torch, numpy and pydantic stay out, so that all may import it."""

from typing import Literal

Activation = Literal["tanh", "relu"]
