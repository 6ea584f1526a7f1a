"""Lists of players as files: read them from text or a workbook, and write them."""
