"""What every page asks of its request: the reader, the device, the club's data."""
