"""What a type checker must accept: the first lines of a user, with the types that they have."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import crossedge

net = crossedge.Topology("rdn(torus(5,5), 2)")
nodes: int = net.nodes
mean: Fraction = net.mean_distance.value
far: int | None = net.distance(0, "(0,0,0)")
many: NDArray[np.uint64] = net.distance(0, np.arange(5, dtype=np.uint64))
built: crossedge.Topology = crossedge.ring(3).dual() * crossedge.path(2) ** 3
steps: int | None = net.collective("broadcast", bytes="1MiB").step_count
proved: bool = net.deadlock().proved
rows: list[tuple[object, ...]] = list(crossedge.compare(["ring(5)", net]).table().rows())
