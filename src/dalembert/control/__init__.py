"""Control laws: each a function of (t, q, qd) that `simulate` takes as its torque; and what observes and limits them."""

from dalembert.control.adaptive import adaptive as adaptive
from dalembert.control.computed_torque import computed_torque as computed_torque
from dalembert.control.feed_forward import feed_forward as feed_forward
from dalembert.control.friction import friction as friction
from dalembert.control.limit import limited as limited
from dalembert.control.observer import MomentumObserver as MomentumObserver
from dalembert.control.pd_gravity import pd_gravity as pd_gravity
from dalembert.control.pid import pid as pid
from dalembert.control.sensed import sensed as sensed
from dalembert.control.task_space import impedance as impedance
from dalembert.control.task_space import task_space as task_space
