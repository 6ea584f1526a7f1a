"""The book of a group: who plays together, their evenings, and what these come to. Pure."""
