"""From a robot's log to its model: logs, exciting paths, identification, calibration."""
