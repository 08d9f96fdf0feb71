"""English for findings about robots and their files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.finding.english.argument import _known

NOUNS: dict[str, str] = {
    **{
        x: x
        for x in (
            "0, 1 or 2",
            "3 numbers",
            "6 numbers",
            "7 numbers",
            "Pinocchio model",
            "TOML",
            "XML",
            "a Drive",
            "a Friction",
            "a Gear",
            "a Limits",
            "a Mimic",
            "a Motor",
            "a Spring",
            "a direction",
            "a finite number",
            "a fixed base",
            "a joint with a ball",
            "a list of tables",
            "a mapping from names to folders",
            "a name",
            "a non-negative number",
            "a number or None",
            "a number or an expression",
            "a pose",
            "a sequence",
            "a table",
            "actuator",
            "add it",
            "an axis",
            "an axis of numbers",
            "an integer",
            "angle",
            "another name",
            "argument",
            "as many rates as Pinocchio's joint",
            "ball spring",
            "child link",
            "correct the name",
            "correct the sign or the unit",
            "default class",
            "degrees",
            "denser than any metal",
            "division by zero",
            "does not lead to a link",
            "drive",
            "effect",
            "elements",
            "exchange them",
            "field",
            "finite numbers",
            "frames",
            "give its range",
            "give the link its inertia",
            "give the link its mass",
            "grams",
            "independent revolute joint",
            "inertia about its axis",
            "is fixed",
            "is not a joint",
            "it counts as 0",
            "it is empty",
            "its gear ratio is 0",
            "keep its first number",
            "keep one of them",
            "limit",
            "link or frame",
            "links",
            "loop",
            "loop or spring",
            "loops",
            "mass",
            "megabytes",
            "mesh",
            "millimetres",
            "model",
            "name a joint that moves",
            "negative mass",
            "negative moment",
            "nested elements",
            "no limits",
            "nothing attached to it",
            "other files are not read",
            "parent link",
            "payload",
            "positive sizes",
            "put the model into the file",
            "rates with springdamper",
            "remove it",
            "rename it",
            "set it to 0",
            "site",
            "spring",
            "strut",
            "tags or attributes",
            "ten times wider than the robot",
            "tensor without mass",
            "the joint is fixed",
            "they count as 0",
            "triangle inequality",
            "unexpected token",
            "use kg m²",
            "whole numbers",
            "write",
        )
    },
    "1 kg and unit moments": "1 kg with unit moments counts, as SDF specifies",
    "a Inertia": "an Inertia",
    "a Stribeck velocity": "a Stribeck velocity first",
    "a ball for angles": "a ball joint to have angles",
    "a body without a name": "the body has no name",
    "a drive with the parameter": "a value of its drive first",
    "a free joint below the world": "must be the only joint of a body of the world",
    "a leader with one rate": "a leader that has one rate",
    "a length of a rod": "a length if and only if it is a rod",
    "a mass or a centre of mass": "a mass, or its centre of mass as a parameter too",
    "a motor without coupling": "a motor that is not coupled to other joints",
    "a number of copies": "a number of copies within the limits",
    "a number of links and joints": "a positive number of links and joints",
    "a pitch of a screw": "a pitch if and only if it is a screw",
    "a point mass": "the link counts as a point mass",
    "a rest quaternion": "a rest quaternion that is not 0",
    "a revolute joint": "a revolute joint; add the rotor as a body",
    "a row": "a dict or a tuple",
    "a shape that is not drawn": "its type is not drawn",
    "a time constant and a damping ratio": "a positive time constant and damping ratio",
    "a xacro program": "it is a xacro program",
    "acts in a simulator": "Not modelled, though a simulator would move differently",
    "angles": "angles such as 'zxz': three letters of x, y, z, neighbours different",
    "attached to itself": "is attached to itself",
    "attaches itself or too many models": "attaches itself, or too many models",
    "bad Collada": "it is not complete",
    "bad face": "a face is not valid",
    "bad number": "a number is not valid",
    "bad power": "a power must be an integer up to 12",
    "bad unit": "the unit is not a positive length",
    "bad vertex": "a vertex is not three numbers",
    "beside a <world>": "is beside a <world>",
    "beside another one": "cannot be combined with another form",
    "both ends on one link": "has both ends on one link",
    "carried weight": "Weight carried from outside, which MuJoCo counts among the actuators' efforts",
    "characters of a name": "characters in a name",
    "check products of inertia and their frame": "check the products of inertia and their frame",
    "closes a loop": "closes a loop and has no coordinate of its own",
    "compute the tensor": "compute the tensor from the shape",
    "compute the tensor again": "compute the tensor from the shape again",
    "coordinates that are not of a ball": "coordinates that are not rates of a ball",
    "cut off": "it is not complete",
    "cut the loop": "cut the loop at one joint",
    "distance from its parent's frame": "distance from the parent's frame",
    "distance of the centre of mass": "distance of the centre of mass from the frame",
    "document type": "it declares a document type or entity",
    "effort limit": "an effort limit that is not positive",
    "empty file": "it is empty",
    "equal limits": "equal limits and cannot move",
    "faces left out": "has faces of more than 100 corners, which are left out as in MuJoCo",
    "float of symbols": "float() needs a number without symbols",
    "follows exactly": "holds exactly, where MuJoCo is soft",
    "frames for all loops": "two frames for each loop",
    "give a positive one": "give a positive limit",
    "give it a spring": "add a <linear_spring_damper> or a <torsional_spring>",
    "given twice": "is given twice",
    "ignored on request": "Left out on request, though it acts on the motion",
    "included twice": "is included twice",
    "incomplete": "it ends too early",
    "inputs": "Inputs τ; their armature, damping and largest effort are read",
    "inside out": "its triangles face inwards",
    "its first object": "is read as its first object only, as in MuJoCo",
    "its joint does not move": "its joint does not exist or is fixed",
    "join or remove links": "join them with a fixed joint, or remove what is not part of the robot",
    "load the including file": "load the file that includes this one",
    "make it fixed or correct it": "make the joint fixed, or correct the multiplier",
    "missing element": "an element is missing",
    "missing parenthesis": "a parenthesis is not closed",
    "mixed orientation": "two triangles have opposite orientations at an edge",
    "moved joint": "MJCF places bodies, not joints",
    "moves the body's own frame": "moves the body's own frame; MuJoCo would move its principal frame",
    "nested nodes": "its nodes are nested too deeply",
    "nested too deep": "it is nested too deeply",
    "no bounds": "it has no bounds here; other readers may reject the file or use 0",
    "no effect on the dynamics": "Not read, because it has no effect on the dynamics",
    "no element of its own": "the part has no element of its own",
    "no header": "needs a header line of different keys",
    "no parentheses": "the argument needs parentheses",
    "no rows": "has no [[row]]",
    "no triangles": "it has no triangles",
    "no volume": "it encloses no volume",
    "not CSV": "is not valid CSV",
    "not Collada": "it is not a Collada file",
    "not STL": "it is not an STL file",
    "not TOML": "is not valid TOML",
    "not UTF-8": "it is not text in UTF-8",
    "not a URDF, MJCF or TOML file": "only URDF, MJCF and TOML files can be changed in place",
    "not a finite number": "it is not a finite number",
    "not an MJCF file": "it is not an MJCF file",
    "not finite": "a vertex is not finite",
    "not in the folders of the file": "it is neither in the folder of the file nor in one of packages",
    "not one motor and one joint": "it does not connect one motor to one joint",
    "number out of range": "a number is out of range",
    "on the world": "cannot be a part of the world",
    "one drive for all motions": "one drive for all its motions",
    "one meaning": "a single meaning",
    "one rate to mimic": "one rate to mimic another joint",
    "open mesh": "it is open; an edge has one triangle only",
    "other parts of a drive": "the drive has other parts than the file",
    "outside the folders that may be read": "it is outside the folders that may be read",
    "pairs of a coordinate and an arm": "pairs (coordinate, arm)",
    "pairs of a factor and powers": "pairs (factor, ((coordinate, power), …))",
    "pairs of a joint and a ratio": "pairs (joint, ratio)",
    "pairs of a link or frame and a point": "pairs (link or frame, point)",
    "pairs of a name and a number": "pairs [name, value]",
    "part of another file": "the part belongs to another file",
    "plugins": "Plugins, whose effect in a simulator is unknown",
    "relative to itself": "is relative to itself",
    "remove one": "remove one of them",
    "rename one": "rename one of them",
    "renamed": "has the name of another part; its frame is renamed",
    "reserved for the ground": "has the name 'world', which SDF reserves for the ground",
    "servos": "Inputs τ; their control laws, which act in MuJoCo without a command too, are not modelled",
    "soft in MuJoCo": "Held exactly, where MuJoCo is soft",
    "some frames": "a sequence of Frame",
    "some joints": "a sequence of Joint",
    "some links": "a sequence of Link",
    "some loops": "a sequence of Loop or Coupling",
    "some springs": "a sequence of Tendon, Strut or BallSpring",
    "the file's name": "the name of the file is used",
    "the first counts": "only the first counts",
    "the ground is 'world'": "refers to 'world', which is the ground",
    "the plane of Pinocchio's joint": "the plane of Pinocchio's joint, whose axis is z",
    "the world as its child": "has the world as its child",
    "three axes": "three of the letters xyzXYZ",
    "too large": "it is too large",
    "too long": "it is too long",
    "two orientations": "gives its orientation twice",
    "two places": "two different links or frames",
    "undefined reference": "it refers to an element that does not exist",
    "undefined vertex": "a triangle refers to a vertex that does not exist",
    "unexpanded macros": "Macro calls that were not expanded, so their parts are missing",
    "unknown part": "Unknown and not read",
    "unknown suffix": "its suffix is not .stl, .obj or .dae",
    "unusual TOML": "the value is written in an unusual way",
    "unusual XML": "the element is written in an unusual way",
    "use single joints in a row": "replace it by single joints in a row",
    "values of a row": "values",
    "velocity limit": "a velocity limit that is not positive",
    "write if so": "if so, write",
}


CONSEQUENCES: dict[str, str] = {  # why a finding about a model matters, by kind or by violated inequality
    "negative mass": "No body has it, and M(q) would not be positive definite.",
    "negative moment": "Some rotation would have negative kinetic energy.",
    "triangle inequality": "No distribution of mass has such a tensor; some simulators reject it.",
    "tensor without mass": "Its weight and its centre of mass are lost.",
    "Duplicate": "A name must identify one part.",
    "TwoParents": "A tree gives each link one parent; a second one closes a loop.",
    "MimicDropped": "Engines that skip <mimic> do the same.",
    "NothingMoved": "M(q) is singular: inverse dynamics works, forward dynamics does not.",
    "SingularBody": "M(q) is singular: inverse dynamics works, forward dynamics does not.",
    "LimitsReversed": "No position satisfies them.",
    "NegativeFriction": "The joint would gain energy from it.",
    "RoundedAngle": "Axes that should be parallel are not, and terms that should vanish cost time in every evaluation.",
    "WrongUnit": "Numbers are read in SI units: metres, kilograms, radians.",
    "PointMass": "It has no inertia about its own centre, so M(q) may be singular.",
    "ImplausibleTensor": "The unit of the tensor may be wrong.",
    "NoBodies": "Nothing moves without a body; the file may be a part that another one includes.",
}


def _part(f: Any, t: Any) -> str:
    return f"{f.tag}{f' {t.name}' if f.name else ''}{f' of {t.owner}' if f.owner else ''}"


def _counted(f: Any, t: Any) -> str:
    line = f.part.place.line if f.part.place is not None else None
    times = f"{f.count} times, first on line {line}" if f.count > 1 else f"line {line}"
    return str(t.part) + (f", perhaps {f.near}" if f.near else "") + (f" ({times})" if line else "")


def _not_read(f: Any, t: Any, most: int = 40) -> str:
    more = f", and {len(f.parts) - most} more" if len(f.parts) > most else ""
    return f"{t.reason}: {', '.join(map(str, f.parts[:most]))}{more}"


def _numbers(f: Any, t: Any) -> str:
    return f"{t.part} has {f.got} number{'s' * (f.got != 1)}; expected {' or '.join(map(str, f.expected))}"


def _undefined(f: Any, t: Any) -> str:
    return f"{t.part} refers to {t.noun} {t.name}, which does not exist{_known(f)}"


def _not_defined(f: Any, t: Any) -> str:
    return f"{t.noun} {t.owner} refers to {t.target} {t.name}, which is not defined{_known(f)}"


def _roots(f: Any, t: Any) -> str:
    listed = ", ".join(f"'{x}'" for x in f.links[:5]) + (", …" if len(f.links) > 5 else "")
    return f"{len(f.links)} links have no parent ({listed}); a tree has one root"


def _link_cycle(f: Any, t: Any) -> str:
    links = " → ".join(f.links[:6])
    return f"Joint {t.joint} closes a loop of links" + (f": {links}" if links else "")


def _violation(f: Any, t: Any) -> str:
    match f.quantity:
        case "triangle inequality":
            a, b, c = (f"{x.value:.6g}" for x in f.values)
            return f"principal moments that violate A + B ≥ C ({a} + {b} < {c})"
        case "tensor without mass":
            return "first moments or an inertia tensor but no mass"
    return f"a {'negative mass' if f.quantity == 'negative mass' else 'negative principal moment'} ({t.values})"


def _rounded_angle(f: Any, t: Any) -> str:
    value = f"{f.angle.value:.10g} rad, " if f.angle is not None else ""
    return f"{t.part} is {value}a rounded right angle (off by {f.off.value:.1g} rad)"


def _rotation(f: Any, t: Any) -> str:
    if f.determinant is not None:
        return f"{t.argument} is a reflection (det R = −1), not a rotation"
    return f"{t.argument} is not a rotation: R Rᵀ differs from the identity by {f.off:.2g}"


def _bad_name(f: Any, t: Any) -> str:
    if f.reserved:
        return f"The {t.noun} name {t.name} is reserved for coordinates and constants (q1, qd1, qdd1, tau1, w1_1, pi)"
    return f"{t.name} is not a {t.noun} name: use letters, digits and _, a letter first, at most 60 characters"


def _mesh(f: Any, t: Any) -> str:
    return f"The mesh{f' {t.file}' if f.file else ''} cannot be used: {t.reason}" + (
        f" ({f.detail})" if f.detail else ""
    )


def _unrepresentable(f: Any, t: Any, most: int = 4) -> str:
    more = f" and {len(f.parts) - most} more" if len(f.parts) > most else ""
    return f"{f.format} cannot represent {', '.join(map(str, f.parts[:most]))}{more}"


def _not_read_back(f: Any, t: Any) -> str:
    if f.cause is not None:
        return f"{t.file} was not written, because it could not be read there: {t.cause}"
    listed = ", ".join(map(str, f.parts[:3])) + (" and more" if len(f.parts) > 3 else "")
    return f"{t.file} was not written, because other parts of the file change {listed}"


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "Part": _part,
    "Counted": _counted,
    "NotRead": _not_read,
    "MissingPart": "{part} has no {missing}",
    "Assumed": "{part} has no {missing}; {default}",
    "Invalid": "{part} is {got}; expected {expected}",
    "Doubtful": "{part} is {got}; expected {expected}",
    "NumberCount": _numbers,
    "NotAmong": "{part} is {got}; expected one of: {choices}",
    "NotModelledType": "{part} is {got}, which is not modelled; expected one of: {choices}",
    "Undefined": _undefined,
    "UndefinedIgnored": _undefined,
    "NotModelled": "{part} acts on the motion and is not modelled",
    "Impossible": "{part} {reason}{other:? (@)}",
    "Unused": "{part} is not used: {reason}{other:? (@)}",
    "Understood": "{part} {meaning}{other:? (@)}",
    "Malformed": "The {format} cannot be read: {reason}",
    "FileLimit": "More than {most} {noun}, too many for a robot",
    "NothingDescribed": "The file describes no {noun}",
    "NoBodies": "The file describes no {noun}",
    "Inaccessible": "{part}: {file} cannot be read: {reason}",
    "IncludedModel": "{part}: the model {file} is missing: {reason}",
    "LeftOut": "{part} is not drawn: {cause}",
    "Rejected": "{cause}",
    "MacroFailed": "xacro cannot expand the file: {reason}",
    "MissingArguments": "The file needs values for its arguments {names}",
    "UncalledMacros": "The file defines macros ({names}) and calls none, so it describes no robot",
    "Duplicate": "The {noun} name {name} is used twice{first:?; the first is on line @}",
    "NotDefined": _not_defined,
    "NameNotDefined": _not_defined,
    "Roots": _roots,
    "TwoParents": "Link {link} has two parents, joints {first} and {joint}",
    "LinkCycle": _link_cycle,
    "MimicCycle": "Joint {joint} mimics itself through {leader}",
    "MimicDropped": "Joint {joint} counts as independent: it mimics {leader}, which {reason}",
    "InertiaViolation": _violation,
    "LinkViolation": "Link {link} has {violation}",
    "ImplausibleLink": "Link {link} has {violation}",
    "NothingMoved": "Joint {joint} moves link {link}, and nothing beyond it has mass",
    "LimitsReversed": "Joint {joint} has reversed limits: lower {lower}, upper {upper}",
    "NegativeFriction": "Joint {joint} has negative {parameter} ({value})",
    "RoundedAngle": _rounded_angle,
    "WrongUnit": "The {quantity} of {part} is {value}; is it in {unit}?",
    "PointMass": "Link {link} has mass {mass} and no inertia tensor: a point mass",
    "ImplausibleTensor": "Link {link} ({mass}) has the moment {moment}, as if it were {comparison}",
    "PlaceholderTensor": "Link {link} has three equal moments of {moment}, which look like a placeholder",
    "OddLimit": "Joint {joint} has {limit}{value:? (@)}",
    "IdleMimic": "Joint {joint} mimics {leader} with multiplier 0 and never moves",
    "SingularBody": "Joint {joint} moves link {link}, which has no {quantity}",
    "PartProblem": "{noun} {name} needs {expected}{got:?; got @}",
    "NotARotation": _rotation,
    "Unphysical": "The {body}{name:? @} has {violation}, which no body has",
    "SymbolicInertia": "The inertia has symbols without values: {symbols}",
    "NotAvailable": "{function} is not available for robot {robot}, which has {parts}",
    "BadSyntax": "Cannot read {text}: {reason}{token:? @}{column:? at column @}",
    "BadName": _bad_name,
    "BadRow": "{file:?@: }row {row}: {cause}",
    "BadTable": "{file} {reason}{detail:?: @}",
    "RowWidth": "Row {row} of {file} has {got} {got:cell|cells}; the header has {expected}",
    "BadMesh": _mesh,
    "Unrepresentable": _unrepresentable,
    "Dropped": "{format} cannot represent {parameter}{value:? = @} of joint {joint}",
    "NotWrittenBack": "{file} cannot be changed in place: {reason}{name:? (@)}",
    "NotReadBack": _not_read_back,
}
