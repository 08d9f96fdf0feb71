"""What stands in a URDF's `<robot>` besides links and joints: ordinary extensions, and what nobody knows.

Materials, sensors, semantic groups and settings of drivers act on no motion. Springs, loops and switches of gravity
do in the simulator they were written for, though other readers skip them: they are warned of by name and line.
A tag that nobody knows may be a misspelt one, so it is never called harmless.
"""

from __future__ import annotations

from dalembert.errors import shown
from dalembert.formats.finding import PLUGINS, SIMULATED, Log
from dalembert.formats.xml import Element, unknown

UNEXPANDED = "calls of macros that were never expanded, so that what they describe is missing"
KNOWN = (
    "loop_joint",
    "force_element",
    "link",
    "joint",
    "material",
    "gazebo",
    "transmission",
    "ros2_control",
    "dalembert",
    "frame",
)
_IDLE = frozenset(
    ("material", "sensor", "sensors", "frame", "verbose", "mujoco", "plugin",
     # semantic descriptions (SRDF) and settings of drivers
     "group", "group_state", "end_effector", "virtual_joint", "passive_joint", "disable_collisions",
     "enable_collisions", "disable_default_collisions", "link_sphere_approximation", "chain", "capsule",
     "self_collide", "collision_pair", "disabled_collision_pairs", "controller", "hardware", "ros_control",
     "drake:collision_filter_group", "collision_filter_group", "drake:minimal_distance", "drake:acceleration")
)  # fmt: skip
_ACTIVE = frozenset(
    ("spring", "damper", "drake:linear_spring_damper", "drake:linear_bushing_rpy",
     "drake:ball_constraint", "drake:joint", "drake:tendon_constraint", "equality", "constraint")
)  # fmt: skip
_SIMULATED = frozenset(
    (
        "turnGravityOff",
        "gravity",
        "springStiffness",
        "springReference",
        "dampingFactor",
        "kinematic",
        "joint",
        "link",
        "static",
    )
)  # what Gazebo would let change the motion
_OFF = {
    "turnGravityOff": ("false", "0"), "gravity": ("true", "1"), "kinematic": ("false", "0"), "static": ("false", "0"),
}  # fmt: skip


def extension(element: Element, log: Log) -> None:
    """Say what an element of `<robot>` is, or that nobody knows."""
    tag = element.tag
    if tag == "gazebo":
        _gazebo(element, log)
    elif tag.startswith("xacro:"):
        log.count(UNEXPANDED, f"<{shown(tag)}>", element.place)
    elif tag in _ACTIVE:
        log.count(SIMULATED, f"<{tag}>", element.place)
    elif tag in _IDLE:
        log.leave(f"<{tag}>", element.place)
    else:
        unknown(element, KNOWN, "robot", log)


def _gazebo(element: Element, log: Log) -> None:
    """A simulator's extension: left, with a warning where it would change the motion there."""
    active = [
        x for x in element.children if x.tag in _SIMULATED and x.text.lower() not in _OFF.get(x.tag, ("0", "0.0"))
    ]
    for part in active:
        log.count(SIMULATED, f"<{part.tag}> in <gazebo>", part.place)
    plugins = [x for x in element.children if x.tag == "plugin"]
    for part in plugins:
        log.count(PLUGINS, "<plugin> in <gazebo>", part.place)
    if not active and not plugins:
        log.leave("<gazebo>", element.place)
