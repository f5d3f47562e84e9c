"""A file of each form that the database had, and how to make one."""
