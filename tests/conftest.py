"""How property tests are run: the same examples every time, so that a build never fails by luck."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("search", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("steady")  # `pytest --hypothesis-profile search` looks for new examples
