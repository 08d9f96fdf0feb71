"""Read a log: find its columns, assign them to joints, and convert its time stamps to seconds."""
