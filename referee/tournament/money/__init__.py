"""A tournament's money: entry fees, the cash box, prizes. Whole cents."""
