"""Mobility of mechanisms: Grübler's formula, and the truth where it fails.

`mobility` is both this package and its main function: `mobility(robot)`.
"""

from __future__ import annotations

from dalembert.mobility.count import mobility as mobility
from dalembert.mobility.grubler import grubler as grubler
from dalembert.mobility.joint import Joint as Joint
from dalembert.mobility.joint import cylindrical as cylindrical
from dalembert.mobility.joint import fixed as fixed
from dalembert.mobility.joint import planar as planar
from dalembert.mobility.joint import prismatic as prismatic
from dalembert.mobility.joint import revolute as revolute
from dalembert.mobility.joint import screw as screw
from dalembert.mobility.joint import spherical as spherical
from dalembert.mobility.joint import universal as universal
from dalembert.mobility.mechanism import Mechanism as Mechanism
from dalembert.mobility.result import Mobility as Mobility
from dalembert.namesake import namesake

namesake(__name__, mobility)
