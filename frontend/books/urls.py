"""The addresses of the books' own pages, each book's under its key: ``world:countries``."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from frontend.books import faces

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((import_module(face.addresses).urlpatterns, key)))
    for key, face in faces().items()
    if face.addresses
]
