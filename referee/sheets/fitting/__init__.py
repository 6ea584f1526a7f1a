"""How large names and columns of words may be where they shall be whole."""
