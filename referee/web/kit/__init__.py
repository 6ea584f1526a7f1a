"""What every page asks of its request: who reads, who asks, what is kept."""
