"""Which arrays of a MATLAB file could be the scene."""

from dataclasses import dataclass

from hsi_uq_app.progress import Progress
from hsi_uq_app.scene.matlab_file import list_variables
from hsi_uq_app.session.questions import Choices, VariableInQuestion


@dataclass(frozen=True)
class ReadVariables:
    """Names and shapes of the arrays of two or three axes."""

    asked: VariableInQuestion

    def __call__(self, progress: Progress) -> Choices:
        return tuple(
            (variable.name, " × ".join(map(str, variable.shape)))
            for variable in list_variables(self.asked.path)
            if len(variable.shape) in (2, 3) and variable.size > 1
        )
