"""The folder with the program and Python in it, as PyInstaller makes it."""
