"""Campaigns at a glance in templates (:mod:`frontend.glimpses`)."""

from django import template

from frontend import glimpses

register = template.Library()

register.filter("spark_of", glimpses.spark_of)
register.filter("spark_words", glimpses.words_of)
register.filter("spark_limit", glimpses.limit_of)
register.filter("spark_number", glimpses.number_of)
register.filter("board_of", glimpses.board_of)
register.filter("chart_of", glimpses.chart_of)
