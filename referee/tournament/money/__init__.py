"""A tournament's money: what is paid at the door, what is in the cash box, and who gets which prize. Whole cents."""
