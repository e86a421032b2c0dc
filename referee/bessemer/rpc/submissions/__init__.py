"""SubmissionService: handing in bots, building them, and which versions play."""
