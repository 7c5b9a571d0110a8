#!/usr/bin/env python3
"""Writes Tests/Fixtures/decimals.tsv: random decimals, an operation on each pair, and what Python's `fractions` make of it.

Columns: left, operation, right, the exact result as `sign digits exponent` or `-` where it needs more than 128 bits or has
no end, and the double nearest to an exact result, as its bits in hexadecimal.
"""
import fractions
import os
import random
import struct

rng = random.Random(20)


def number():
    digits = rng.choice([1, 2, 3, 8, 15, 16, 19, 20, 38])
    significand = rng.randrange(10**digits)
    if rng.random() < 0.2:
        significand = rng.choice([2, 5]) ** rng.randrange(60 if rng.random() < 0.5 else 20)
    if rng.random() < 0.1:
        significand = significand // 1000 * 1000
    text = str(significand)[:38]
    form = rng.randrange(4)
    if form == 0 and len(text) > 1:
        point = rng.randrange(1, len(text))
        text = str(int(text[:point])) + "." + text[point:]
    elif form == 1:
        text = f"{text}e{rng.choice(['', '+', '-'])}{rng.randrange(40)}"
    elif form == 2:
        text = "0." + "0" * rng.randrange(25) + text
    return ("-" if rng.random() < 0.3 else "") + text


def normal(exact):
    """Sign, digits without zeros at their end, exponent; None where 128 bits are too few."""
    if exact == 0:
        return "+ 0 0"
    numerator, denominator = exact.numerator, exact.denominator
    exponent = 0
    for prime, other in ((2, 5), (5, 2)):
        while denominator % prime == 0:
            denominator //= prime
            numerator *= other
            exponent -= 1
    if denominator != 1:
        return None
    while numerator % 10 == 0:
        numerator //= 10
        exponent += 1
    if abs(numerator) >= 2**128:
        return None
    return f"{'-' if numerator < 0 else '+'} {abs(numerator)} {exponent}"


rows = []
while len(rows) < 800:
    left, sign, right = number(), rng.choice("+-*/"), number()
    a, b = fractions.Fraction(left), fractions.Fraction(right)
    if sign == "/" and b == 0:
        continue
    exact = a + b if sign == "+" else a - b if sign == "-" else a * b if sign == "*" else a / b
    shown = normal(exact)
    bits = "-"
    if shown:
        bits = struct.pack(">d", exact.numerator / exact.denominator).hex()
    rows.append("\t".join([left, sign, right, shown or "-", bits]))
# What has no end is rare to ask for and common to meet: a few are enough.
ends = [row for row in rows if "\t-\t-" not in row]
rows = ends + [row for row in rows if "\t-\t-" in row][:100]
path = os.path.join(os.path.dirname(__file__), "../Fixtures/decimals.tsv")
with open(path, "w") as file:
    file.write("\n".join(rows) + "\n")
print(len(rows))
