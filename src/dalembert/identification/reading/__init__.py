"""From a file to named columns, from columns to joints, from time stamps to true time."""
