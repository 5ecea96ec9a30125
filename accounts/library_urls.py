"""The same pages by the names under which django-allauth looks for them."""

from django.urls import path

from accounts.urls import urlpatterns as ours

NAMES = {
    "sign-in": "account_login",
    "sign-up": "account_signup",
    "sign-out": "account_logout",
    "password-reset": "account_reset_password",
    "second-step": "mfa_authenticate",
    "confirm": "account_reauthenticate",
}

urlpatterns = [
    path(str(page.pattern), page.callback, name=NAMES[page.name])
    for page in ours
    if page.name in NAMES
]
