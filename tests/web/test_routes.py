"""The list of doors that other tests walk is whole."""

from django.urls import resolve, reverse

from tests.support.pages.routes import routes, sockets

VALUES = {"slug": ("slug", "abcd2345"), "str": ("str", "a-word"), "number": ("number", 7)}


def _values(route):
    return {part: VALUES[kind][1] for part, kind in route.parts}


def test_every_route_has_a_name_of_its_own_and_leads_to_its_view():
    found = routes()
    assert len({route.name for route in found}) == len(found)
    for route in found:
        address = route.address(_values(route))
        assert resolve(address).func is route.view, address
        assert reverse(route.name, kwargs=_values(route)) == address


def test_pages_tools_and_the_api_are_among_them():
    names = {route.name for route in routes()}
    assert {"frontend:campaign", "accounts:me", "api:orders", "api-schema", "healthz"} <= names
    assert not any(route.admin for route in routes())
    assert any(route.admin for route in routes(admin=True))
    assert sockets() == ("ws/campaign/<slug:slug>/",)
