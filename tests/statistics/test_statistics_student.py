from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics.student import quantile, upper_tail

# scipy 1.17.1, scipy.stats.t.ppf at 0.6, 0.8, 0.95, 0.975, 0.9975, 0.99999
SCIPY = {
    1: (0.32491969623290634, 1.3763819204711738, 6.313751514675037, 12.706204736174694, 127.32133646887486, 31830.988608051957),
    1.5: (0.30074539256979543, 1.1533643782954695, 3.70518082009675, 6.016663104427929, 28.316730404480364, 1124.5001233846192),
    2: (0.2886751345948128, 1.0606601717798214, 2.9199855803537242, 4.302652729749462, 14.089047275555446, 223.60344363454604),
    3.7: (0.27216446429206953, 0.9498778242960849, 2.1824938039146007, 2.8675207071911895, 5.9875151388937535, 27.675897978848855),
    10: (0.2601848294920803, 0.8790578285505889, 1.8124611228116756, 2.228138851986274, 3.581406202090669, 7.526954019343624),
    29: (0.25568363457125604, 0.8541919858818557, 1.6991270265334972, 2.045229642132703, 3.0380467448491832, 5.0855047020118995),
    99: (0.25402901215180673, 0.8452670319534972, 1.6603911560169906, 1.9842169515864174, 2.8713076612147734, 4.480677958028956),
    322.4: (0.25355626900096084, 0.8427375457823487, 1.6495936508778763, 1.967349376957422, 2.8264856181386953, 4.329193461532385),
    1599: (0.25338925992618255, 0.8418460823959634, 1.6458071339646825, 1.9614486858503595, 2.8109357481698014, 4.277720248369669),
    1000000.0: (0.25334717053784184, 0.8416215930139844, 1.6448551507220404, 1.959966356814107, 2.8070399995776443, 4.264911254070676),
}


@pytest.mark.parametrize("df", SCIPY)
def test_quantiles_are_those_of_scipy_to_1e_8(df: float) -> None:
    for probability, wanted in zip((0.6, 0.8, 0.95, 0.975, 0.9975, 0.99999), SCIPY[df], strict=True):
        # 0.99999 is a tail of 1e-5 whose last bit moves the quantile of one degree of freedom by 1e-11 of it.
        assert quantile(probability, df) == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(st.floats(1, 1e7), st.floats(1e-9, 1 - 1e-9))
def test_quantile_and_tail_are_inverse(df: float, probability: float) -> None:
    assert upper_tail(-quantile(probability, df), df) == pytest.approx(probability, rel=1e-8, abs=1e-10)


@settings(deadline=None)
@given(st.floats(1, 1e7), st.floats(1e-9, 1 - 1e-9))
def test_the_whole_range_is_that_of_scipy(df: float, probability: float) -> None:
    oracle = pytest.importorskip("scipy.stats", reason="scipy is in the test extra")
    assert quantile(probability, df) == pytest.approx(float(oracle.t.ppf(probability, df)), rel=1e-8, abs=1e-8)


@settings(deadline=None)
@given(st.floats(0.5, 1e5), st.floats(0.5001, 0.9999), st.floats(1.001, 10))
def test_fewer_degrees_of_freedom_reach_further(df: float, probability: float, more: float) -> None:
    assert quantile(probability, df) >= quantile(probability, df * more)


def test_without_limit_of_freedom_it_is_the_normal_distribution() -> None:
    assert quantile(0.975, math.inf) == NormalDist().inv_cdf(0.975)
    assert upper_tail(1.96, math.inf) == pytest.approx(1 - NormalDist().cdf(1.96))


def test_the_tails_meet_at_the_middle_and_end_at_infinity() -> None:
    assert quantile(0.5, 7) == 0.0
    assert (upper_tail(0.0, 7), upper_tail(math.inf, 7), upper_tail(-math.inf, 7)) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("arguments", [(0.0, 5), (1.0, 5), (math.nan, 5), (0.9, 0), (0.9, math.nan)])
def test_what_is_no_probability_or_no_freedom_is_refused(arguments: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 1|positive"):
        quantile(*arguments)
