"""The pages of a group’s book: who leads, the curve, head to head, evenings, cents, sharing, in and out."""
