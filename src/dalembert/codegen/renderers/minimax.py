"""Coefficients and constants of the elementary functions, for all renderers that cannot call a library.

The tables contain minimax polynomials, with the lowest power first, and constants that are split into several parts
[cody1980]. Each table has an entry for "double" and an entry for "float".
"""

from __future__ import annotations

FAR = 1e5  # largest angle of the fast reduction

HALF_PI = {
    "double": tuple(map(float.fromhex, ("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54", "-0x1.f1976b7ed8fbcp-110"))),
    "float": tuple(map(float.fromhex, ("0x1.921fb6p+0", "-0x1.777a5cp-25", "-0x1.ee59dap-50", "0x1.98a2e0p-77"))),
}
# π/2 in parts so short that each k·part is exact for |x| ≤ EXACT, with no fused multiply-add  [cody1980]
SHORT_HALF_PI = {
    "double": tuple(map(float.fromhex, ("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2e037073p-69"))),
    "float": tuple(map(float.fromhex, ("0x1.92p+0", "0x1.fb4p-12", "0x1.444p-24", "0x1.68c234p-39"))),
}
EXACT = {"double": 1e5, "float": 1e4}
NEAREST = {"double": 1.5 * 2.0**52, "float": 1.5 * 2.0**23}  # x + this − this rounds x to an integer
TURNS = 0.6366197723675814  # 2/π
# sin r = r + r³·P(r²), relative error 2^-57.9 (float 2^-27.9) for |r| ≤ 0.7875
SIN = {
    "double": (
        -0.1666666666666663,
        0.008333333333321813,
        -0.00019841269829336364,
        2.7557313530640093e-06,
        -2.5050733127852514e-08,
        1.5895358578145689e-10,
    ),
    "float": (-0.16666653752326965, 0.00833214819431305, -0.0001951353915501386),
}
# cos r = 1 − r²/2 + r⁴·Q(r²), relative error 2^-63.9 (float 2^-33)
COS = {
    "double": (
        0.04166666666666659,
        -0.0013888888888872622,
        2.480158728857302e-05,
        -2.755731409685814e-07,
        2.0875689386686713e-09,
        -1.1357931072418556e-11,
    ),
    "float": (0.04166664555668831, -0.0013887298991903663, 2.443116500217002e-05),
}
TWO_OVER_PI = int(
    "a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921c"
    "fe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980f"
    "ef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d08"
    "56033046fc7b6babf0cfbc209af4361d",
    16,
)  # the first 1280 bits of the fraction
# atan t = t + t³·P(t²), relative error of atan t 2^-57.6 (float 2^-28.8) for |t| ≤ 0.564
ATAN = {
    "double": (
        -0.33333333333333004,
        0.19999999999917029,
        -0.14285714278392747,
        0.11111110784882894,
        -0.09090900488096158,
        0.07692161241739547,
        -0.06664971599493817,
        0.05868591894512066,
        -0.05183456326306443,
        0.04430545289410508,
        -0.033615091757070024,
        0.019147462133742823,
        -0.005794241567618615,
    ),
    "float": (
        -0.3333331048488617,
        0.19998574256896973,
        -0.1425551176071167,
        0.10811270773410797,
        -0.07525652647018433,
        0.03271907567977905,
    ),
}
# k·π/4, k = 0 … 4, as the nearest number and the remainder
QUARTERS = {
    "double": (
        (0.0, 0.0),
        (float.fromhex("0x1.921fb54442d18p-1"), float.fromhex("0x1.1a62633145c07p-55")),
        (float.fromhex("0x1.921fb54442d18p+0"), float.fromhex("0x1.1a62633145c07p-54")),
        (float.fromhex("0x1.2d97c7f3321d2p+1"), float.fromhex("0x1.a79394c9e8a0ap-54")),
        (float.fromhex("0x1.921fb54442d18p+1"), float.fromhex("0x1.1a62633145c07p-53")),
    ),
    "float": (
        (0.0, 0.0),
        (float.fromhex("0x1.921fb6p-1"), float.fromhex("-0x1.777a5cp-26")),
        (float.fromhex("0x1.921fb6p+0"), float.fromhex("-0x1.777a5cp-25")),
        (float.fromhex("0x1.2d97c8p+1"), float.fromhex("-0x1.99bc5cp-28")),
        (float.fromhex("0x1.921fb6p+1"), float.fromhex("-0x1.777a5cp-24")),
    ),
}
# eʳ − 1 = r + r²·Q(r), relative error of eʳ − 1 2^-55.6 (float 2^-31.9) for |r| ≤ 0.347
EXP = {
    "double": (
        0.5000000000000006,
        0.16666666666666588,
        0.041666666666575945,
        0.008333333333390073,
        0.0013888888931853898,
        0.000198412697181527,
        2.4801504903389326e-05,
        2.755740796381252e-06,
        2.7626193033200433e-07,
        2.505377193434704e-08,
    ),
    "float": (
        0.5,
        0.1666666567325592,
        0.04166635870933533,
        0.008333389647305012,
        0.001394074410200119,
        0.00019845887436531484,
    ),
}
# ln 2 in two parts; k times the first is exact
LN2 = {
    "double": (float.fromhex("0x1.62e42fefa3000p-1"), float.fromhex("0x1.3de6af278ece6p-42")),
    "float": (float.fromhex("0x1.62e4p-1"), float.fromhex("0x1.7f7d1cp-20")),
}
EXP_RANGE = {"double": (-746.0, 710.0), "float": (-104.0, 89.0)}  # eˣ underflows below and overflows above
TANH_ONE = {"double": 22.0, "float": 10.0}  # tanh x rounds to 1 above this x
