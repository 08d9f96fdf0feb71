"""Reading of logs: file formats, assignment of columns to joints, units, and conversion of time stamps."""
