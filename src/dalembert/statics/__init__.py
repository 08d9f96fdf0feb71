"""Statics: holding torques, forces through the joints, equilibrium, and the loads a robot can hold."""

from dalembert.statics.capacity import LoadCapacity as LoadCapacity
from dalembert.statics.capacity import largest_force as largest_force
from dalembert.statics.capacity import largest_mass as largest_mass
from dalembert.statics.capacity import load_capacity as load_capacity
from dalembert.statics.equation import StaticEquations as StaticEquations
from dalembert.statics.equation import static_equations as static_equations
from dalembert.statics.equilibrium import Equilibrium as Equilibrium
from dalembert.statics.equilibrium import equilibria as equilibria
from dalembert.statics.holding import static_torque as static_torque
from dalembert.statics.reaction import LinkForces as LinkForces
from dalembert.statics.reaction import link_forces as link_forces
