"""The model leaves the machine: functions of a robot, in the language of whoever needs them."""
