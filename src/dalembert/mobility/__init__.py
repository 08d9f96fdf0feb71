"""Mobility of mechanisms: Grübler's formula, and the truth where it fails.

`mobility` is both this package and its main function: `mobility(robot)`.
"""

from __future__ import annotations

from dalembert.callable_package import namesake
from dalembert.mobility.degrees_of_freedom import Mobility as Mobility
from dalembert.mobility.degrees_of_freedom import mobility as mobility
from dalembert.mobility.mechanism import DrawnJoint
from dalembert.mobility.mechanism import Mechanism as Mechanism
from dalembert.mobility.mechanism import cylindrical as cylindrical
from dalembert.mobility.mechanism import fixed as fixed
from dalembert.mobility.mechanism import planar as planar
from dalembert.mobility.mechanism import prismatic as prismatic
from dalembert.mobility.mechanism import revolute as revolute
from dalembert.mobility.mechanism import screw as screw
from dalembert.mobility.mechanism import spherical as spherical
from dalembert.mobility.mechanism import universal as universal
from dalembert.mobility.overconstraint import grubler as grubler

Joint = DrawnJoint  # the public name

namesake(__name__, mobility)
