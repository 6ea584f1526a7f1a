"""The door for other programs: what the pages show, as JSON (docs/api.md)."""
