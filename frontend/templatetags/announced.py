"""The announcements of the site's staff, for the frame of every page: plain text, which templates escape."""

from django import template

from campaigns.selectors.site import staff_page

register = template.Library()

register.simple_tag(staff_page.announcements)
