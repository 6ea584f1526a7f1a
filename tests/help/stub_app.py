"""A stand-in for the application, for tests/server/test_serve.py. It locks a file as the store does."""

import fcntl
import os
import time
from pathlib import Path


def create_app(config):
    lock = Path(config["DATABASE"]).open("a")  # noqa: SIM115 held for as long as the process lives
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def application(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            Path(config["DATABASE"] + ".begun").touch()
            time.sleep(0.5)
        if environ["PATH_INFO"] == "/large":
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [bytes(10_000_000)]
        environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [f"{os.getpid()} {lock.name} {config.get('TITLE', '')}".encode()]

    return application
