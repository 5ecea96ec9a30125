"""The words of messages in templates (:mod:`frontend.markdown`)."""

from django import template

from frontend import markdown

register = template.Library()

register.filter("said", markdown.said)
register.filter("in_one_line", markdown.in_one_line)
