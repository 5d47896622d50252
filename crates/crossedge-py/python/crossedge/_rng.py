"""Seeds from what Scientific Python calls ``rng``: nothing, a number, or a generator of numpy."""

from __future__ import annotations

import operator
from typing import SupportsIndex, Union

import numpy as np

Rng = Union[None, SupportsIndex, np.random.Generator, np.random.BitGenerator, np.random.SeedSequence]

# JSON keeps integers up to here.
_MOST = 2**53


def seed(rng: Rng) -> int:
    """A seed for the generators of the library, which are named and the same on every machine."""
    if rng is None:
        return 0
    if isinstance(rng, np.random.SeedSequence):
        rng = np.random.default_rng(rng)
    if isinstance(rng, np.random.BitGenerator):
        rng = np.random.Generator(rng)
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(_MOST))
    try:
        number = operator.index(rng)
    except TypeError:
        raise TypeError(f"rng is an int or a numpy.random.Generator, not {type(rng).__name__}") from None
    if not 0 <= number < 2**64:
        raise ValueError("a seed is at least 0 and below 2**64")
    return number
