"""The announcements of the site's staff, for the frame of every page."""

from django import template

from campaigns.selectors.site import staff_page

register = template.Library()


@register.simple_tag
def announcements() -> tuple[str, ...]:
    """What is said on every page now, the oldest first; plain text, which the template escapes."""
    return staff_page.announcements()
