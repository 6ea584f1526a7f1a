"""The charts of totals."""

from __future__ import annotations

import pytest
from PIL import ImageFont  # WeasyPrint brings it

from referee.words.chart import Frame, chart

FONT = "DejaVuSans.ttf"  # of fonts-dejavu-core, as the tests' set-up installs it


@pytest.mark.parametrize("frame", [Frame(520, 210, letters=13), Frame(380, 250, left=38, right=104, scale=1.35)])
@pytest.mark.parametrize("lowest", [-90, -4_200, -8_600, -123_000])
def test_the_numbers_beside_a_chart_stand_whole(frame: Frame, lowest: int) -> None:
    drawn = chart(("Ana", "Ben"), [(0, 0), (lowest, -lowest)], ("", ""), frame)
    font = ImageFont.truetype(FONT, 70)
    for value, _ in drawn.ticks:
        wide = (
            font.getlength(str(value).replace("-", "−")) / 10 * drawn.scale
        )  # they are 7 units high, 4 beside the plot
        assert wide <= drawn.left - 4 + 1, value  # a minus is a unit narrower than its place
