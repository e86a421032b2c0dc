"""The benchmarks: every one compares a subject with a reference and reports the ratio."""
