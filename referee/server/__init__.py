"""The web server: start it, reach it, stop it."""
