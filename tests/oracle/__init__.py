"""The long-hand oracle: the laws of Double-détente worked out the slow way, over card codes.

It shares no code with the program, so that the two can be held against each other.
"""
