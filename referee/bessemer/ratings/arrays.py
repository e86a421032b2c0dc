"""
numpy, for those parts of the ratings that need it; nothing that a bot imports does.

On one thread: a referee shares its machine with bots, the matrices are small, and the floats are
the same with any number of processors.
"""

import os
from typing import Final, TypeAlias

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_unset: Final = [name for name in _THREADS if name not in os.environ]

os.environ.update(dict.fromkeys(_unset, "1"))
import numpy as np  # noqa: E402 - it reads them while it is imported
from numpy.typing import NDArray  # noqa: E402

for _name in _unset:  # processes that we start later decide for themselves
    del os.environ[_name]

Array: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.intp]

__all__ = ["Array", "Numbers", "np"]
