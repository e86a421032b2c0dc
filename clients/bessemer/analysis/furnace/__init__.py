"""The analysis of a match of Furnace: plans beside the best plans, and what cards were worth."""

from bessemer.analysis.furnace.curve import curve
from bessemer.analysis.furnace.facts import analysed
from bessemer.analysis.furnace.page import page_facts
from bessemer.analysis.furnace.tables import print_tables

__all__ = ["analysed", "curve", "page_facts", "print_tables"]
