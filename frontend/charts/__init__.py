"""Charts as SVG made on the server: step lines, sparklines, bars and luck rows, and their numbers.

How they are used::

    from frontend.charts import Chart, Line, Step, Threshold, Tick, draw, numbers

    entry = Chart(
        title="American entry",
        lines=(Line("Germany", (Step(1, 0), Step(67, 94)), hue="axis", mark="square"),),
        first=1, last=179,                            # places: numbers of phases, turns, days
        ticks=(Tick(1, "1936"), Tick(19, "1937")),    # where a year begins
        places=("January/February 1936", ...),        # what each place from ``first`` on is called
        thresholds=(Threshold("from here the United States may declare war", (Step(1, 60),)),),
        rings=(Ring(1, 67, "Germany declares war on France"),),
    )
    draw(entry)                       # a <figure class="chart large">, for a whole column
    draw(entry, size="small")         # for a side column
    draw(entry, cursor=67)            # a line at place 67 and the value of every line there
    numbers(entry)                    # the same as a Table: one row for each place that changed any
    spark(lines, first, last)         # at most two lines, one threshold; a sentence stands beside it
    bar(7, 16, hue="axis")            # one bar of a table, against the longest
    luck_row(...)                     # the mean as a disc in its band
    faces(counts, 20.5, (12, 30), title="...")  # how often each face of a die came, beside what is expected
    small_faces(counts, 20.5)         # the same in a row of a table

Everything that is drawn lies at a share of the width, so a chart is as wide as its column and its
letters stay 13 px; colours, dashes and faces are classes in ``charts.css``. There is no inline style and
no script (the Content-Security-Policy allows neither). All records are plain and hashable: what follows
from them can be kept under them. Names are escaped.

Why ours: of the kept libraries pygal writes 250 kB for five lines of 179 steps, with a style element, two
scripts and an address elsewhere; leather writes 19 kB with colours and letters as attributes, no steps,
dashes, labels at the end or names for screen readers. The same chart has some 4 kB here.
"""

from frontend.charts.faces import faces, small_faces
from frontend.charts.lines import draw
from frontend.charts.numbers import Table, numbers
from frontend.charts.records import Chart, Line, Ring, Step, Threshold, Tick
from frontend.charts.small import bar, luck_row, spark

__all__ = [
    "Chart",
    "Line",
    "Ring",
    "Step",
    "Table",
    "Threshold",
    "Tick",
    "bar",
    "draw",
    "faces",
    "luck_row",
    "numbers",
    "small_faces",
    "spark",
]
