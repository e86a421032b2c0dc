"""The way of every call: who calls, which handler answers, and the status of a refusal."""
