"""What a real server on a real file is put through: `python -m tests.soak --help`."""
