"""What runs in a press, a process of its own: pages set as PDF, parts bound to one. It imports nothing else of ours."""
