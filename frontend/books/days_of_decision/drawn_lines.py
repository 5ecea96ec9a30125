"""Points, boxes and lines of a drawing, and whether they meet. All lengths are in units of the drawing."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[Point, Point]


def meet(one: Box, two: Box) -> bool:
    """Whether two boxes share ground."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def holds(box: Box, point: Point) -> bool:
    """Whether a point lies in a box."""
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def cross(one: Line, two: Line) -> bool:
    """Whether two lines cross (touching at an end does not count)."""
    (a, b), (c, d) = one, two
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def enters(line: Line, box: Box) -> bool:
    """Whether a line runs through a box: they lie beside each other in no direction, and the box has corners on
    both sides of the line.
    """
    (ax, ay), (bx, by) = line
    left, top, right, bottom = box
    if max(ax, bx) <= left or min(ax, bx) >= right or max(ay, by) <= top or min(ay, by) >= bottom:
        return False
    wide, high = bx - ax, by - ay
    over, under = wide * (top - ay), wide * (bottom - ay)
    before, behind = high * (left - ax), high * (right - ax)
    corners = (over - before, over - behind, under - before, under - behind)
    return min(corners) < 0 < max(corners)


def around(line: Line) -> Box:
    """The least box that a line lies in."""
    (ax, ay), (bx, by) = line
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _turn(a: Point, b: Point, c: Point) -> float:
    """On which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
