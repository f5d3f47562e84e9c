"""The coach: what each choice was worth, exactly. It reads the rules and nothing else."""
