"""Inverse kinematics in closed form: which structure an arm has, the equations of each, and what solves them."""
