"""How the API's schema names what can be done."""

import re

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    """One of many has a name of its own beside all of them: ``campaigns_phases_number_retrieve``."""

    def get_operation_id(self) -> str:
        """The name that the library gives, with the last part of the address where that is open."""
        name = str(super().get_operation_id())
        found = re.search(r"\{(\w+)\}/$", self.path)
        if found is None:
            return name
        head, _, action = name.rpartition("_")
        return f"{head}_{found[1]}_{action}"
