"""Settings of an MJCF file: `<compiler>` and `<option>`, the last value of each attribute counts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from dalembert.errors import BadFile, UnsupportedElement, shown
from dalembert.formats.finding import Log
from dalembert.formats.xml import Element, number, numbers, scalar, strange

_KNOWN = frozenset(
    ("angle", "autolimits", "balanceinertia", "boundinertia", "boundmass", "coordinate", "eulerseq", "inertiafromgeom",
     "inertiagrouprange", "settotalmass",
     # without effect on the dynamics
     "alignfree", "assetdir", "conflict", "convexhull", "discardvisual", "exactmeshinertia", "fitaabb", "fusestatic",
     "meshdir", "passthrough", "savecanonical", "savecompiled", "saveinertial", "strippath", "texturedir", "usethread")
)  # fmt: skip
_OPTION = frozenset(
    ("gravity", "density", "viscosity",
     # without effect on the dynamics: the solver's, and wind without a fluid
     "actuatorgroupdisable", "apirate", "ccd_iterations", "ccd_tolerance", "collision", "cone", "impratio",
     "integrator", "iterations", "jacobian", "ls_iterations", "ls_tolerance", "magnetic", "mpr_iterations",
     "mpr_tolerance", "noslip_iterations", "noslip_tolerance", "o_friction", "o_margin", "o_solimp", "o_solref",
     "sdf_initpoints", "sdf_iterations", "sleep_tolerance", "solver", "timestep", "tolerance", "wind")
)  # fmt: skip

_FLAG = frozenset(
    ("gravity", "spring", "damper", "passive", "frictionloss", "constraint", "equality", "actuation",
     # without effect on the dynamics
     "autoreset", "clampctrl", "contact", "diagexact", "energy", "eulerdamp", "filterparent", "fwdinv", "invdiscrete",
     "ipc", "island", "limit", "midphase", "multiccd", "nativeccd", "override", "refsafe", "sensor", "sensornoise",
     "sleep", "speculative", "warmstart")
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """What the file says about how its numbers are meant."""

    degrees: bool = True
    sequence: str = "xyz"
    autolimits: bool = True
    from_geoms: str = "auto"  # or "true", "false"
    groups: tuple[float, float] = (0, 5)
    balance: bool = False
    least_mass: float = 0
    least_inertia: float = 0
    total_mass: float = -1
    gravity: tuple[float, ...] = (0, 0, -9.81)
    springs: bool = True
    dampers: bool = True
    friction: bool = True
    equalities: bool = True
    actuators: bool = True
    mesh_folder: str = ""
    strip: bool = False  # files lose their path
    around: bool = False  # shapes are fitted around a mesh's box
    align: bool = False  # free joints move the principal frame

    def radians(self, angle: float) -> float:
        return math.radians(angle) if self.degrees else angle


def settings(root: Element, log: Log, dry: bool = False) -> Setting:
    """The settings of a whole file; `dry` leaves the fluid out."""
    option = together(root, "option")
    strange(option, _OPTION, log)
    _fluid(option, log, dry)
    flags = _flags(option, log)
    gravity = numbers(option, "gravity", log, default=(0.0, 0.0, -9.81))
    outer = Setting(
        gravity=(0.0, 0.0, 0.0) if flags.get("gravity") == "disable" else gravity,
        springs=flags.get("spring") != "disable" and flags.get("passive") != "disable",
        dampers=flags.get("damper") != "disable" and flags.get("passive") != "disable",
        friction=flags.get("frictionloss") != "disable" and flags.get("constraint") != "disable",
        equalities=flags.get("equality") != "disable" and flags.get("constraint") != "disable",
        actuators=flags.get("actuation") != "disable",
    )
    return compiled(together(root, "compiler"), outer, log)


def _flags(option: Element, log: Log) -> dict[str, str]:
    found: dict[str, str] = {}
    for flag in option.all("flag"):
        strange(flag, _FLAG, log)
        found |= {name: _choice(flag, name, ("enable", "disable"), "enable", log) for name in flag.attributes}
    return found


def compiled(compiler: Element, outer: Setting, log: Log) -> Setting:
    """The settings with what `<compiler>` says of them."""
    strange(compiler, _KNOWN, log)
    if compiler.get("coordinate") not in (None, "local"):
        log.error(UnsupportedElement, "<compiler coordinate='global'> is not modelled", compiler.place)
    degrees = _choice(compiler, "angle", ("degree", "radian"), "degree", log) == "degree"
    sequence = compiler.get("eulerseq") or "xyz"
    if len(sequence) != 3 or set(sequence.lower()) - set("xyz"):
        log.error(BadFile, f"eulerseq='{shown(sequence)}' is not three of the letters xyzXYZ", compiler.place)
        sequence = "xyz"
    low, high = numbers(compiler, "inertiagrouprange", log, sizes=(2,), default=(0.0, 5.0))
    return replace(
        outer,
        degrees=degrees,
        sequence=sequence,
        autolimits=_choice(compiler, "autolimits", ("true", "false"), "true", log) == "true",
        from_geoms=_choice(compiler, "inertiafromgeom", ("true", "false", "auto"), "auto", log),
        groups=(low, high),
        balance=_choice(compiler, "balanceinertia", ("true", "false"), "false", log) == "true",
        least_mass=scalar(compiler, "boundmass", log, 0.0),
        least_inertia=scalar(compiler, "boundinertia", log, 0.0),
        total_mass=scalar(compiler, "settotalmass", log, -1.0),
        mesh_folder=compiler.get("meshdir") or compiler.get("assetdir") or "",
        strip=_choice(compiler, "strippath", ("true", "false"), "false", log) == "true",
        around=_choice(compiler, "fitaabb", ("true", "false"), "false", log) == "true",
        align=_choice(compiler, "alignfree", ("true", "false"), "false", log) == "true",
    )


def _fluid(option: Element, log: Log, dry: bool) -> None:
    for name in ("density", "viscosity"):
        if number(option.get(name) or "0") != 0 and dry:
            log.warn(
                f"<option {name}='{shown(option.get(name))}'> was left out as asked, though it acts on the motion",
                option.place,
            )
        elif number(option.get(name) or "0") != 0:
            what = f"<option {name}='{shown(option.get(name))}'> puts the robot into a fluid, which is not modelled"
            log.error(UnsupportedElement, what, option.place, fix=f"remove {name}, or load with ignore=['fluid']")


def together(root: Element, tag: str) -> Element:
    """All sections of a kind as one element."""
    whole = Element(tag, {}, root.place)
    for element in root.all(tag):
        whole = Element(
            tag, {**whole.attributes, **element.attributes}, element.place, whole.children + element.children
        )
    return whole


def _choice(element: Element, name: str, words: tuple[str, ...], default: str, log: Log) -> str:
    word = element.get(name)
    if word is not None and word not in words:
        log.error(BadFile, f"{name}='{shown(word)}' of <{element.tag}> is not one of {', '.join(words)}", element.place)
        return default
    return word or default
