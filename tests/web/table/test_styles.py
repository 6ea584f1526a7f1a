"""What a table's page is drawn by."""

from __future__ import annotations

import re

from tests.help.web import Visitor


def test_no_style_of_a_table_asks_what_an_element_has_in_it(visitor: Visitor) -> None:
    """A selector with :has makes the browser look at hundreds of elements again at every card; the pad's stay within it."""
    page = visitor.new_table()
    source = re.sub(r"<noscript>.*?</noscript>", "", page.source, flags=re.DOTALL)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', source)
    assert any("/pad.css" in style for style in styles)
    asking = []
    for style in styles:
        with visitor.client.get(style) as answer:
            asking += re.findall(r"^(?!.*#pad).*:has\(.*", answer.text, re.MULTILINE)
    assert asking == []
