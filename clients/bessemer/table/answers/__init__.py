"""The answer that a person is making, step by step, and several answers in advance."""
