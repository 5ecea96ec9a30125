"""The sets of a map: land hexes of one side (F-06) that hang together.

One walk over the map finds them all. For each it keeps where its hexes lie, what it touches and
what stands in it. The time and the room are in proportion to the number of hexes.
"""

from rules.world_in_flames.isolation.hexmap import FIRST, HexMap


class Regions:
    """Every set of a map, numbered from 1 in the order in which its first hex is met.

    A set that encloses another reaches further up, so it always has the smaller number.
    ``label`` gives the number at each index (0: not held by anybody at war); ``order`` the indices
    of all hexes, set after set, from ``start[n]`` to ``start[n + 1]``. ``touch`` has a bit
    ``1 << code`` for each of edge, sea, lake and neutral land that the set lies beside; ``marks``
    is everything that stands in it.
    """

    __slots__ = ("group", "label", "marks", "order", "start", "touch")

    def __init__(self, world: HexMap, groups: bytes) -> None:
        """``groups`` has for each index the group of its holder, from ``FIRST`` on."""
        self.label = [0] * len(groups)
        self.order: list[int] = []
        self.start = [0, 0]
        self.group = [0]
        self.touch = [0]
        self.marks = [0]
        self._walk(world, groups)

    def __len__(self) -> int:
        return len(self.group) - 1

    def hexes(self, number: int) -> list[int]:
        """The indices of a set's hexes."""
        return self.order[self.start[number] : self.start[number + 1]]

    def _walk(self, world: HexMap, groups: bytes) -> None:
        label, order, marks = self.label, self.order, world.marks
        stride, around = world.stride, world.around()
        add = order.append
        head = number = 0
        for first, mine in enumerate(groups):
            if mine < FIRST or label[first]:
                continue
            number += 1
            label[first] = number
            add(first)
            touch = mark = 0
            while head < len(order):
                here = order[head]
                head += 1
                mark |= marks[here]
                for step in around[here // stride & 1]:
                    there = here + step
                    group = groups[there]
                    if group == mine:
                        if not label[there]:
                            label[there] = number
                            add(there)
                    elif group < FIRST:
                        touch |= 1 << group
            self.start.append(head)
            self.group.append(mine)
            self.touch.append(touch)
            self.marks.append(mark)
