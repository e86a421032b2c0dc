"""
Analysis of a logged match: judging its choices, and playing on from one of its turns.

What is the same for all games is here. What a game adds is found by its name: how its choices are
judged in `bessemer.bots.<game>.analysis`, how that is shown in `bessemer.analysis.<game>`.
"""
