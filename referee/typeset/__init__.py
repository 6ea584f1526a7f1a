"""The press, a separate process: set pages as PDF, bind parts into one. It imports no other package of ours."""
