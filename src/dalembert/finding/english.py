"""The sentences of every finding in English, keyed by the kind's name.

A test checks that kinds and keys agree and that placeholders are fields. See `language` for the placeholders.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from math import pi
from typing import Any

NOUNS: dict[str, str] = {
    # what an argument must be
    "a robot": "a Robot, a gallery name or the path of a robot file",
    "a number": "a number",
    "a mapping": "a mapping",
    "a function": "a function",
    "a path": "a path",
    "a text": "a string",
    "a boolean": "True or False",
    # what names belong to
    "robot": "robot",
    "gallery robot": "gallery robot",
    "joint": "joint",
    "link": "link",
    "frame": "frame",
    "symbol": "symbol",
    "column": "column",
    "key": "key",
    "quantity": "quantity",
    "option": "option",
    # what entries are counted by
    "joints": "joints",
    "coordinates": "coordinates",
    "rates": "rates",
    "motors": "motors",
    "motions": "motions",
    "logs": "logs",
    "rows": "rows",
    # why a file cannot be used
    "folder": "it is a folder",
    "not regular": "it is not a regular file",
    "missing file": "no such file",
    # ---- exact equations, derivations, proofs and checking
    # rules of writing
    "dot on a name": "a derivative dot must follow a name",
    "subscript after a name": "a subscript must follow a name",
    "letters of a subscript": "a subscript consists of letters, digits and commas",
    "derivative of an energy": "an energy can be differentiated by one coordinate or velocity only",
    "derivative not taken": "derivatives are not evaluated; write the result",
    "sum of energies": "only the sums Σ T_i and Σ U_i are accepted; write out the terms of other sums",
    "name in braces": "expected a name in braces",
    "argument in braces": "expected an argument in braces",
    "power of a power": "a power of a power needs parentheses",
    "prime": "a prime must follow a coordinate or a matrix",
    "whole power": "a power must be a whole number",
    "number not exact": "the number is not exact; write it as a decimal or a fraction",
    "division by zero": "division by zero",
    "no value": "the operation has no value",
    "no equals sign": "there is no equals sign; write 'tau1 = …' or 'M12 = …'",
    "comma between equations": "a comma or semicolon separates equations, but no '=' follows; write decimals with a point",
    "new line": "a new line that begins with a name needs '='; begin it with +, −, * or / to continue the line before",
    "inverse function": "angles are compared by their sines and cosines; write cos(q2) = … or tan(q2) = … instead",
    # parts of a text that are counted
    "characters": "characters",
    "tokens": "names, numbers and signs",
    "digits": "digits",
    "nested brackets": "nested brackets",
    "nested abbreviations": "nested abbreviations",
    "factors": "factors",
    "diagonal entries": "diagonal entries",
    "power": "as a power",
    "bits of a number": "bits in a number",
    "equations": "equations",
    "a text or a number": "a string or a finite number",
    "LaTeX command": "LaTeX command",
    "LaTeX environment": "LaTeX environment",
    # operations on matrices
    "scalar needed": "a scalar is needed here",
    "added": "cannot be added",
    "multiplied": "cannot be multiplied",
    "equated": "cannot be equal",
    "matrix power": "a matrix has no power except the transpose",
    "matrix rows": "the rows of a matrix must have equal length and scalar entries",
    "determinant": "a determinant needs a square matrix of at most 4 rows",
    # why there is no derivative, or nothing to compare
    "order above two": "the equations contain no derivative above the second",
    "constant": "it is a constant of the robot",
    "not known": "it is not known here; write it out",
    "same sides": "its sides are the same",
    "no symbol left": "no symbol is left on either side",
    # what is too large to expand
    "terms": "terms",
    "divisors, roots and functions": "divisors, roots and functions",
    "degree": "as a degree",
    "terms of a divisor": "terms in a divisor",
    "products of terms": "products of terms",
    "terms of an angle": "terms in an angle",
    "multiple of an angle": "as the multiple of an angle",
    "terms of a sine or cosine": "terms in a sine or cosine",
    # what a model has, and what a name is read as
    "square Jacobian": "square Jacobian of at most 4 joints",
    "base parameter": "base parameter",
    "tool position": "the position of the tool",
    "gravity": "gravity",
    "loop Jacobian": "the Jacobian of the loops, ∂φ/∂q; J_v is that of the tool",
    "velocity split": "the matrix of c = C(q) [q̇²] + B(q) [q̇q̇]",
    "equation number": "the number of the equation",
    "two entries": "two entries; inside brackets, write decimals with a point",
    "effort": "an effort",
    "other side": "the other side",
    # parts of an equation of motion
    "Coriolis terms": "the Coriolis terms, those with q̇_i q̇_j,",
    "centrifugal terms": "the centrifugal terms, those with q̇_i²,",
    "velocity terms": "the Coriolis and centrifugal terms",
    "gravity terms": "gravity",
    "external force": "the external force",
    "weight of a link": "the weight",
    "inertia of a link": "the inertia",
    "rotor": "the rotor",
    "rotor inertia": "the rotor inertia",
    "friction": "friction",
    "motor friction": "the motor friction",
    # how a text was compared
    "entry of S": "S is not unique; a single entry is compared with the Christoffel S. Give all of S to check S q̇ = c",
    "every q": "compared for every q: expressions that are equal only where the loops are closed, φ(q) = 0, count as different",
    "motor angle": "θ is read as the angle of a motor behind its spring, on the link's side of the gear",
    # what a closed form lacks
    "Christoffel symbols": "Christoffel symbols",
    "other S": "the generic and unsymmetrised matrices S",
    "lagrange": "Lagrange",
    "hamilton": "Hamilton",
    "Lagrange's equations": "Lagrange's equations",
    "Hamilton's equations": "Hamilton's equations",
    "logarithm": "its angle is a logarithm of the coordinates",
    "slack spring": "its force is not smooth where it is slack",
    "coupled motor": "its motor also turns with other joints",
    "gear ratio 0": "its gear ratio is 0",
    "overconstrained": "they are overconstrained, so no choice of independent rates holds everywhere",
    "block too large": "a block of closures is not square or has more than 3 rows",
    "not determined": "they do not determine the other rates",
    "too many variables": "too many variables",
    "not in the ring": "it is not part of these equations",
    "derivative not a polynomial": "its derivative is not a polynomial",
    "fraction of an angle": "it is a fraction of an angle of the robot; only whole multiples can be compared",
    "product too large": "a product has too many terms",
    "root of a negative number": "square root of a negative number",
    "derivative by a quaternion": "a unit quaternion has no derivative by one of its entries",
    "not a letter": "letters stand for letters, without index",
    "taken letter": "it already denotes something else here",
    "symbol with a unit": "symbol with a unit",
    "letter": "letter",
    "equation": "equation",
    "variables": "variables",
    "six entries": "six entries",
    "force and moment": "entries of force and moment",
    # structural properties
    "symmetric": "$M$ is symmetric: joint $i$ feels the acceleration of joint $j$ as $j$ feels that of $i$. Newton-Euler does "
    "not impose symmetry on $\\partial \\tau_i/\\partial \\ddot q_j$, so this is an independent check",
    "positive definite": "$M$ is positive definite: every motion of the joints has kinetic energy",
    "skew": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the Christoffel symbols",
    "skew, quasi-velocities": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the recursion, which replaces the Christoffel $S$ "
    "for quasi-velocities",
    "skew, generic S": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the vector derivation, "
    "$\\sum_i (\\partial M_i/\\partial q - \\tfrac{1}{2}(\\partial M_i/\\partial q)^\\top)\\, \\dot q_i$",
    "skew, unsymmetrised S": "$\\dot M - 2S$ is skew-symmetric for the $S$ of unsymmetrised symbols, "
    "$S_{ij} = \\sum_k (\\partial M_{ij}/\\partial q_k - \\tfrac{1}{2}\\partial M_{jk}/\\partial q_i)\\, \\dot q_k$",
    "quadratic form": "$\\dot q^\\top(\\dot M - 2S)\\dot q = 0$ and $S\\dot q = c$: energy conservation needs less than skew symmetry",
    "quadratic forms": "$\\dot q^\\top(\\dot M - 2S)\\dot q = 0$ and $S\\dot q = c$ for all three $S$: energy conservation needs less "
    "than skew symmetry",
    "own centrifugal": "$c_{iii} = 0$: no joint feels a centrifugal force from its own motion",
    "linear": "$\\tau$ is linear in the inertial parameters $m$, $m c$, $I_\\mathrm{O}$ of the links: with all of them unknown, every "
    "term of the efforts contains exactly one",
    "newton-euler": "Newton and Euler",
    "kane": "Kane",
    "virtual-work": "virtual work",
    "hamel": "Hamel",
    "claim": "claim",
    # why M may not be positive definite, or T + U not all the energy
    "mimic joints": "mimic joints move several links at once, so the link-by-link proof does not apply",
    "impossible inertia": "it has an inertia that no body has",
    "negative mass": "its mass is negative",
    "moments without mass": "it has first moments but no mass",
    "indefinite tensor": "its inertia tensor about the centre of mass is not positive semidefinite",
    "negative rotor inertia": "its rotor has negative inertia",
    "gimbal lock": "its angles lock where two of its axes coincide",
    "no own inertia": "the link has no inertia of its own at the joint",
    "elastic joints": "the springs of elastic joints store energy: $\\tfrac{1}{2} K (q - \\theta)^2$ is not part of $T + U$",
    "bristles": "friction bristles store energy that is not part of $T + U$",
    "constant offset": "a constant offset does work without an input",
    # what a proof assumes
    "masses": "masses are non-negative",
    "tensors": "inertia tensors about the centres of mass are positive semidefinite",
    "own inertias": "each of these links has inertia about its own joint",
    "inertia about every axis": "these links have inertia about every axis through their joint, and mass where it slides",
    "efforts and gravity": "$u$ is the effort at the joints, no other force acts, and gravity is uniform",
    "no friction": "there is no friction",
    "closed loops": "the loops stay closed, $\\phi(q) = 0$; $M$, $c$ and $g$ are those of the spanning tree",
    "unit quaternions": "quaternions have unit length, and the rates of ball joints are angular velocities in the axes of the moved link",
    "gravity compensation": "gravity compensation is part of $U$, as weight that is removed",
    "rotors about their axes": "rotors turn about their own axes only: gyroscopic effects are neglected",
    "rigid model": "$M$, $c$ and $g$ are those of the rigid model, $\\theta = q$",
    # why parameters are grouped
    "revolute joint": "its part that is symmetric about the axis of the revolute joint moves with the parent",
    "prismatic joint": "the link turns with the parent of the prismatic joint, which feels its tensor",
    "ball joint": "the mass, placed at the centre of the ball joint, moves with the parent",
    "dependent column": "its column is a linear combination of theirs",
    "no effect": "it has no effect on the motion",
    "multiple": "it is not an independent parameter for this structure",
    # why entries of M do not change, and joints accelerate
    "own coordinate": "a joint moves everything behind it as one body",
    "constant entry": "is constant",
    "zero entry": "is zero",
    "cyclic coordinate": "is cyclic, so no entry of M depends on it",
    "independent entry": "does not depend on it",
    "positive diagonal": "always accelerates: M⁻¹ is positive definite",
    "nowhere zero": "always accelerates: its entry of M⁻¹ is nowhere zero",
    "zero everywhere": "never accelerates: its entry of M⁻¹ is 0 in every configuration",
    "except": "accelerates, except where",
    "in general": "accelerates in general: its entry of M⁻¹ is not zero",
    "zero at samples": "never accelerates: its entry of M⁻¹ is 0 at random configurations",
    # where an inertia is largest
    "constant inertia": "is the same in every configuration",
    "no simple form": "has no simple closed form; bind the symbols of the robot to search numerically",
    "for positive parameters": ", for positive parameters",
    "exactly": "",
    "by search": " (found by search)",
    "kind of term": "kind of term",
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    "time slice": "a slice in seconds, such as log[2:12.5]",
    "decimation": "Decimation",
    "sample table": "a path, a mapping of arrays or a data frame",
    "binary file": "it is a binary file; binary logs need their own suffix",
    "no numbers": "it has no line of numbers",
    "no numeric columns": "it has no columns of numbers",
    "one sample": "it has a single sample",
    "damaged": "it is damaged or of another format",
    "python objects": "it holds Python objects, which are not read",
    "no messages": "the topic has no messages",
    "no joint states": "it has no sensor_msgs/msg/JointState topic",
    "not an array": "a column is not an array of numbers",
    "empty positions": "a column of positions has no numbers",
    "incomplete rows": "fewer than four rows have all their numbers",
    "short pieces": "every piece between two gaps is too short",
    "not a bag": "it is a folder without metadata.yaml, so not a ROS 2 bag",
    "HDF5 files": "HDF5 files and MATLAB v7.3 files",
    "Parquet files": "Parquet files",
    "ROS 2 bags": "ROS 2 bags",
    "positions": "positions",
    "time": "time",
    "efforts": "efforts",
    "commands": "commanded positions",
    "joint values": "joint values",
    "point": "points (x, y, z)",
    "topics": "topics with joint states",
    "sets of columns": "sets of columns",
    "file suffix": "file suffix",
    "topic": "topic",
    "unit": "unit",
    "file constant": "constant",
    "file": "file",
    "columns": "columns",
    "numbers": "numbers",
    "messages": "messages",
    "bytes": "bytes",
    "words": "they hold text",
    "without numbers": "they hold no numbers",
    "other length": "they have another number of samples",
    "other width": "lines with another number of cells",
    "other joints": "messages that name other joints",
    "rows not finite": "rows with values that are not finite",
    "same stamp": "samples with the time stamp of the previous one",
    "same row": "rows that equal the previous one",
    "sample and hold": "rows that repeat the previous one (sample and hold)",
    "stray stamp": "time stamps far from both neighbours",
    "spike": "position spikes of a single sample",
    "short piece": "pieces between gaps that are too short",
    "current": "current",
    "voltage": "voltage",
    "effort channel": "effort",
    "amperes": "amperes",
    "volts": "volts",
    "measured speeds": "measured speeds then agree with the positions",
    "sampling period": "by the distance of the time stamps",
    "given rate": "as given",
    "few stamps": "Time has fewer than two finite stamps",
    "constant time": "Time does not increase anywhere",
    "counted time": "Time counts 0, 1, 2, …, which may be samples, or milliseconds at 1 kHz",
    "unlikely period": "The period is not plausible for a robot in s, ms, us or ns",
    "position channel": "position",
    "position and effort": "position and effort",
    "gear ratio": "gear ratio",
    "time stamps": "time stamps",
    "deg/s": "speeds are in deg/s, or positions in deg",
    "rad and deg/s": "positions are in rad and speeds were read as deg/s, or the other way round",
    "rpm": "speeds are in rpm",
    "turns": "positions are not in turns",
    "ms": "time stamps are in ms",
    "read as ms": "time was read as ms",
    "us": "time stamps are in us",
    "sign": "the sign of one of them is flipped",
    "scale": "a gear ratio or a unit is wrong",
    "a log": "a Log, or an object with t, q, qd, qdd and tau",
    "friction model": "friction model",
    "identification": "Identification",
    "a load": "an Inertia, or a tuple (frame, Inertia)",
    "payload parameters": "parameters of a payload",
    "consistent parameters": "physically consistent parameters",
    "drive gains": "drive gains",
    "every parameter": "parameters",
    "segments": "segments of the log",
    "load friction": "friction that grows with the load",
    "asymmetric friction": "damping that differs by direction",
    "position limits": "position limits; a turn, or the arm's length for prismatic joints, is assumed",
    "speed limits": "speed limits; π rad/s, or 1 m/s for prismatic joints, is assumed",
    "effort limits": "effort limits; the limit 0 is ignored",
    "speed": "speed",
    "acceleration": "acceleration",
    "capsules": "a list of capsules (one end, other end, radius)",
    "a capsule": "a tuple (one end, other end, radius) of 3 + 3 + 1 numbers in metres",
    "calibration": "Calibration",
    "parameter names": "a name or a list of names",
    "bar postures": "The selection of postures on the ball-bar",
    "measurements": "a mapping with q and one of poses, points, distances; a pair (q, values); or a list of mappings",
    "base": "base",
    "tool": "tool",
    "centre": "centre",
    "base from distances": "the base from distances",
    "poses": "poses",
    "distances": "distances",
    "joint angles": "The joint values",
    "measured lengths": "The measured lengths",
    "robot lengths": "The lengths of the robot",
    "geometric parameter": "geometric parameter",
    "other shapes": "has different shapes",
    "text and number": "is text for some members and a number for others",
    "empty array": "is an empty array",
    "other type": "is neither a number, an array of numbers nor a text",
    "taken name": "is already a column of the study",
    "not a mapping": "is not a mapping from names",
    "members": "members",
    "simulation or function": "a Simulation or a function of a member",
    "parameter": "parameter",
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
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
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    "method": "method",
    "an encoder": "an Encoder",
    "functions": "a list of functions of (t, q, qd)",
    "tasks": "a trajectory, a list of trajectories or a tuple of arrays (q, qd, qdd)",
    "elastic joints": "elastic joints",
    "internal states": "elastic joints, bristle friction or motor currents",
    "bristles or currents": "bristle friction or motor currents",
    "loops": "kinematic loops",
    "ball joints": "ball joints",
    "springs": "springs",
    "ball rates": "the rates of a ball joint as independent coordinates",
    "ball limits": "stops of ball joints",
    "trajectories": "trajectories",
    "steps": "steps",
    "samples": "samples",
    "points": "points",
    "axis": "axis",
    "gears": "gears",
    "position": "position",
    "velocity": "velocity",
    "effort": "effort",
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
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
            "body",
            "child link",
            "coordinate",
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
            "file",
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
            "numbers",
            "other files are not read",
            "parameter",
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
            "springs",
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
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    "a list of frames": "a list of frames",
    "a list of names": "a list of names",
    "a GPU array": "an array of CuPy, PyTorch or JAX on a GPU",
    "target": "target",
    "method": "method",
    "input": "input",
    "function": "function",
    "functions": "functions",
    "entries": "entries",
    "axes": "axes",
    "coordinate": "coordinate",
    "states in one launch": "states in one launch",
    "bytes of state": "bytes of state",
    "no moving joint": "it has no moving joint",
    "no loops": "it has no loops",
    "no loops or contacts": "it has no loops and no contact is given",
    "fixed frame": "no joint moves the frame",
    "gravity compensation": "some of its links are carried by gravity compensation",
    "ball rates": "the rates of a ball joint are not derivatives of coordinates",
    "elastic": "be elastic",
    "one motor": "have a single motor",
    "division by zero": "Division by zero",
    "negative root": "Square root of a negative number",
    "C order": "JAX stores arrays in C order only",
    "unknown library": "the arguments are neither CuPy, PyTorch nor JAX arrays",
    "no driver": "No NVIDIA driver is installed",
    "no GPU": "The NVIDIA driver finds no GPU",
    "rejected kernel": "The NVIDIA driver rejects the kernel",
    "failed call": "A call of the NVIDIA driver failed",
    "memory": "The operating system does not allow generated code to run",
    "LLVM": "LLVM cannot run code on this machine",
    "NumPy": "The C interface of this NumPy version is unknown",
    "no C compiler": "no C compiler was found",
    "unknown platform": "FMI 2.0 defines no binary for this processor",
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    # forms
    "name=value": "name=value",
    "contact": "frame, frame=point or frame=surface",
    "an address": "an IP address of this machine, such as 127.0.0.1",
    "a request": 'JSON of the form {"v": 1, "id": number, "ask": name, "with": {…}}',
    "a change": '{"table", "row", "column", "text"}, all strings',
    "changes": "a list of changes",
    "names": "a list of names",
    "a log name": "the name of an uploaded log",
    "a folder name": "8 to 40 letters, digits, - or _",
    "a camera": "(elevation, azimuth) in degrees, optionally followed by a zoom between 0.15 and 6",
    "a frame name": "the name of a link or frame",
    "a run": "a Run, as simulate returns it",
    "robots": "robots",
    "plane axes": "two-dimensional Matplotlib axes",
    "a width": "'page' (425 pt), 'column' (246 pt) or a number of points between 100 and 2000",
    # what is unknown or counted
    "part": "part",
    "layer": "layer",
    "controller": "controller",
    "view": "view",
    "motion": "motion",
    "page": "page",
    "request": "request",
    "table": "table",
    "DH row": "Denavit-Hartenberg row",
    "views": "views",
    "pictures": "configurations of a film",
    "files": "files",
    "edits": "changes in one edit",
    "pending": "pending requests of one tab",
    # what is not there yet
    "open robot": "open robot in this tab",
    "identified robot": "identified robot in this tab",
    "undo": "edit to undo",
    "redo": "edit to redo",
    "upload": "uploaded file",
    "robot file": "robot file among the uploaded files (.urdf .xacro .xml .mjcf .sdf .toml .csv .par)",
    "equation text": "equation to check",
    "greeting": "session for this connection",
    # why an argument is needed
    "end of motion": "the configuration where the motion ends",
    "a robot or lecture": "a robot, or --lecture",
    "robot of run": "this run does not store its robot",
    "frame of push": "the frame that is pushed",
    # why a file of an upload is refused
    "outside": "it is not a relative path inside a folder",
    "twice": "a file with this name was uploaded already",
    "zip link": "the zip archive contains it as a link",
    "overlap": "another file of the zip archive has this path",
    # why the studio does not serve a request
    "other host": "the request was sent to another host name",
    "other page": "the studio serves its own pages only",
    "no token": "the address lacks the token of this server; open the address that `dalembert studio` printed",
    # why a page has no controller
    "unactuated": "it has elastic joints, a motor at a ball joint, or no motor",
    "partly actuated": "it has a ball joint or a coordinate without a motor",
    # what could not be typeset
    "document": "The document could not be typeset",
    "notebook": "A cell of the notebook failed",
    # ---- end of pages, studio and command line
    #
}


def _known(f: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    listed = ", ".join(f.known[:12]) + (", …" if len(f.known) > 12 else "")
    return f"{hint} Expected one of: {listed}" if f.known else hint


def _unknown(f: Any, t: Any) -> str:
    if f.owner is None:
        subject = f"Unknown {t.noun} {t.name}" + (f" in {t.argument}" if f.argument else "")
    else:
        subject = (
            f"{t.owner} {t.owner_name} has no {t.noun} {t.name}"
            if f.owner_name
            else f"A {t.owner} has no {t.noun} {t.name}"
        )
    return subject + _known(f)


def _range(f: Any, t: Any) -> str:
    low, high = f.lower is not None, f.upper is not None
    if low and high:
        bounds = f"between {t.lower} and {t.upper}" + (" (exclusive)" if f.strict else "")
    elif low:
        bounds = (
            (f"greater than {t.lower}" if f.strict else f"at least {t.lower}")
            if f.lower or not f.strict
            else "positive"
        )
        bounds = "non-negative" if f.lower == 0 and not f.strict else bounds
    else:
        bounds = f"less than {t.upper}" if f.strict else f"at most {t.upper}"
    return f"{t.argument} must be {bounds}, got {t.got}"


def _integer(f: Any, t: Any) -> str:
    bounds = (f" of at least {t.lower}" if f.lower is not None else "") + (
        f" up to {t.upper}" if f.upper is not None else ""
    )
    return f"{t.argument} must be an integer{bounds}, got {t.got}"


def _one_of(f: Any, t: Any) -> str:
    names = [f"'{x}'" if not x.isdigit() else x for x in f.choices]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}"
    return f"{t.argument} must be {listed}, got {t.got}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


# ---- functions: exact equations, derivations, proofs and checking
_MISTAKES = {
    "kinetic slope dropped": "the term −∂T/∂q{k} of Lagrange's equation was dropped: −∂T/∂q{k} = {lost} is missing",
    "kinetic slope added": "∂T/∂q{k} was added; Lagrange's equation subtracts it, d/dt(∂L/∂q̇{k}) − ∂L/∂q{k}",
    "kinetic slope doubled": "the ½ of ∂T/∂q{k} = ½ q̇ᵀ(∂M/∂q{k})q̇ was lost",
    "constant inertia": "d/dt(∂T/∂q̇{k}) was taken with a constant M; M depends on q, so the product rule adds Ṁq̇, here {lost}",
    "Coriolis halved": "the factor 2 of the Coriolis terms is missing: q̇_i q̇_j stands for c_kij and c_kji together",
    "doubled": "{part} are twice too large",
    "halved": "{part} are halved: c_kii q̇_i² has the factor 1",
    "wrong sign": "{part}{of} {has} the wrong sign",
    "missing": "{part}{of} {be} missing",
    "half lost": "the ½ of the kinetic energy ½ m v² + ½ I ω² is missing",
    "half twice": "the ½ of the kinetic energy was applied twice",
    "potential sign": "the potential energy has the wrong sign: L = T − U, E = T + U, and U grows with height",
    "parallel axis missing": "the parallel-axis (Steiner) term m d² of {link} is missing: the inertia is given about the "
    "centre of mass, at a distance d from the joint",
    "parallel axis twice": "the parallel-axis (Steiner) term m d² of {link} is counted twice",
    "link left out": "{link} is left out altogether",
    "coupling missing": "the coupling {between} is missing: accelerations of other joints act through M_{k}j",
    "gear ignored": "{part}{of} was not transformed through the gear: it appears with N²",
    "gear once": "{part}{of} was multiplied by N once: it appears with N²",
    "other zero": "q{n} was measured from another zero, a right angle away, which exchanges sine and cosine",
    "other direction": "q{n} was counted positive in the other direction",
    "absolute angles": "the angles were measured from the ground (absolute); q is measured from the previous link (relative)",
}
_REASONS = {
    "gravity terms": ": with M q̈ + c + g = τ it is g = +∂U/∂q, which the motors must hold",
    "external force": ": M q̈ + c + g = τ + JᵀF",
    "friction": ": it opposes the motion, so the motor must add it",
}
_SLIPS = {
    "replaced": "{written} is written where {meant} belongs",
    "wrong index": "{written} is written where {meant} belongs (wrong index)",
    "other angle": "{written} is written where {meant} belongs; q is measured from the previous link, so angles add up",
    "squared": "{written} is written squared",
    "not squared": "{written} is written without its square",
    "factor missing": "the factor {meant} is missing",
    "factor added": "there is a factor {written} too many",
    "parallel axis": "the parallel-axis (Steiner) term {lost} is missing: a mass at a distance d adds m d²",
}
_CONVENTIONS = {
    "last index": "the last index of c_ijk is that of the equation; here it is the first",
    "middle index": "the middle index of c_ijk is that of the equation; here it is the first",
    "mass centres": "v_k and p_k are of the centre of mass of link k; here they are of its origin, and v_ck and p_ck of its centre",
    "generic S": "S is not unique; this is an entry of another S with S q̇ = c, Σ (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i",
    "unsymmetrised S": "S is not unique; this is an entry of another S with S q̇ = c, not made symmetric",
    "Q gravity": "Q is gravity, not the effort",
    "Q weight": "Q is the force of gravity, −∂U/∂q, on the right; here τ is the effort and g = ∂U/∂q",
    "passive": "no motor drives joint {joint}, so its effort is 0",
    "closed": "φ is 0 where the loop is closed",
    "velocity only": "{name} contains the Coriolis and centrifugal terms only",
    "is gravity": "{name} is gravity",
    "velocity and gravity": "{name} contains the velocity terms and gravity",
    "pair": "c_ijk is the whole coefficient of the product of two velocities, c_kij and c_kji together",
    "not symmetric": "h_ijk = ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i are the factors of S_ij = Σ h_ijk q̇_k, not made symmetric",
    "world axes": "ω is written in world axes, not in the link's axes",
    "link axes": "v is written in the link's axes",
    "far end": "the frame of a link is at its far end; here it is at its joint",
    "angular first": "the angular rows of J come first",
    "plane angle": "the third row of J is that of the angle in the plane",
    "rotor counted": "the energy of the joint's rotor is included",
    "row order": "the rows of J have another order",
    "gravity right": "g is on the right, M q̈ + c = τ + g; here it is +∂U/∂q, on the left",
    "absolute": "the angles are measured from the ground (absolute); here q is measured from the previous link",
    "absolute efforts": "the angles are measured from the ground (absolute), with their own efforts; here q is measured from "
    "the previous link",
}


def _mistake(f: Any, t: Any) -> str:
    many = f.part in ("Coriolis terms", "centrifugal terms", "velocity terms")
    said = _MISTAKES[f.mistake].format(
        k="" if f.joint is None else f.joint,
        n=f.number,
        part=t.part,
        link="every link" if f.number is None else f"link {f.number}",
        of="" if f.number is None else f" of {'joint' if f.part == 'motor friction' else 'link'} {f.number}",
        has="have" if many else "has",
        be="are" if many else "is",
        between="between the joints" if f.number is None else f"with joint {f.number}",
        lost=f"(a sum of {f.terms} terms)" if f.lost is None else t.lost,
    )
    why = _REASONS.get(f.part, "") if f.mistake == "wrong sign" else ""
    return said + why + (", in the gravity terms" if f.gravity_only else "")


def _slip(f: Any, t: Any) -> str:
    lost = f"(a sum of {f.terms} terms)" if f.meant is None else t.meant
    return _SLIPS[f.slip].format(written=t.written, meant=t.meant, lost=lost)


def _conflict(f: Any, t: Any) -> str:
    shown = [f"{x[0]}×{x[1]}" if x else "a scalar" for x in f.shapes]
    return (
        f"{' and '.join(shown)} {t.operation}"
        if len(shown) == 2
        else f"{t.operation}" + (f", got {shown[0]}" if shown else "")
    )


def _balance(f: Any, t: Any) -> str:
    if f.closing is None:
        return f"{t.opening} is not closed"
    return f"{t.closing} closes nothing" if f.opening is None else f"{t.closing} cannot close {t.opening}"


def _measured(f: Any, t: Any) -> str:
    unit = "a number" if f.unit == "1" else f.unit
    return f"{t.formula if f.formula is not None else f'a sum of {f.terms} terms'} is {unit}"


def _dimension(f: Any, t: Any) -> str:
    found, wanted = ("a number" if x == "1" else x for x in (f.found, f.wanted))
    what = t.formula if f.formula is not None else f"a sum of {f.terms} terms"
    return f"{what} is {found}, {t.claimed} is {wanted}"


def _coordinates(numbers: Any) -> str:
    names = [f"$q_{{{k}}}$" for k in numbers]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" and {names[-1]}"


def _cyclic(f: Any, t: Any) -> str:
    said = f"{_coordinates(f.coordinates)} {'does' if len(f.coordinates) == 1 else 'do'} not appear in $M$: the base frame is arbitrary"
    if len(f.absent) > 1:
        said += f". $M$ contains none of {_coordinates(f.absent)}"
    if f.conserved:
        said += f". $U$ does not contain {_coordinates(f.conserved)} either: without input{' and friction' * f.friction} the momentum is constant"
    return said


def _last(f: Any, t: Any) -> str:
    names = ", ".join(f"$M_{{{k}{',' if k > 9 else ''}{k}}}$" for k in f.coordinates)
    return f"{names} {'is' if len(f.coordinates) == 1 else 'are'} constant: a last joint moves one rigid body"


def _power(f: Any, t: Any) -> str:
    friction, offset = r" - \tau_\mathrm{f}" * f.friction, r" - \tau_0" * f.offset
    effort = f"(u{friction}{offset})" if friction or offset else " u"
    said = (
        rf"$\mathrm{{d}}E/\mathrm{{d}}t = \dot q^\top{effort}$: the energy $T + U$ changes by the power of the motors"
    )
    said += " minus the power of friction" * f.friction + " and of constant offsets" * f.offset
    loops = r". While $\phi = 0$ holds, the cuts do no work: $\dot\phi = J\dot q$, so $\dot q^\top J^\top\lambda = 0$"
    return f"{said}{loops * f.loops}"


def _methods(f: Any, t: Any) -> str:
    if not f.numerical:
        return f"{t.methods}: {len(f.methods)} derivations, one model"
    swing = r" + \omega \times p" if f.quasi else ""
    law = rf"$\mathrm{{d}}/\mathrm{{d}}t\; \partial L/\partial \dot q - \partial L/\partial q{swing}$"
    return f"{t.methods}: {law}, differentiated, agrees with the recursion"


def _squares(f: Any, t: Any) -> str:
    law = r"$M = \sum m J_\mathrm{v}^\top J_\mathrm{v} + J_\omega^\top I_\mathrm{c} J_\omega$"
    why = "an exact identity" if f.identity else "König's theorem"
    signs = (
        "for masses ≥ 0 and positive semidefinite tensors" if f.symbolic else "since masses and tensors are physical"
    )
    own = " (assumed positive)" * f.symbolic
    return (
        f"sum of squares of partial velocities: {law} ({why}). No term is negative, {signs}. A motion without energy stops "
        f"joint by joint from the base, since each link has inertia about its own joint{own}"
    )


def _search(f: Any, t: Any) -> str:
    where = ": " + ", ".join(f"{x.name} = {x.value:.3g}" for x in f.values) if f.values else ""
    return f"smallest eigenvalue of $M$ relative to its largest, at {f.states} random states and by descent from the smallest{where}; no proof, since {t.cause}"


def _bound(f: Any, t: Any) -> str:
    if f.loop is not None:
        return f"loop {t.loop} binds the coordinates: none of them moves alone"
    more = ", and this S is made of derivatives along coordinates" * f.derivatives
    return f"the rates of ball joint {t.joint} are quasi-velocities, without coordinates behind them{more}"


def _assumption(f: Any, t: Any) -> str:
    sign = {"masses": r" $\ge 0$", "own inertias": " $> 0$"}.get(f.assumption, "")
    subjects = f": {t.formulas}{sign}" if f.formulas else f": {', '.join(f.links)}" if f.links else ""
    return f"{t.assumption}{subjects}"


def _entry(f: Any, t: Any) -> str:
    if f.reason == "own coordinate":
        return f"{f.entry} cannot depend on {f.coordinate}: {t.reason}"
    if f.reason == "independent entry":
        return f"{f.entry} does not depend on {f.coordinate}"
    return f"{f.coordinate if f.reason == 'cyclic coordinate' else f.entry} {t.reason}"


def _vanishes(f: Any, t: Any) -> str:
    if f.cancelling:
        return f"{' and '.join(f.cancelling)} cancel in ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)"
    return f"it is ½ {f.half}, and {t.parts}" if f.half else str(t.parts)


def _accelerates(f: Any, t: Any) -> str:
    where = f" {'; '.join(f.where)}" if f.where else ""
    apart = (
        f" (there M{min(f.joint, f.input)}{max(f.joint, f.input)} = 0, the joints are decoupled)" if f.decoupled else ""
    )
    return f"Under u{f.input} alone, from rest, joint {f.joint} {t.answer}{where}{apart}"


def _extremes(f: Any, t: Any) -> str:
    if f.answer in ("constant inertia", "no simple form"):
        return f"{f.quantity}{f' = {t.value}' if f.value is not None else ''} {t.answer}"
    near = "near" if f.answer == "by search" else "at"
    places = [f"{near} {x}" if x else "at the limit of the joint" for x in (f.largest, f.smallest)]
    return f"{f.quantity} is largest {places[0]} and smallest {places[1]}{t.answer}"


# ---- end of functions: exact equations, derivations, proofs and checking


# ---- functions: identification, logs and calibration
def _list(items: Any, most: int = 8) -> str:
    return ", ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _percent(x: float) -> str:
    return f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"


def _quantity_not_found(f: Any, t: Any) -> str:
    has = f". It has: {_list(f.columns, 20)}" if f.columns else ""
    return f"{t.file} has no columns for {t.quantity}{has}" + "".join(f". {x}" for x in f.dropped[:4])


def _column_count(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} needs {t.expected}" if f.robot else f"expected {t.expected}"
    named = f" ({_list(f.columns, 4)})" if f.columns else ""
    return f"{t.file or 'columns'} has {len(f.columns)} columns for {t.quantity}{named}; {needs}"


def _ambiguous(f: Any, t: Any) -> str:
    return f"{t.file} has {len(f.candidates)} {t.noun}: " + "; or ".join(_list(x, 4) for x in f.candidates[:12])


def _rate_basis(f: Any, t: Any) -> str:
    at = f" ({t.rate})" if f.rate else ""
    return f"Time is in {t.unit}{at}" + (f": {t.basis}" if f.basis else "")


def _unit_converted(f: Any, t: Any) -> str:
    return f"{t.quantity} is in {t.units}: multiplied by {', '.join(f'{x:.6g}' for x in f.factors)}"


def _sign_flipped(f: Any, t: Any) -> str:
    who = t.joints if len(f.joints) < 3 else "all joints"
    return f"The {t.channel} of {who} has the wrong sign"


def _joints_swapped(f: Any, t: Any) -> str:
    return f"The {t.channel} columns of '{f.joints[0]}' and '{f.joints[1]}' are swapped"


def _efforts_delayed(f: Any, t: Any) -> str:
    size = f"{abs(f.delay.value):.2g}" + (" or more" if f.beyond else f" ± {f.sigma.value:.1g}")
    return f"Efforts are {size} {f.delay.unit} {'late' if f.delay.value > 0 else 'early'}"


def _speed_order(f: Any, t: Any) -> str:
    return (
        f"The speed of '{f.joints[1]}' is the derivative of the position of '{f.joints[0]}' (correlation {f.correlation:.3f}, "
        f"its own {f.own:.3f}): speeds or positions are in another order"
    )


def _doubt(f: Any, t: Any) -> str:
    if f.before is None or f.after is None:
        return str(f.fault)
    whose = f" of the effort of '{f.joint}'" if f.joint else " of the efforts"
    also = "".join(f"; equally likely: {x}" for x in f.alternatives)
    return f"{f.fault}? Corrected, the best model leaves {f.after:.1%}{whose} unexplained, as recorded {f.before:.1%}{also}"


def _unconfirmed(f: Any, t: Any) -> str:
    left = ""
    if f.before:
        left = f"{_list([f'{x:.1%}' for x in f.before])} of the efforts unexplained, otherwise {_list([f'{x:.1%}' for x in f.after])}; "
    best = min(f.significance)
    if best < -f.needed:
        sure = f"even better, by {-best:.1f} standard errors, but for too little of the effort"
    else:
        sure = f"{_list([f'{x:.1f}' for x in f.significance], 4)} standard errors in favour of the recorded one, {f.needed:.0f} would confirm it"
    shares = " and ".join(f"{x:.2g}" for x in f.link_share)
    why = f". The links cause only {shares} of these efforts, friction the rest" if f.link_share else ""
    return f"Not ruled out: {f.fault}. The log is predicted as well ({left}{sure}){why}"


def _controller_unstable(f: Any, t: Any) -> str:
    if f.cause is not None:
        return f"The model does not follow the commands of {t.log} under this controller: {t.cause}"
    sampled = f", sampled every {t.period}," if f.period else ""
    return f"The controller{sampled} does not hold the robot of {t.log} at its command: errors grow by e in {t.growth}"


def _payload_suspected(f: Any, t: Any) -> str:
    more = "a payload that the model does not have" if f.mass.value > 0 else "less than the model has"
    if f.only_joint:
        more += ", or its efforts or positions are in another unit or behind another gear"
    return (
        f"The given robot leaves {_percent(f.before)} of the torque unexplained, with {f.mass.value:+.3g} {f.mass.unit} at {t.link} "
        f"{_percent(f.after)}: it carries {more}; the identified links include it"
    )


def _controller_differs(f: Any, t: Any) -> str:
    if f.joint is None:
        return (
            f"Simulated torques are off by {_percent(f.share)}, those of the measured motion by {_percent(f.measured)}: "
            "the controller was another one, or friction is not what a drive can have"
        )
    return (
        f"Simulated positions of {t.joint} are off by {_percent(f.share)} of its distance from the command: "
        "the controller was another one (gains, period, commanded rate)"
    )


def _fit_verdict(f: Any, t: Any) -> str:
    said = []
    if f.signals is not None:
        said.append(f"the efforts are {t.signals.value.unit}, and so are the parameters")
    if f.doubt is not None:
        said.append(f"the log is probably faulty ({f.doubt.fault}): see warnings first")
    said.append(
        f"good for feed-forward to {_percent(f.error)} on this trajectory"
        if f.good
        else f"not good enough for feed-forward: {_percent(f.error)} of the torque is unexplained"
    )
    if f.elsewhere is not None:
        said.append(
            f"on other motions expect {_percent(f.elsewhere)}"
            if f.elsewhere < 1e300
            else "other motions feel parameters that this one does not show"
        )
    if f.other_robot:
        said.append("this was not the given robot, see warnings")
    if f.unseen:
        said.append(f"the inertia of {t.unseen} is not determined")
    if f.payload_unseen:
        said.append("do not trust the payload")
    text = "; ".join(said)
    return text[0].upper() + text[1:]


def _geometric_parameter(f: Any, t: Any) -> str:
    axis, angle = f.step[-1], f.is_angle
    if f.part == "centre":
        return f"the {axis} of the centre"
    if f.is_offset:
        return f"the offset of joint '{f.owner}'"
    moved = "rotation" if angle else "shift"
    along = "about" if angle else "along"
    if f.part == "joint":
        return f"the {moved} of joint '{f.owner}' {along} its {'axis' if axis == 'z' else axis}"
    whose = "the base" if f.part == "base" else "the tool" + (f" at '{f.owner}'" if f.name != f"tool.{f.step}" else "")
    return f"the {moved} of {whose} {along} {axis}"


def _unseen_direction(f: Any, t: Any) -> str:
    own, where = str(f.parameter), " in the measured postures" if f.measured_only else ""
    if not f.others:
        return f"{own}: not observable{where or ' in any posture'}"
    if len(f.others) == 1:
        other, factor = f.others[0]
        seen = {1.0: "their sum", -1.0: "their difference"}.get(round(factor, 6))
        seen = seen or f"{other.name} {'+' if factor > 0 else '−'} {abs(factor):.4g} {f.parameter.name}"
        return f"{own} and {other}: only {seen} is observable{where}"
    terms = []
    for other, factor in f.others:
        unit = "" if other.unit == f.parameter.unit else f" {other.unit}/{f.parameter.unit}"
        size = "" if round(abs(factor), 6) == 1 and not unit else f"{abs(factor):.3g}{unit} × "
        terms.append(f"{'+' if factor > 0 else '−'} {size}({other})")
    return f"{own}: equivalent to {' '.join(terms)}{where}"


def _length_or_angle(value: float, angle: bool) -> str:
    return f"{180 / pi * value:.3g}°" if angle else f"{1e3 * value:.3g} mm"


def _calibration_verdict(f: Any, t: Any) -> str:
    said = [f"{f.parameters} parameters ({f.joint_parameters} of joints) from {f.measurements} {' and '.join(f.kinds)}"]
    change = " → ".join(_length_or_angle(x, False) for x in f.length)
    if f.angle is not None:
        change += f", orientation error {' → '.join(_length_or_angle(x, True) for x in f.angle)}"
    said.append(f"Position error {change} (root mean square, at the measured postures)")
    worst = [f"{_length_or_angle(s, p.is_angle)} ({p.name})" for p, s in f.least_certain]
    said.append(f"Least certain: {', '.join(worst)}")
    if f.unseen:
        said.append(f"{f.unseen} directions are not identifiable and stay unchanged")
    return ". ".join([*said, *(f"Warning: {str(x).rstrip('.')}" for x in f.warnings)]) + "."


# ---- end of functions: identification, logs and calibration


# ---- functions: mechanisms, kinematics, mobility and statics
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


# ---- end of functions: mechanisms, kinematics, mobility and statics

# ---- functions: simulation, control and trajectories


def _diverged(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    when = "at" if f.step is None else "before"
    why = f": {f.reason}" if f.reason else ""
    long = f"; the step of {t.step} is too long" if f.step else ""
    loops = "; its loops may have reached a singular configuration" if f.loops else ""
    return f"The motion{which} diverged {when} t = {t.time}, most at joint {t.joint}{why}{long}{loops}"


def _energy_jump(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    return (
        f"The energy{which} changes by {t.change} without a cause between t = {t.start} and {t.end}; the step is too long, "
        "or the loops have reached a singular configuration"
    )


def _not_stabilizable(f: Any, t: Any) -> str:
    why = f": {f.reason}" if f.reason else ": no effort changes it" if f.pole is None else ""
    stays = f"; the eigenvalue {f.pole} 1/s stays, so Q gives it no weight or no effort changes it" if f.pole else ""
    return f"No regulator stabilizes this state with these weights{why}{stays}"


# ---- end of functions: simulation, control and trajectories

# ---- functions: robots and their files
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


# ---- end of functions: robots and their files


# ---- functions: code generation and kernels
def _singular_inertia(f: Any, t: Any) -> str:
    if f.eigenvalue is not None:
        return (
            f"M(q) of robot {t.robot} is not positive definite: its smallest scaled eigenvalue is {f.eigenvalue:.1e}, "
            f"mostly along joint {t.joint}. The links that this joint moves need mass, or its drive a rotor inertia"
        )
    if f.joint is not None:
        return f"Joint {t.joint}{f' of robot {t.robot}' if f.robot else ''} moves no inertia"
    return f"M has no inertia along coordinate {f.coordinate} once those after it are free"


# ---- end of functions: code generation and kernels


# ---- functions: pages, studio and command line
def _no_robot(f: Any, t: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"{t.name} is neither a file nor a known name{hint} Known names: {', '.join(f.known)}"


def _died(f: Any, t: Any) -> str:
    how = f"signal {-f.code}" if f.code is not None and f.code < 0 else f"exit code {f.code}"
    return f"The process that ran {t.request} died ({how}); a new one has replaced it"


def _not_drawn(f: Any, t: Any) -> str:
    return "; ".join(map(str, f.causes)) + (f"; and {f.more} more like these" if f.more else "")


# ---- end of functions: pages, studio and command line


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    # wrong arguments
    "WrongType": "{argument} must be {expected}, got {got}",
    "NotReal": "{argument} must contain real numbers, got {got}",
    "NotFinite": "{argument} contains a number that is not finite{index:? at index @}",
    "OutOfRange": _range,
    "NotInteger": _integer,
    "NotOneOf": _one_of,
    "Unknown": _unknown,
    "Repeated": "{argument:?@: }{noun} {name} is given twice",
    "WrongShape": _shape,
    "WrongLength": "{argument} has {got} {got:entry|entries}; {robot:?robot @ has }{expected} {noun}{robot:?}",
    "MissingEntries": "{argument} gives no value for {names}{robot:? of robot @}",
    "NotBroadcastable": "The shapes of {arguments} do not broadcast together: {shapes}",
    "NotIncreasing": "{argument} must increase; entry {index} does not",
    "Empty": "{argument} is empty",
    "TooMany": "{argument:?@: }{got} {noun}; at most {most} are accepted",
    "Exclusive": "Pass only one of {arguments}",
    "OneRequired": "Pass one of {arguments}",
    "Requires": "{argument} requires {needs}{value:?=@}",
    "NotAccepted": "{function} does not accept {argument}",
    "NotCallable": "{argument} must be a function of ({parameters}), got {got}{reason:?: @}",
    "ReversedBounds": "{argument}: the lower bound {lower} is above the upper bound {upper}",
    "NotPose": "{argument} must be a pose (4×4, orthonormal rotation, last row 0 0 0 1), got {got}",
    "UnboundSymbols": "{function} needs numbers, but robot {robot} has symbols without values: {symbols}",
    "MissingPackage": "{function} needs the package {package}",
    "FileExists": "{path} already exists",
    "Unwritable": "Cannot write {path}: {reason}",
    "Unreadable": "Cannot read {path}: {reason}",
    # ---- exact equations, derivations, proofs and checking
    "UnreadableText": "Cannot read {argument:?@, }{source} at column {column}: {cause}{of_model:?. @: read as a vector or matrix of the model}",
    "SyntaxRule": "{subject:?@: }{rule}",
    "UnexpectedSign": lambda f, t: (
        (f"unexpected {t.sign}" if f.sign else "it ends too early") + (f", expected {t.expected}" if f.expected else "")
    ),
    "Unbalanced": _balance,
    "TooManyParts": "at most {most} {noun} are accepted",
    "AmbiguousText": lambda f, t: f"{t.text} is ambiguous: it can be read as {' or '.join(f.readings)}",
    "ShapeConflict": _conflict,
    "UnknownSymbol": lambda f, t: f"unknown symbol {t.name}" + _known(f),
    "NoDerivative": "{name} has no derivative here: {reason}",
    "SameCoordinate": "{first} and {second} would both be {coordinate}",
    "CircularDefinition": "an abbreviation is defined by itself: {names}",
    "NothingToCheck": "there is no equation about the robot{defined:?; @ is taken for an abbreviation that nothing uses}",
    "NotAName": "{name} is not a name; a name consists of letters, digits and a subscript",
    "NameHasMeaning": "{argument} would change the meaning of {name} for the robot; choose another name",
    "TooLargeToExpand": "The equation is too large to expand: at most {most} {limit} are accepted. Check it in parts, such as M11 and c1",
    "AngleFraction": "An angle is 1/{parts} of an angle of the robot; only halves and whole multiples can be compared",
    "NothingStated": "{statement} says nothing about the robot: {reason}",
    "NotLinear": "{statement} must be linear in {entries} and must not cancel it",
    "MissingInModel": "The robot has no {noun} {name}; it has {count}",
    "ReadAs": "{text} is read as {meaning}",
    "OfOrigin": "{name} is of the origin of link {link}, not of its centre of mass",
    "SlipOfPen": _slip,
    "WrongReasoning": _mistake,
    "SearchEnded": lambda f, t: (
        f"the equation has more than {t.most} terms, so no reason was searched for"
        if f.most
        else "no reason was found in the available time"
    ),
    "OtherConvention": lambda f, t: _CONVENTIONS[f.usage].format(name=f.name, joint=f.joint),
    "WrongDimension": _dimension,
    "Measured": _measured,
    "MixedSum": lambda f, t: f"a sum adds different dimensions: {t.parts}",
    "DimensionalArgument": "the argument of {function} is not a number: {argument}",
    "SkewOfS": lambda f, t: f"with this S, Ṁ − 2S is {'' if f.skew else 'not '}skew-symmetric",
    "OnlyCompared": "{statement} names no entry of the model; only its two sides were compared",
    "CheckNote": "{note}",
    "RigidModel": "These are the equations of the rigid model, θ = q; the springs of {joints} are left out",
    "NoMovingJoint": "Robot {robot} has no moving joint, so it has no equations of motion",
    "ClosedFormSize": "The closed form of M of robot {robot} has about {terms:,} terms ({megabytes:,} MB){most:?, above the "
    "limit of @}; numeric functions such as mass_matrix need no closed form",
    "LongText": "{quantity} of robot {robot} takes about {megabytes:,} MB of text; M and g alone are shorter",
    "ChainTooLong": "Robot {robot} has {joints} revolute joints in a chain; derivations are limited to {most}",
    "NotForQuasiVelocities": "{what} need coordinates, but the rates of ball joints{joint:? such as @} are quasi-velocities. "
    "A joint with angles has coordinates",
    "NoExactSpring": "Robot {robot} has no exact closed form: spring {spring} is not polynomial, {reason}",
    "WeightCarried": "Base parameters are not defined for robot {robot}: gravity compensation carries the weight of link {link}",
    "SymbolClash": lambda f, t: (
        f"{t.first} names both a parameter of robot {t.robot} and a coordinate"
        if f.first == f.second
        else f"Symbols {t.first} and {t.second} of robot {t.robot} look alike in an equation; rename one"
    ),
    "LoopStaysOpen": "Loop {loop} stays open by {gap} in every configuration",
    "LoopCondition": "Loop {loop} closes only where {condition} vanishes, which no motion changes",
    "NoMotorAngle": "The motor angle does not determine the position of joint {joint}: {reason}",
    "NoAbsoluteAngles": "Absolute angles are not defined for robot {robot}: it has mimic or ball joints",
    "SingularCoordinates": "{argument} is singular: different positions would have the same coordinates",
    "NoLoops": "Robot {robot} has no loops",
    "NotReducible": "The loops of robot {robot} cannot be eliminated in closed form: {reason}{coordinates:? (@)}",
    "NoElasticJoint": "Robot {robot} has no elastic joint; an elastic joint has a drive with a stiffness",
    "NotRigidBody": "Link {link} has an inertia that no rigid body has",
    "NoInertia": "No mass or inertia follows {joints}, so M is singular and the efforts there are 0",
    "NoElement": "{name:?@: }{reason}",
    "BadLetter": "{new} cannot stand for {old}: {reason}",
    "AddedDimensions": "A sum adds different dimensions: {left} is {left_unit}, {right} is {right_unit}",
    "StructuralProperty": "{property}",
    "LastInertiaConstant": _last,
    "CyclicCoordinates": _cyclic,
    "PowerBalance": _power,
    "EnergyConserved": lambda f, t: (
        r"with $u = 0$ the energy changes only by friction, $-\dot q^\top\tau_\mathrm{f}$"
        if f.friction
        else "with $u = 0$ the energy is constant"
    ),
    "MethodsAgree": _methods,
    "ExactIdentity": "exact identity in the ring",
    "CheckedAtStates": "numerical check at {states} random states",
    "SumOfSquares": _squares,
    "EigenvalueSearch": _search,
    "Coordinate": lambda f, t: f"{f.name} = {f.value:.3g}",
    "FromPowerBalance": "power balance with $u = 0$ ({how})",
    "NotDefinite": "{link:?link @: }{joint:?joint @: }{reason}",
    "CoordinatesBound": _bound,
    "EnergyElsewhere": "{joints}: {reason}",
    "Assumption": _assumption,
    "LeftOver": lambda f, t: str(t.formula) if f.formula is not None else f"{f.terms} terms",
    "Regrouping": "{parameter}: {share:?@ of it, }{joint:?joint @, }{rule}",
    "EntryIndependent": _entry,
    "SymbolVanishes": _vanishes,
    "SymbolValue": "{value}",
    "AccelerationUnder": _accelerates,
    "InertiaExtremes": _extremes,
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    "UnusableFile": "{file} cannot be read as a log: {reason}{detail:? (@)}",
    "FormatNeedsPackage": "{format} need the package {package}",
    "QuantityNotFound": _quantity_not_found,
    "WrongColumnCount": _column_count,
    "UnnamedColumns": "{file} has {got} columns without names; t, q, qd and tau of robot {robot} would be {expected}",
    "Ambiguous": _ambiguous,
    "SingularTransmission": "The transmission matrix of {arguments} has no inverse",
    "SingleAxisJointsOnly": "{subject} does not support robot {robot}, which has ball joints or free bodies",
    "UnclearTime": "{reason}{step:? (step @)}",
    "NotUnitQuaternion": "Columns {first} to {first} + 3 of {argument} must be a unit quaternion (w, x, y, z); the least norm is {norm}",
    "TooFewSamples": "{purpose} needs at least {needed} {needed:sample|samples}{got:?, got @}",
    "ColumnsUsed": "{quantity} from {columns}",
    "ColumnsDropped": "{columns} not used: {reason}",
    "SamplesDropped": "{count} {reason} dropped",
    "CellsMissing": "{count} {count:cell|cells} without a number: treated as missing",
    "UnitConverted": _unit_converted,
    "GainApplied": "Efforts are {signal} times {gain}{value:? = @}",
    "EffortsAreSignals": "tau is in {unit}, not N m: no torque gain is known",
    "TimeUnit": _rate_basis,
    "SampleCounter": "Time counts samples at {rate}: {basis}",
    "NoTime": "No time stamps: {rate}, as given",
    "TimeOrigin": "Time starts at {start:.10g} and is counted from there",
    "ArrivalTime": "The messages have no time stamps: the time of receipt is used",
    "CounterWrapped": "The time counter of {bits} bits overflowed {count} {count:time|times} and was unwrapped",
    "ClockRestarted": "The clock restarted {count} {count:time|times}; the parts follow each other after a pause",
    "SamplesSorted": "{count} {count:sample|samples} out of order: sorted by time stamp",
    "CoarseClock": "{count} samples share a time stamp with the previous one: spread over the clock tick of {tick}",
    "RowsRepeated": "{count} {count:row repeats|rows repeat} the previous one while joints move: dropped; later stamps "
    "moved back by {periods} {periods:period|periods}",
    "EmptyColumns": "{quantity} has columns without any number",
    "Interpolated": "{quantity} is missing in {missing:.0%} of the rows: interpolated",
    "SamplesMissing": "{count} {count:sample is|samples are} missing ({share:.1%}) in gaps of at most {gap}: interpolated",
    "LongGaps": "{count} {count:gap is|gaps are} longer than {gap} (the longest {longest}): kept as {count:a gap|gaps}",
    "Jitter": "The period of {period} jitters by {share:.1%} (standard deviation): resampled",
    "TurnsUnwrapped": "Positions jump by whole turns {count} {count:time|times}: unwrapped",
    "EffortSaturated": "The effort of {joint} stays at its extreme in {count} {count:sample|samples}: saturated",
    "EffortsMissing": "No efforts were found: tau is nan",
    "AccelerationsMeasured": "Accelerations are taken from the log",
    "Filtered": lambda f, t: (
        f"Filtered at {t.cutoff}, chosen from the spectrum; the disturbed ends are dropped"
        if f.cutoff is not None
        else "Not filtered: positions have too little noise for a filter to help"
    ),
    "Decimated": "Decimated by {ratio}, to {rate}",
    "NoiseOnly": "{joints} shows noise only: treated as standing",
    "AllAtRest": "All joints are at rest in {share:.0%} of the samples",
    "SignFlipped": _sign_flipped,
    "JointsSwapped": _joints_swapped,
    "WrongScale": "The {channel} of {joints} is {factor:.3g} times the expected value",
    "ZeroOffset": "The encoder zero of {joints} is off: the position is too large by {angle}{sigma:? ± @}",
    "ChannelUnit": "The {channel} are in {unit}, not {expected}{ratio:? (@ times those of the model)}",
    "ImplausibleTravel": "{joints} moves by {travel}: wrong unit, or the position of the motor",
    "BaseTilted": "The base is tilted by {angle} ± {sigma}: gravity at the base is ({gravity})",
    "EffortsDelayed": _efforts_delayed,
    "LogTooShort": "The log is {duration} long, too short to identify parameters: {needed} at least",
    "JointAtRest": "{joints} does not move{travel:? (range @)}: its inertia and friction are not identifiable",
    "SpeedScale": "Measured speeds of {joints} are {factor:.4g} times the derivative of the positions: {cause}",
    "SpeedOrder": _speed_order,
    "SpeedDelayed": "The speed of {joints} is {delay} behind the derivative of its position; they differ by {before:.1%}, "
    "shifted by {after:.1%}",
    "SpeedDisagrees": "The speed of {joints} differs from the derivative of its position by {share:.0%}",
    "Doubt": _doubt,
    "Unconfirmed": _unconfirmed,
    "EffortScaleUnconfirmed": "The unit and gain of the efforts are not confirmed: robot {robot} has no masses to compare with",
    "ZerosUnseen": lambda f, t: (
        "Encoder zeros may be off without being noticed: "
        + ", ".join(f"'{x}' by ±{a.value:.0f}°" for x, a in zip(f.joints, f.angles, strict=True))
    ),
    "TiltUncertain": "A tilt of the base is determined only to ±{sigma} (found {angle})",
    "DelayUncertain": "The delay of the efforts is determined only to ±{sigma} (found {delay}); less than {least} may go unnoticed",
    "NothingIdentifiable": "Every effort of the logs is zero or not a number, so no parameter can be identified",
    "NotIdentifiable": "The logs do not determine {noun}{subject:? of @}{names:?: @}",
    "CommandMissing": "{log} has no commanded positions",
    "ControllerUnstable": _controller_unstable,
    "StepsExceeded": "The simulation needs more than {most} steps",
    "KnownLoadMissing": "Drive gains need a log without a load and one with a known load",
    "NotAffected": "No joint of robot {robot} moves frame {frame}, so a body fixed to it is not felt",
    "EffortsNotTorques": "The efforts are amperes or volts, so the masses of the identified robot would not be in kilograms",
    "UnboundLoad": "A known load needs numbers, but it has symbols without values: {symbols}",
    "FixedBase": "{argument} has a meaning only for robots with a free base; the base of robot {robot} is fixed",
    "LogWarning": "{log}: {fault}",
    "IncompleteSamples": "{count} of {total} samples of {log} have missing numbers and were left out",
    "EffortZero": "The effort of {joint} is zero throughout {log}; if it was not measured, leave it out (nan)",
    "FewSamples": "{samples} independent samples for {parameters} parameters: the error of the fit is too small by over-fitting",
    "PayloadSuspected": _payload_suspected,
    "EffortScaleSuspected": lambda f, t: (
        f"The effort of {t.joint} is {f.factor:.3g} times that of the given robot, which then leaves "
        f"{_percent(f.after)} of it unexplained, otherwise {_percent(f.before)}: a gear ratio, a gain or a unit?"
    ),
    "GainUncertain": lambda f, t: (
        "The known load hardly determines the gain of "
        + _list(
            [f"'{x}' ({_percent(s) if s < 1e300 else 'not at all'})" for x, s in zip(f.joints, f.shares, strict=True)]
        )
        + ": mount it away from that axis, or use a heavier one"
    ),
    "ExcitingMotion": lambda f, t: (
        f"move {_list(f.joints, 3)} both ways, slowly and fast"
        if f.friction
        else f"accelerate {_list(f.joints, 3)} and the joints before in several postures"
    ),
    "ParametersUnseen": lambda f, t: f"The logs do not determine {_list(f.parameters)}: {f.motion}",
    "ParametersWeak": lambda f, t: (
        f"σ exceeds {_percent(f.limit)} of the value of "
        + _list([f"{x} ({_percent(s)})" for x, s in zip(f.parameters, f.shares, strict=True)])
        + f": {f.motion}"
    ),
    "PoorlyConditioned": "Weak excitation: the condition number is {condition:.3g}; a good trajectory is below {good:.0f}",
    "PoorPrediction": lambda f, t: (
        f"The fit does not carry over: {t.noun} predicted from the others are off by {_percent(f.error)} "
        f"(worst, {f.worst}: {_percent(f.worst_error)}), the fit itself by {_percent(f.fit_error)}"
    ),
    "UncertainElsewhere": lambda f, t: (
        f"Weak excitation: at other postures torques are uncertain by {_percent(f.uncertainty)}; on this "
        f"trajectory the fit is off by {_percent(f.fit_error)}"
    ),
    "NoisyAccelerations": lambda f, t: (
        f"Noise is {_percent(f.share)} of the power of the acceleration of {t.joint} in {t.log}: "
        "least squares underestimates inertia by up to that"
    ),
    "ModelIncomplete": "Parameters differ {ratio:.2g} times more between segments than noise explains: the model misses something "
    "(friction, elasticity, payload); trust validation.spread rather than sigma",
    "FrictionBelowZero": "{parameter} is {value:.3g}, negative by {sigmas:.2g} σ: a sign is wrong, efforts are late, or they were "
    "measured behind the gear; the identified robot has 0",
    "FrictionNotInDrive": lambda f, t: (
        f"A drive cannot have {t.kinds}: torques of the identified robot differ by {_percent(f.share)} "
        "from the prediction"
    ),
    "RefinementNotSettled": "The simulations did not converge: the last of {rounds} moved a parameter by {moved:.2g} σ",
    "ControllerDiffers": _controller_differs,
    "FitVerdict": _fit_verdict,
    "UndrivenJoint": "{function} drives every joint; {joint} of robot {robot} is not actuated",
    "CannotHoldPosture": "Robot {robot} cannot hold any posture in its range: {joint} needs {needed:.3g}, its effort limit is {limit:.3g}",
    "NoClearPosture": lambda f, t: (
        f"None of {t.tried} postures is clear of obstacles: at best link {t.link} is {t.overlap} too close to "
        + ("the floor" if f.capsule is None else f"capsule {f.capsule}")
    ),
    "LimitAssumed": "{joints} has no {limit}",
    "JointHardlyMoves": lambda f, t: (
        f"{t.joint} hardly moves, held back by {t.limits if f.limits else 'other joints and obstacles'}: "
        "a longer duration or wider limits would help"
    ),
    "WeaklyExcited": "Condition {condition:.2g}: some parameters are hardly excited within these limits; a longer duration, more "
    "harmonics or more restarts may help",
    "LooksLikeUnit": "{subject} look like {unit}; expected {expected}{ratio:? (ratio @)}",
    "GeometricParameter": _geometric_parameter,
    "UnseenDirection": _unseen_direction,
    "PosturesDoNotShow": "The measured postures do not show {parameters}",
    "FewMeasurements": "Only {spare} numbers more than unknowns: σ itself is uncertain by about {uncertainty:.0%}",
    "ResidualAboveNoise": "The residual is {ratio:.2g} times the given noise: an error that is not geometric (bending, backlash, "
    "temperature), a wrong frame or tool, or more noise",
    "GeometryDoesNotExplain": "Geometric errors do not explain the measurements: {left} remain. Check the frame, and the order and "
    "signs of q{unknown:?; pass @ if unknown}",
    "LargeErrors": lambda f, t: (
        f"{_list(f.parameters, 4)}: larger than manufacturing errors; check the robot's file and the units"
    ),
    "OutlierMeasurement": "Measurement {index} is off by {sigmas:.1f} σ",
    "ManyOutliers": "{share:.0%} of the measurements were left out as outliers; a model that fits the others may still be wrong",
    "CalibrationVerdict": _calibration_verdict,
    "TaskResult": "The result{name:? @} of the task {reason}{got:?: @}",
    "OtherStudy": "{path} holds another study (other robot, parameters, task, members, chunk or seed)",
    "NoMember": "There is no member {index}: there are {count} {noun}, counted from 0",
    "WholeNumbersDrawn": "{argument} draws whole numbers; rng.uniform draws from a range, rng.choice([1.0, 2.0]) from given numbers",
    "NotDivisible": "sample ({sample}) must divide duration ({duration}), so that members have rows at the same times",
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
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
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    "FeatureUnsupported": "{function} does not support {feature}{name:? (@)} of robot {robot}",
    "BatchUnsupported": "{function} accepts one trajectory, got a batch of shape {shape}",
    "SingleTrajectory": "This run has one trajectory; there is no batch to index",
    "TooFew": "{argument} has {got} {noun}; at least {least} are needed",
    "IsZero": "{argument} must not be zero",
    "MatrixNotDefinite": lambda f, t: f"{t.argument} must be positive {'semi' * f.semidefinite}definite",
    "Coincident": "{argument}: point {index} is the same as the next one",
    "OptionOfOtherMethods": "Method {method} does not use {argument}; it applies to {methods}",
    "LawNeedsPeriod": "{argument} is a control law with memory and must be sampled",
    "SamplesEndEarly": "{argument} has {samples} samples of {period}, which end before the run of {duration}",
    "NotMultiple": "{argument} must be a multiple of the step of {step}, got {got}",
    "NotEnoughMemory": "{rows} rows of {trajectories} {trajectories:trajectory|trajectories} need {needed} of memory",
    "NoStops": "restitution needs position limits, and robot {robot} has none",
    "BeyondStops": "Joint {joint} starts at {got}, beyond its stops at {lower} and {upper}",
    "ZeroQuaternion": "{argument} has a zero quaternion for joint {joint}; no rotation is (1, 0, 0, 0)",
    "OpenAtStart": "q0 leaves loop {loop} of robot {robot} open by {gap}",
    "SingularStart": "Robot {robot} starts in a singular configuration, in which its loops do not determine the motion",
    "JointNotFinite": "{argument} of joint {joint} is not finite",
    "BadValueAt": "At t = {time}: {cause}",
    "UserFunctionFailed": "{argument}: function {function} raised {exception} at t = {time}: {message}",
    "MotionDiverged": _diverged,
    "EnergyJump": _energy_jump,
    "StuckInEvents": "The simulation cannot continue past t = {time}: more than {events} events at one time",
    "UnstableBristles": "From t = {time} on, the bristle friction of joint {joint} is too fast for a step of {step}; use steps below {longest} or an adaptive method",
    "MidpointNotConverged": "The midpoint iteration does not converge with a step of {step}; use a smaller step",
    "Interrupted": "Interrupted at t = {time}",
    "LimitExceeded": "The {quantity} of joint {joint} reaches {value} (limit {limit}) from t = {time} on",
    "RunWithoutRobot": "{function} needs the robot of the run, which the run does not contain",
    "NotARun": "{path} is not a run that to_npz wrote: {cause}",
    "OtherJoints": "the joints of its robot {robot} are not those of the run",
    "NotActuated": "{function} drives every coordinate, and {coordinate} of robot {robot} is not actuated; use pd_gravity or pid",
    "NotStabilizable": _not_stabilizable,
    "RiccatiInaccurate": "The Riccati equation cannot be solved to a relative accuracy of {tolerance}; scale Q and R to the units of the robot",
    "TrialStopped": "Trial {trial}: {cause}",
    "ErrorGrows": "Learning diverges: the error is {now} at trial {trial} and was {first} at the first; use lower gains, a better model or a cutoff",
    "LawRange": "{argument} must lead from 0 to a positive length, got {start} to {end}",
    "OnAxis": "{argument} lies on the axis of the circle, so it would not move",
    "PathNotFollowed": "Robot {robot} follows {share:.1%} of the path: {cause}",
    "PathInfeasible": "Robot {robot} cannot follow the path within its limits at s = {parameter} of {end}; joint {joint} is closest to its limit",
    "PathTooSharp": "Between {samples} points of the path a limit is exceeded by {excess:.0%}: the path bends too sharply for its length",
    "MotionUnlimited": "Nothing limits the motion of {joints}; pass one of {arguments}",
    "ZeroLimit": "The {quantity} limit of joint {joint} of robot {robot} is 0, so it cannot move",
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    "Part": _part,
    "Counted": _counted,
    "NotRead": _not_read,
    "Missing": "{part} has no {missing}",
    "Assumed": "{part} has no {missing}; {default}",
    "Invalid": "{part} is {got}; expected {expected}",
    "Doubtful": "{part} is {got}; expected {expected}",
    "WrongCount": _numbers,
    "NotAmong": "{part} is {got}; expected one of: {choices}",
    "NotModelledType": "{part} is {got}, which is not modelled; expected one of: {choices}",
    "Undefined": _undefined,
    "UndefinedIgnored": _undefined,
    "NotModelled": "{part} acts on the motion and is not modelled",
    "Impossible": "{part} {reason}{other:? (@)}",
    "Unused": "{part} is not used: {reason}{other:? (@)}",
    "Interpreted": "{part} {meaning}{other:? (@)}",
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
    "UnphysicalLink": "Link {link} has {violation}",
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
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    "UndefinedQuantity": "Robot {robot} has no {quantity}: {reason}{frame:? @}",
    "SingularInertia": _singular_inertia,
    "NoRotorInertia": "Joint {joint} is elastic; its rotor needs an inertia",
    "MasslessRobot": "No moving link of robot {robot} has mass, so the robot has no centre of mass",
    "BallJoint": "Joint {joint} is a ball joint and cannot {purpose}; describe it by three angles",
    "CoupledElasticJoint": "Joint {joint} is elastic; its motor cannot be coupled, and it cannot mimic another joint",
    "NoMotor": "The inputs are voltages, but {joint} has no DC motor; its drive needs a resistance",
    "LoopOnOneBody": "{loop} joins two points of one rigid body: {ends}",
    "FixedContact": "Contact frame {frame} is fixed to the ground; contacts need a frame that moves",
    "CoincidentEnds": "The ends of strut {strut} always coincide, so its force has no direction",
    "UndefinedOperation": "{operation} in an expression of known numbers: {value}",
    "UnboundInputs": "No input gives a value to {symbols}",
    "WrongArgumentCount": "{kernel} needs {parameters}; got {got} {got:argument|arguments}",
    "ParameterWithoutValue": "Parameter {parameter} has no value; the order of parameters is {order}",
    "OutputMismatch": "out does not fit the result of {kernel}: {reason}",
    "LeadingCoreDimension": (
        "Dimension {dimension} is a leading one of {argument} and the last one of {other}; "
        "transpose {argument} so that its coordinates come last"
    ),
    "WrongPrecision": "{argument} is {got}; the kernel computes in {expected}",
    "WrongDevice": "{argument} must be on a GPU, got {got}",
    "UnevenStrides": "{argument} has uneven strides {strides}; copy it into an array of its own",
    "NoResultArray": "No array can be created for the result: {reason}",
    "DeviceFailure": "{reason}{message:? (@)}",
    "OldDevice": "The GPU has compute capability {capability:.1f}; kernels need {needed:.1f} or later",
    "NotExecutable": "{reason}{message:? (@)}",
    "SlowKernels": "{cause}; results are the same, but slower",
    "NoSampleState": (
        "None of {tried} states determines one step of the loops of robot {robot}; "
        "use a smaller step, or narrower limits of rates and efforts"
    ),
    "PrecisionTooLow": (
        "Single precision does not resolve the loops of robot {robot}: half of the states have relative errors of {deviation} or more"
    ),
    "LoopParameters": (
        "Steps and control laws of robot {robot} accept no parameters, because the number of independent loop closures "
        "depends on them; export quantities with parameters instead"
    ),
    "CompilerFailure": "The C compiler rejects the sources: {message}",
    "SourcesOnly": "The FMU contains C sources only: {reason}; importers that do not compile sources need a binary",
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    "WrongForm": "{argument} must be {form}, got {got}",
    "ListLength": "{argument} has {got} {got:number|numbers}; expected {expected}{robot:? for robot @}",
    "MissingArgument": "Pass {argument}{why:?: @}",
    "FilesOnly": "{argument} applies to robot files only; {robot} is a gallery robot",
    "NoSuchRobot": _no_robot,
    "ReservedArgument": "The xacro argument {name} has the name of an argument of load; give it a default in the file",
    "UnsupportedSuffix": "Cannot write {path}; the suffix must be one of {known}",
    "OwnFile": "{path} is the file of the robot itself; choose another name",
    "Nothing": "There is no {noun}",
    "WrongVersion": "This server speaks version {server} of the protocol, the page {page}; reload the page",
    "Cancelled": "The request was cancelled",
    "TimedOut": "{request} took longer than {limit} and was stopped; other requests continue",
    "WorkerDied": _died,
    "InternalFault": "The request failed inside the program ({error}); other requests continue",
    "AccessDenied": "The studio does not answer: {reason}{host:? (@}{expected:?, expected @)}",
    "AllInterfaces": "{argument} {got} would listen on every network of this machine; pass one address",
    "UploadTooLarge": "The uploaded files exceed {most} in total; leave out meshes, or open the file with `dalembert studio FILE`",
    "NoMotion": "Robot {robot} has no moving joint",
    "NoMeshes": "No shape of {path} can be drawn: it names none, or their files were not found",
    "NoController": "The controller {controller} is not available in a page for robot {robot}: {reason}; simulate it in Python and share the run",
    "NoPythonSource": "Robot {robot} cannot be reproduced in Python: its names cannot be written to a file",
    "NotTypeset": "{what}: {reason}",
    "TooDeep": "Robot {robot} has {depth} revolute joints in series; equations are printed for at most {most}",
    "StrangeShapes": "The shapes of {links} are not drawn: the robot has no such links",
    "NotDrawn": _not_drawn,
    # ---- end of pages, studio and command line
    #
}
