"""What a program that a test starts loads first: a template compiled once is compiled for all of a test run."""

import os

if "REFEREE_COMPILED" in os.environ:
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache

    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(os.environ["REFEREE_COMPILED"])}
