"""Tails of the binomial distribution and of Student's t, by the incomplete beta function."""
from math import exp, lgamma, log, log1p

SMALLEST = 1e-300      # in place of 0 as a denominator
PRECISE = 1e-15        # a factor of the fraction that is so near to 1 changes nothing


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Return I_x(a, b), the regularised incomplete beta function; a, b > 0, x from 0 to 1.

    Source: Abramowitz & Stegun 1964, 26.5.8, a continued fraction, evaluated by Lentz's method; it
            is fast where x < (a + 1) / (a + b + 2), elsewhere I_x(a, b) = 1 - I_1-x(b, a) (26.5.2).

    >>> incomplete_beta(0.5, 2, 2), round(incomplete_beta(0.25, 1, 3), 6)
    (0.5, 0.578125)
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    front = exp(a * log(x) + b * log1p(-x) - lgamma(a) - lgamma(b) + lgamma(a + b)) / a
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    m = 0
    while True:
        m += 1
        for step in (m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1))):
            c = _not_zero(1 + step * x / c)
            d = 1 / _not_zero(1 + step * x * d)
            fraction *= c * d
        if abs(c * d - 1) < PRECISE or m > 100 + a + b:
            return front * fraction


def _not_zero(value):
    return value if abs(value) > SMALLEST else SMALLEST


def binomial_tail(k: int, n: int) -> float:
    """Return the probability of at most k heads in n throws of a coin; k < n.

    Source: Abramowitz & Stegun 1964, 26.5.24.

    >>> binomial_tail(1, 3)
    0.5
    """
    return incomplete_beta(0.5, n - k, k + 1)


def student_tails(t: float, freedom: int) -> float:
    """Return the probability that |T| is at least |t|, of Student's T with degrees of freedom.

    Source: Abramowitz & Stegun 1964, 26.7.1.

    >>> round(student_tails(2.262157, 9), 6)
    0.05
    """
    return incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def student_limit(p: float, freedom: int) -> float:
    """Return the t that |T| exceeds with probability p, by halving; p from 1e-9 to 1.

    >>> round(student_limit(0.05, 9), 6)
    2.262157
    """
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > p:
        low, high = high, 2 * high
    while high - low > PRECISE * high * 4:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tails(middle, freedom) > p else (low, middle)
    return high
