"""Hashing of numbers of 64 bits. It imports nothing, so that any module may import it."""

GOLDEN = 0x9E3779B97F4A7C15      # 2**64 over the golden ratio: Knuth, volume 3, 6.4


def mixed(number: int) -> int:
    """Return 64 bits of a number: the last steps of SplitMix64, Steele, Lea and Flood 2014.

    >>> mixed(GOLDEN) == 0xE220A8397B1DCDAF      # the first one of the generator from 0
    True
    """
    number %= 1 << 64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
    number = (number ^ number >> 27) * 0x94D049BB133111EB % (1 << 64)
    return number ^ number >> 31
