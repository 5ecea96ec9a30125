"""People of this site, for fields that name one."""

from collections.abc import Mapping
from typing import Any

from django import template

from campaigns.selectors.reader.acquaintances import names_known

register = template.Library()


@register.inclusion_tag("frontend/parts/people_known.html", takes_context=True)
def people_known(context: Mapping[str, Any]) -> dict[str, Any]:
    """The names of people whom the reader knows, for fields that take somebody's name (``people-known``)."""
    request = context.get("request")
    return {"names": names_known(getattr(request, "user", None))}
