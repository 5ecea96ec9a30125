"""Addresses under /accounts/."""

from django.contrib.auth import views as auth_views
from django.urls import path
from django.views.decorators.cache import never_cache

from accounts import factor_views, views
from core.secret_urls import secret_address

app_name = "accounts"
urlpatterns = [
    path("sign-up/", views.sign_up, name="sign-up"),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", factor_views.second_step, name="second-step"),
    path("sign-in/passkey/", factor_views.passkey_sign_in, name="passkey-sign-in"),
    path("sign-in/passkey/options/", factor_views.passkey_options, name="passkey-options"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("password-reset/", views.PasswordReset.as_view(), name="password-reset"),
    path(
        "password-reset/sent/",
        auth_views.PasswordResetDoneView.as_view(template_name="accounts/password_reset_sent.html"),
        name="password-reset-sent",
    ),
    path(
        "password-reset/<uidb64>/<token>/",
        secret_address(views.PasswordResetConfirm.as_view()),
        name="password-reset-confirm",
    ),
    path("me/", views.me, name="me"),
    path("me/password/", views.PasswordChange.as_view(), name="change-password"),
    path("me/email/", views.change_email, name="change-email"),
    path("me/email/again/", views.confirm_again, name="confirm-again"),
    path("confirm-email/<key>/", secret_address(views.confirm_email), name="confirm-email"),
    path("me/tokens/", views.my_tokens, name="tokens"),
    path("me/tokens/<number:number>/revoke/", views.revoke_token, name="revoke-token"),
    path("me/confirm/", factor_views.confirm, name="confirm"),
    path("me/security/", factor_views.security, name="security"),
    path("me/security/passkeys/", factor_views.my_passkeys, name="passkeys"),
    path("me/security/app/", factor_views.authenticator, name="authenticator"),
    path("me/security/codes/", factor_views.recovery_codes, name="recovery-codes"),
    path("me/security/sessions/", factor_views.end_sessions, name="sessions"),
    path("me/data/", factor_views.my_data, name="my-data"),
    path("me/delete/", views.delete, name="delete"),
]

# Names, addresses and forms with passwords are for the one who asked, not for whoever sits down at
# the same computer next, nor for anything on the way.
for _page in urlpatterns:
    _page.callback = never_cache(_page.callback)
