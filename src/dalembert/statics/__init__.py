"""Statics: holding torques, forces through the joints, equilibrium, and the loads a robot can hold."""

from dalembert.statics.closed_form import StaticEquations as StaticEquations
from dalembert.statics.closed_form import static_equations as static_equations
from dalembert.statics.equilibrium import Equilibrium as Equilibrium
from dalembert.statics.equilibrium import equilibria as equilibria
from dalembert.statics.joint_forces import LinkForces as LinkForces
from dalembert.statics.joint_forces import link_forces as link_forces
from dalembert.statics.joint_forces import static_torque as static_torque
from dalembert.statics.load_capacity import LoadCapacity as LoadCapacity
from dalembert.statics.load_capacity import largest_force as largest_force
from dalembert.statics.load_capacity import largest_mass as largest_mass
from dalembert.statics.load_capacity import load_capacity as load_capacity
