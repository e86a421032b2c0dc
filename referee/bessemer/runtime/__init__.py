"""The parts that must run before the rest is imported: the version, machine code, threads."""
