"""Linear equations with a symmetric positive definite matrix, as small as a ladder is."""

from collections.abc import Sequence
from math import sqrt
from operator import mul

Matrix = list[list[float]]


def cholesky(matrix: Sequence[Sequence[float]]) -> Matrix:
    """
    The lower triangle L, row by row, with L times its transpose equal to `matrix`.

    Raises:
        ArithmeticError: the matrix is not positive definite.
    """
    lower: Matrix = []
    for row, line in enumerate(matrix):
        new: list[float] = []
        for column, above in enumerate(lower):
            # `new` is as long as the rows before it are at this column; zip stops there.
            rest = line[column] - sum(map(mul, new, above))
            new.append(rest / above[column])
        squared = line[row] - sum(map(mul, new, new))
        if squared <= 0:
            raise ArithmeticError("the matrix is not positive definite")
        new.append(sqrt(squared))
        lower.append(new)
    return lower


def solved(lower: Matrix, right: Sequence[float]) -> list[float]:
    """The x with L Lᵀ x = `right`."""
    half: list[float] = []
    for line, value in zip(lower, right, strict=True):
        half.append((value - sum(map(mul, half, line))) / line[-1])
    solution = list(half)
    for row in range(len(lower) - 1, -1, -1):
        solution[row] /= lower[row][row]
        known = solution[row]
        for column, value in enumerate(lower[row][:row]):
            solution[column] -= value * known
    return solution


def inverse(lower: Matrix) -> Matrix:
    """The inverse of L Lᵀ."""
    size = len(lower)
    return [solved(lower, [float(row == one) for row in range(size)]) for one in range(size)]
