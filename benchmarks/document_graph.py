"""Draws of scores over Loong's real document graph, for the simulations of intervals.py and gate.py.

A case's latent quality is normal: ``sqrt(share)`` of it the mean effect of its documents, scaled to variance 1, the rest its own.
A monotone map of its normal rank turns it into points: the share of mass at 0 and at 100 and between is that of judged scores, which
are U-shaped. The map weakens the correlation a little, so the documents' share of the points' variance is below the stated one.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.loong import LoongSuite

Array = NDArray[np.float64]


def loong_cases() -> list[Case]:
    """Return Loong's 1,600 cases from $LCBENCH_SHARED."""
    return list(LoongSuite(Path(os.environ["LCBENCH_SHARED"]) / "data" / "loong").cases())


def names_of(cases: list[Case]) -> list[list[tuple[str, str]]]:
    """Return what identifies the documents of each case."""
    return [list(dict.fromkeys((case.domain, one.name) for one in case.documents)) for case in cases]


class Graph:
    """Latent qualities over the documents of some cases."""

    def __init__(self, names: list[list[tuple[str, str]]]) -> None:
        places: dict[tuple[str, str], int] = {}
        for case in names:
            for name in case:
                places.setdefault(name, len(places))
        self.weights = np.zeros((len(names), len(places)))
        for number, case in enumerate(names):
            self.weights[number, [places[name] for name in case]] = 1 / math.sqrt(len(case))

    def latent(self, generator: np.random.Generator, share: float, draws: int) -> Array:
        """Return draws × cases of standard normal latents of which the documents make *share* of the variance."""
        cases, documents = self.weights.shape
        own = math.sqrt(1 - share) * generator.standard_normal((draws, cases))
        return own + math.sqrt(share) * generator.standard_normal((draws, documents)) @ self.weights.T


@dataclass(frozen=True)
class Shape:
    """A distribution of points: mass at 0, mass at 100, and between a ramp from *low* to *high*."""

    name: str
    at_zero: float
    at_full: float
    low: float = 5.0
    high: float = 95.0

    @property
    def mean(self) -> float:
        """The true mean."""
        return 100 * self.at_full + (1 - self.at_zero - self.at_full) * (self.low + self.high) / 2

    def points(self, latent: Array) -> Array:
        """Map latents to points."""
        rank = ndtr(latent)
        between = (rank - self.at_zero) / (1 - self.at_zero - self.at_full)
        points = self.low + (self.high - self.low) * between
        return np.where(rank < self.at_zero, 0.0, np.where(rank > 1 - self.at_full, 100.0, points))


MIDDLE = Shape("points, U-shaped, mean 52", 0.22, 0.26)
LOW = Shape("points, most 0, mean 14", 0.68, 0.04, 5.0, 65.0)


@dataclass(frozen=True)
class Rate:
    """Yes or no with a true rate."""

    mean: float

    @property
    def name(self) -> str:
        """For tables."""
        return f"0/1, rate {self.mean:g}"

    def points(self, latent: Array) -> Array:
        """Map latents to 0 and 1."""
        return (ndtr(latent) > 1 - self.mean).astype(np.float64)
