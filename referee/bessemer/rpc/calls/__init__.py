"""What every call passes: who calls, which handler answers, and the status of a refusal."""
