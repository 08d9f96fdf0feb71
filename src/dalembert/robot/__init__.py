"""Robot models: links, joints, drives, loops, springs, and the robot gallery."""
