"""Tests of the benchmarks: that they count and report rightly, never how fast anything is."""
