"""Control laws: each a function of (t, q, qd) that `simulate` takes as its torque; and what observes and limits them."""

from dalembert.control.compensation import friction as friction
from dalembert.control.joint_space import adaptive as adaptive
from dalembert.control.joint_space import computed_torque as computed_torque
from dalembert.control.joint_space import feed_forward as feed_forward
from dalembert.control.joint_space import pd_gravity as pd_gravity
from dalembert.control.joint_space import pid as pid
from dalembert.control.observer import MomentumObserver as MomentumObserver
from dalembert.control.sampled import limited as limited
from dalembert.control.sampled import sensed as sensed
from dalembert.control.task_space import impedance as impedance
from dalembert.control.task_space import task_space as task_space
