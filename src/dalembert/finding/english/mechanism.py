"""English for findings about kinematics, mechanisms, mobility and statics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    "contacts": "a sequence of frames, or a mapping of frames to 'point' or 'surface'",
    "leg out of reach": "a leg is too short or too long",
    "beyond limits": "no working mode keeps its joints within their limits",
    "other orientation": "no working mode has that orientation",
    "no motion": "no motion",
    "translations along a line": "translations along a line",
    "translations in a plane": "translations in a plane",
    "translations in space": "translations in space",
    "rotations about one axis": "rotations about one axis",
    "rotations about and translations along one axis": "rotations about and translations along one axis",
    "motions in a plane": "motions in a plane",
    "translations and rotations about one direction": "translations and rotations about one direction",
    "rotations about one point": "rotations about one point",
    "motions in space": "motions in space",
    "screw motions about one axis": "screw motions about one axis",
    "screw motions about parallel axes": "screw motions about parallel axes",
    "Bennett linkage": "a Bennett linkage (opposite sides equal, lengths proportional to the sines of the twists)",
    "Bricard linkage": "a Bricard linkage",
    "Goldberg linkage": "Goldberg linkage",
    "paradoxical loop": "a paradoxical loop, movable by its dimensions",
    "special loop": "a movable loop of special dimensions",
    "line-symmetric": "line-symmetric",
    "plane-symmetric": "plane-symmetric",
    "trihedral": "trihedral",
    "body": "body",
    "mechanism": "mechanism",
    "bodies": "bodies",
    "a mechanism": "a Mechanism or a robot",
    "a joint": "a joint of a drawing",
    "an array of 3": "an array of 3 numbers",
    "revolute": "revolute",
    "prismatic": "prismatic",
    "screw": "screw",
    "universal": "universal",
    "cylindrical": "cylindrical",
    "planar": "planar",
    "spherical": "spherical",
    "fixed": "fixed",
    "joint kind": "joint kind",
}


def _unreachable(f: Any, t: Any) -> str:
    within = " within the joint limits" if f.limits else ""
    index = f" at index {t.index}" if f.index else ""
    off = f"{t.distance} and {t.angle}" if f.angle else f"{t.distance}"
    said = f"Robot {t.robot} cannot bring frame {t.frame} to the target{index}{within}: the nearest pose found is {off} away"
    if f.directions is None:
        return said
    return (
        f"{said}. The frame moves in {t.directions} of 6 directions; a position as target leaves its orientation free"
    )


def _loops(count: int, one: str, many: str) -> str:
    return f"One loop {one}" if count == 1 else f"{count} loops {many}"


def _redundant(f: Any) -> str:
    each = " each" if f.loops > 1 else ""
    return f"{f.redundant} redundant equation{'' if f.redundant == 1 else 's'}{each}"


def _group_redundancy(f: Any, t: Any) -> str:
    geared = f" − {f.couplings}" if f.couplings else ""
    count = f.dimension * (f.bodies - 1 - f.joints) + f.freedoms - f.couplings
    formula = f"{f.dimension}({f.bodies} − 1 − {f.joints}) + {f.freedoms}{geared} = {count}".replace("= -", "= −")
    return (
        f"All joints together allow only {t.group}, a group of dimension {t.dimension}: {f.m - f.dimension} of the {t.m} "
        f"equations of each loop are redundant ({t.redundant} in all). With m = {t.dimension} the formula reads {formula}"
    )


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "LoopsRequired": "{function} needs a robot with loops; robot {robot} has none",
    "OpenLoops": "q does not close the loops of robot {robot}{index:? at index @}: they are open by up to {gap} (rad, or relative to its size)",
    "CannotAssemble": "The loops of robot {robot} cannot be closed{held:? with @ held}{loop:?: loop @ stays open}{gap:? by @}",
    "ContradictoryLoop": "Loop {loop} of robot {robot} contradicts the joints: it is open by {gap} in a direction in which no joint moves",
    "LoopRateError": "{argument} violates the closure of loop {loop} of robot {robot}{index:? at index @} by {residual}",
    "SingularLoops": "Robot {robot} is in a singular configuration{index:? at index @}: its loops do not determine the motion",
    "ModesNotIsolated": "Robot {robot} can still move with {held} held, so its assembly modes cannot be counted",
    "BadQuaternion": "The quaternion of joint {joint} of robot {robot} in {argument}{index:? at index @} has norm {norm}; it must describe a rotation",
    "WrongOutArray": "{argument} must be an array of {dtype} of shape {shape}, got {got}",
    "MasslessMotion": "A motion that the loops of robot {robot} allow moves no mass",
    "UndrivenFreedoms": "Robot {robot} has {freedoms} {freedoms:freedom|freedoms}; its actuated coordinates{actuated:? (@)} drive {driven}, and inverse dynamics needs all",
    "ReversedLimits": "Joint {joint} of robot {robot} has its limits reversed: lower {lower}, upper {upper}",
    "BoundByLoops": "The joints that move frame {frame} of robot {robot} belong to {loops}; this function covers open chains only",
    "FixedFrame": "No joint of robot {robot} moves frame {frame}{moving:?; joints move @}",
    "MixedRanks": "The states of the batch have null spaces of different sizes: J has rank {lowest} to {highest}",
    "SelfMotions": lambda f, t: (
        f"Robot {t.robot} has "
        + (
            f"a self-motion of {t.dimensions} dimensions, which needs a direction"
            if f.dimensions
            else "no motion that leaves its frame at rest"
        )
    ),
    "InfinitelyManySolutions": "Robot {robot} moves frame {frame} with {joints} joints where {needed} are enough: each target has infinitely many solutions",
    "UnreachableTarget": _unreachable,
    "FirstPoseNotReached": "the first pose is not reached from q0",
    "JointsAtLimit": "{joints} at the joint limit",
    "PathSingular": "the Jacobian is singular, or the path leaves the workspace (smallest singular value {value})",
    "JointJump": "joint {joint} would move by {distance} from one pose to the next",
    "NoWorkingMode": "Robot {robot} cannot bring its tool to ({position}): {reason}",
    "OtherArchitecture": "Robot {robot} has the joints of a {architecture}, but its axes are placed differently",
    "NotParallelRobot": "Robot {robot} has no closed solution for its legs. Robots that have: {known}",
    "PlatformOrientation": lambda f, t: (
        f"The platform of robot {t.robot} "
        + ("rotates only in its plane; the pose is tilted" if f.planar else "cannot rotate; the pose is rotated")
    ),
    "OffPlane": "Robot {robot} moves in the plane z = {height}; the target has z = {got}",
    "NoReachablePoint": "Robot {robot} reaches none of {samples} sampled points",
    "NoDeterminant": lambda f, t: (
        f"J of robot {t.robot} has {t.rows} non-zero rows and {t.columns} columns; "
        + ("its determinant is too long to write" if f.rows == f.columns else "a determinant needs a square matrix")
    ),
    "ZeroVector": "{argument}{joint:? of joint @} has length zero; it must be a direction",
    "NoGravity": "Robot {robot} has no gravity, so a mass has no weight",
    "NoEffortLimits": "Robot {robot} has no effort limits for {joints}",
    "StrutWithArmature": "Strut {strut} of robot {robot} has an armature; its forces on the links are not modelled",
    "NothingMoves": "Robot {robot} has no moving joint",
    "NoSingleAxis": "Joint {joint} has no single axis",
    "SelfJoint": "Joint {joint} connects body {body} to itself",
    "JointProperty": lambda f, t: (
        f"Joint {t.joint} is {t.joint_kind} and {'needs' if f.needed else 'has no'} {t.argument}"
    ),
    "ParallelAxes": "The axes of universal joint {joint} are parallel; they must intersect or cross",
    "SymbolicDrawing": "{argument} of joint {joint} contains the symbol {symbol}; a drawing needs numbers",
    "Disconnected": "Mechanism {mechanism} is disconnected: no joints lead from {ground} to {bodies}",
    "FixedOutput": "The output of mechanism {mechanism} is {body}, which is the ground",
    "ImpossibleLinkage": "No {linkage} has lengths {lengths} and angles {angles}",
    "NoJointMotion": "No joint allows any motion",
    "GroupRedundancy": _group_redundancy,
    "LoopGroups": lambda f, t: f"{_loops(f.loops, 'allows', 'allow, each by itself,')} only {t.group}: {_redundant(f)}",
    "LockedLoops": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: "
        f"locked, with {t.freedoms} freedoms and {t.equations} equations"
    ),
    "SharedChains": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: "
        f"{'a Sarrus linkage, ' if f.sarrus else ''}two chains that allow {t.first} and {t.second} and share {t.common}"
    ),
    "SpecialLoops": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: {t.linkage}"
        + (
            f", {' and '.join(f.symmetries)}"
            if f.symmetries
            else f" ({t.joints}R)"
            if f.linkage == "special loop"
            else ""
        )
    ),
    "RepeatedLoops": "Loops repeat each other: {redundant} {redundant:equation follows|equations follow} from the others"
    "{spare:?. Removing any one of @ adds no freedom}",
    "IdleFreedoms": "{idle} {idle:freedom is|freedoms are} idle: a part moves in itself and nothing else moves. Useful freedoms: {useful}",
    "SingularPosition": lambda f, t: (
        f"The drawn position is {'singular' if f.moves else 'shaky'}: to first order it has "
        f"{t.freedoms} {'more ' if f.moves else ''}{'freedom' if f.freedoms == 1 else 'freedoms'} without a finite motion"
    ),
    "InfinitesimalFreedoms": "At every position there {freedoms:is|are} {freedoms} more {freedoms:freedom|freedoms} to first order, without a finite motion",
    "BranchingPosition": "Motions with different freedoms start at the drawn position: {freedoms}",
    "NearlyDependent": "The smallest relative singular value that counts as nonzero is {value}. With slightly different dimensions there would be one more freedom; rounded dimensions need a larger tolerance",
}
