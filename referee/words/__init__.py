"""What a person reads: texts before they have a language, the languages, signs of the suits, rows for a spreadsheet."""
