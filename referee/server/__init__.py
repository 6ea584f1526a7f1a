"""The server: how it is started, reached and stopped."""
