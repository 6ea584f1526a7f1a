"""Processes of their own: set pages as PDF, bind parts, read workbooks. They import no other package of ours."""
