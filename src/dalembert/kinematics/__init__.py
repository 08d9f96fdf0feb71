"""Geometry of motion: inverse kinematics, singularities, manipulability, redundancy, workspace, formulas."""

from dalembert.kinematics.closed_form import KinematicEquations as KinematicEquations
from dalembert.kinematics.closed_form import kinematic_equations as kinematic_equations
from dalembert.kinematics.differential import Ellipsoid as Ellipsoid
from dalembert.kinematics.differential import force_ellipsoid as force_ellipsoid
from dalembert.kinematics.differential import joint_rates as joint_rates
from dalembert.kinematics.differential import manipulability as manipulability
from dalembert.kinematics.differential import null_space as null_space
from dalembert.kinematics.differential import self_motion as self_motion
from dalembert.kinematics.differential import velocity_ellipsoid as velocity_ellipsoid
from dalembert.kinematics.follow import Followed as Followed
from dalembert.kinematics.follow import follow as follow
from dalembert.kinematics.inverse import inverse_kinematics as inverse_kinematics
from dalembert.kinematics.singularity import Singularity as Singularity
from dalembert.kinematics.singularity import singularities as singularities
from dalembert.kinematics.workspace import Workspace as Workspace
from dalembert.kinematics.workspace import workspace as workspace
