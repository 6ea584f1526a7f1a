"""What every test runs under."""

from hypothesis import settings

# No deadline: a slow machine is not a failure. The seed is printed, so that a failure comes again.
settings.register_profile("referee", deadline=None, print_blob=True)
settings.load_profile("referee")
