"""Lists: players as files, read from text or a workbook and written; what a table wrote down on paper."""
